import type { Measured, Results } from './results.ts';

/** The exporters, in the order of their columns. */
const exporters = [
	{ name: 'genai', title: 'onnxruntime-genai' },
	{ name: 'transformers', title: 'transformers' },
	{ name: 'optimum', title: 'optimum' },
	{ name: 'torch', title: 'torch, no cache' },
] as const;

/** What came of one family in one exporter's hands, as a cell says it. */
type Outcome = 'all' | 'scores' | 'fails' | 'other' | 'wrong' | 'refused';

export function outcomeOf({ exported, score, sources, generate }: Measured): Outcome {
	if (!exported.works) return 'refused';
	if (score === null || !score.works) return 'fails';
	if (sources?.reason?.startsWith('SILENTLY WRONG') === true) return 'wrong';
	if (sources?.works === true && generate?.works === true) return score.reason === null ? 'all' : 'other';
	return 'scores';
}

const words: Readonly<Record<Outcome, string>> = {
	all: 'all',
	scores: 'scores',
	fails: 'no',
	other: 'other numbers',
	wrong: '**WRONG**',
	refused: '–',
};

function cell(measured: Measured | undefined): string {
	if (measured === undefined) return '';
	const outcome = outcomeOf(measured);
	const { cache, sources } = measured;
	const fed =
		outcome === 'refused' || outcome === 'fails'
			? ''
			: cache === 'none' && measured.exporter !== 'torch'
				? ', cache fails'
				: cache === 'single'
					? ', by single tokens'
					: '';
	const whole = outcome === 'all' && cache === 'any' && sources?.mode === 'whole' ? ', sources at once' : '';
	const distance =
		outcome !== 'all'
			? ''
			: sources?.difference === null || sources === null
				? ' (not compared)'
				: ` (${sources.difference.toExponential(0).replace('e-', 'e−')})`;
	return `${words[outcome]}${fed}${whole}${distance}`;
}

/** Why a cell does not say `all`: what the exporter said, or the product. */
function reasonOf(measured: Measured): string | null {
	const { exported, score, sources, generate } = measured;
	switch (outcomeOf(measured)) {
		case 'all':
			return null;
		case 'refused':
			return exported.reason === null ? null : `not written: ${exported.reason.split(/(?<=\.) |, but /)[0]}`;
		case 'fails':
		case 'other':
			return score?.reason ?? null;
		case 'wrong':
			return sources?.reason ?? null;
		case 'scores':
			return sources?.reason ?? generate?.reason ?? null;
	}
}

function families(measured: readonly Measured[]): Measured[][] {
	const grouped = new Map<string, Measured[]>();
	for (const one of measured) grouped.set(one.family, [...(grouped.get(one.family) ?? []), one]);
	return [...grouped.values()].toSorted(([a], [b]) => (a!.title.toLowerCase() < b!.title.toLowerCase() ? -1 : 1));
}

