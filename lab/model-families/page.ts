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
	const largest = measured.reduce((max, one) => (outcomeOf(one) === 'all' ? Math.max(max, one.sources?.difference ?? 0) : max), 0);
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

This page shows which families of decoder-only models work with RAG Assay, and with which ONNX exporter.

**Result.** ${having(({ score }) => score?.works === true)} of ${grouped.length} families can be scored from at least one exporter. ${having((one) => one.sources?.works === true)} can be attributed to the seven sources, and ${having((one) => one.generate?.works === true)} can write answers. ${attributed.length} exports have \`all\` in the table and could be compared with an independent implementation. In these exports, every probability, source, per-context part and per-layer part is within ${largest.toExponential(1).replace('e-', 'e−')} of this implementation; ${measured.some((one) => outcomeOf(one) === 'wrong') ? '**some are silently wrong**' : 'none of them was silently wrong'}.

**How it was measured.** Public exporters exported each family with tiny random weights. RAG Assay then inspected, self-checked, scored and attributed each export, and generated text with it. The results were compared with an independent implementation in float64. \`lab/model-families/measure.ts\` writes this page from \`docs/models.json\`; [lab/model-families](../lab/model-families/README.md) says how to repeat it.

## Families

| family | ${exporters.map(({ title }) => title).join(' | ')} |
| --- | ${exporters.map(() => '---').join(' | ')} |
${rows.join('\n')}

† The family has layers without attention. Their effect counts as the model's own ([how](methods/hybrid-models.md)).

| cell | what it means |
| --- | --- |
| \`all\` | Scores, the seven sources and answers work. The number in parentheses is the largest difference from the independent implementation, over all sources, per-context parts and per-layer parts |
| \`all\`, *cache fails* | The cache does not work, so each text is read in one pass |
| \`all\`, *by single tokens* | The cache takes only one token at a time |
| \`all\`, *sources at once* | The text is read in one pass for the sources |
| \`scores\` | Scores work. The sources do not work, or answers do not; [the list below](#why-not) says which. RAG Assay does not understand the graph, so it refuses and names the node instead of guessing |
| \`no\` | The graph cannot be scored |
| *other numbers* | The exporter wrote a different model from the one that it received. RAG Assay's numbers are right for the graph that runs, not for the source model. RAG Assay cannot detect this unless the graph contradicts its config.json (below) |
| \`–\` | There is no export. The exporter does not support this family, failed, or took more than a minute; the list below says which |
| empty | Not tried. optimum, for example, needs an older transformers, which does not support all families |

Two exports needed help:

- onnxruntime-genai 0.18 with transformers 5 cannot read Gemma 3's configuration. A few lines of onnxruntime-genai were patched for this measurement (\`mended\` in \`lab/model-families/families.py\`).
- transformers and torch exported experts with \`set_experts_implementation('batched_mm')\`. Without this setting, the graph sorts tokens by expert, and RAG Assay refuses it and names the node.

An export with random weights shows whether RAG Assay understands a graph. It does not show how good or how fast a model is. Models with 4-bit or 8-bit weights have the same graphs with other operators (\`test/fixtures/spad-graphs/\` has some).

## Why not

${reasons.join('\n')}
${
	contradicting.length === 0
		? ''
		: `
## Where an export is not what its config.json says

RAG Assay runs and explains the graph, whatever config.json says. \`model inspect\` reports the contradictions below. For the other exports with *other numbers* in the table, nothing in the model's folder shows the difference.

${contradicting.join('\n')}
`
}
## What this page does not show

An exporter may make a mistake at a size that was not measured. Each family was measured at only one size, with a hidden width of about 64. For example, the genai builder rounds Gemma's embedding scale, the square root of the width, to two decimals. The rounded scale is exact at a width of 64, but shifts sources by up to about 0.001 at a width of 96.

\`model inspect\` does not find this kind of mistake, because it sees only the exported graph. Compare an export with its source model before you rely on it.

## Versions

${Object.entries(versions)
	.toSorted(([a], [b]) => (a < b ? -1 : 1))
	.map(([name, all]) => `${name} ${all.join(' and ')}`)
	.join(', ')}.
`;
}