/** As a line of a list; what an exporter says goes on and on. */
function escaped(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return (line.length > 320 ? `${line.slice(0, 320).replace(/\s\S*$/, '')} …` : line).replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/** The text of docs/models.md. */
export function modelsPage({ versions, measured }: Results): string {
	const grouped = families(measured);
	const having = (wanted: (one: Measured) => boolean): number => grouped.filter((family) => family.some(wanted)).length;
	const largest = measured.reduce((most, one) => (outcomeOf(one) === 'all' ? Math.max(most, one.sources?.difference ?? 0) : most), 0);
	const attributed = measured.filter((one) => outcomeOf(one) === 'all' && one.sources?.difference !== null);
	const rows = grouped.map((family) => {
		const hybrid = family.some(({ mixingLayers }) => mixingLayers > 0);
		return `| ${family[0]!.title}${hybrid ? ' †' : ''} | ${exporters.map(({ name }) => cell(family.find(({ exporter }) => exporter === name))).join(' | ')} |`;
	});
	const reasons = grouped.flatMap((family) => {
		const said = exporters.flatMap(({ name, title }) => {
			const one = family.find(({ exporter }) => exporter === name);
			const reason = one === undefined ? null : reasonOf(one);
			return one === undefined || reason === null ? [] : [`  - ${title}: ${escaped(reason)}`];
		});
		return said.length === 0 ? [] : [`- ${family[0]!.title}`, ...said];
	});
	const contradicting = grouped.flatMap((family) =>
		family.flatMap((one) =>
			one.contradictions.map(
				(text) => `- ${one.title}, ${exporters.find(({ name }) => name === one.exporter)?.title ?? one.exporter}: ${escaped(text)}`,
			),
		),
	);
	return `# Models

Which families of decoder-only models work, from which exporter. Each was exported with tiny random weights by a public exporter, run through the product's own inspection, self-check, scoring, attribution and generation, and held to an independent implementation in float64. The page is written from \`docs/models.json\` by \`lab/model-families/measure.ts\` (how: [lab/model-families](../lab/model-families/README.md)).

Of ${grouped.length} families, ${having(({ score }) => score?.works === true)} can be scored from at least one exporter, ${having((one) => one.sources?.works === true)} attributed to the seven sources, and ${having((one) => one.generate?.works === true)} write answers. In the ${attributed.length} exports whose cell says \`all\` and that have an oracle, no probability, source, context's part or part by layer is off by more than ${largest.toExponential(1).replace('e-', 'e−')}; ${measured.some((one) => outcomeOf(one) === 'wrong') ? '**some are silently wrong**' : 'none of these was silently wrong'}.

| family | ${exporters.map(({ title }) => title).join(' | ')} |
| --- | ${exporters.map(() => '---').join(' | ')} |
${rows.join('\n')}

† has layers without attention, which count as the model's own ([how](methods/hybrid-models.md)).

- \`all\`: scores, the seven sources, answers; in brackets the largest distance of a source, a context's part or a part by layer from the oracle's. *cache fails*: each text is read at once. *by single tokens*: the cache takes one at a time. *sources at once*: the text is read as a whole for them.
- \`scores\`: all but the sources (or, where the list below says so, the answers): the graph is not understood, and refused by node instead of guessed at.
- \`no\`: the graph cannot be scored.
- *other numbers*: the exporter wrote another model than it was given. What the product says is true of the graph that runs, and not of the source model; unless the graph contradicts its config.json (below), the product cannot see it.
- onnxruntime-genai 0.18 with transformers 5 cannot read Gemma 3's configuration; that was measured with a few lines of it mended (\`mended\` in \`lab/model-families/families.py\`). Experts in exports by transformers and torch are those of \`set_experts_implementation('batched_mm')\`: by default tokens are sorted by expert, and such a graph is refused by node.
- \`–\`: there is no export: the exporter does not write this family, failed, or took more than a minute; the list below says which. An empty cell was not tried (optimum needs an older transformers, which does not know all families).

An export with random weights says whether a graph is understood. It says nothing about how good a model is, nor how fast; and weights in 4 or 8 bits come from the same graphs with other operators (\`test/fixtures/spad-graphs/\` has some).

## Why not

${reasons.join('\n')}
${
	contradicting.length === 0
		? ''
		: `
## Where an export is not what its config.json says

The graph is what runs and what is explained. \`model inspect\` names these; of the other exports with *other numbers* nothing in their folder tells.

${contradicting.join('\n')}
`
}
## What this page cannot see

Each family has one size here, with a hidden width of 64 or so. An exporter may go wrong at another: the genai builder, for one, rounds Gemma's scale of embeddings, the square root of the width, to two decimals, which is exact at 64 and shifts sources by up to about 0.001 at 96. The graph is what is explained, so \`model inspect\` cannot see that; compare an export with its source model before you rely on it.

## Versions

${Object.entries(versions)
	.toSorted(([a], [b]) => (a < b ? -1 : 1))
	.map(([name, all]) => `${name} ${all.join(' and ')}`)
	.join(', ')}.
`;
}
