import { heatKind } from '../../formats/heat-scale.ts';
import type { TokenSource } from '../../formats/token-sources.ts';
import { bucketCount, type HeatmapMeasure } from '../../protocol/requests.ts';
import { contextsInWords } from '../../report/not-judged-words.ts';
import { markdownText } from '../explain-text.ts';
import { bucketColorId, sourceColorId } from './heat-colors.ts';

/** What each measure is called where one is chosen or shown. */
export const measureTitles: Readonly<Record<HeatmapMeasure, string>> = {
	cg: 'Confidence gap',
	kl: 'Divergence (KL)',
	surprise: 'Surprise',
	suspicion: 'Suspicion',
	query: 'Source: question and instructions',
	rag: 'Source: contexts',
	past: 'Source: answer so far',
	self: 'Source: token before',
	ffn: "Source: model's own layers",
	ln: 'Source: final norm',
	initial: 'Source: embedding',
};

interface Meaning {
	readonly title: string;
	readonly low: string;
	readonly high: string;
	readonly text: string;
}

/** What each source is, as the end of 'comes from …'. */
const sourceMeanings: Readonly<Record<TokenSource, string>> = {
	query: 'attention to the question and the instructions',
	rag: 'attention to the retrieved contexts',
	past: 'attention to the answer before it',
	self: 'attention to the token right before it',
	ffn: "the model's own layers: their feed-forward blocks, which bring out what attention has read as well as what was learned",
	ln: "the final norm, with all that comes after the layers: the scale at which the model's output is read",
	initial: 'the embedding of the token right before it',
};

function ofSource(source: TokenSource): Meaning {
	return {
		title: measureTitles[source],
		low: 'took probability',
		high: 'gave probability',
		text: `The part of the token's probability that comes from ${sourceMeanings[source]}.`,
	};
}

const meaning: Readonly<Record<HeatmapMeasure, Meaning>> = {
	cg: {
		title: measureTitles.cg,
		low: 'context unsettled the model',
		high: 'context settled it',
		text: 'Entropy without the contexts minus entropy with them, in nats.',
	},
	kl: {
		title: measureTitles.kl,
		low: 'as without the contexts',
		high: 'moved by the contexts',
		text: 'KL divergence of the prediction with the contexts from the one without them, in nats. An answer with little color may be recited from memory.',
	},
	surprise: {
		title: measureTitles.surprise,
		low: 'expected',
		high: 'unexpected',
		text: "−ln of the token's probability, in nats.",
	},
	suspicion: {
		title: measureTitles.suspicion,
		low: 'trusted',
		high: 'suspected',
		text: "The classifier's probability that the sentence is hallucinated, shared out to the tokens that speak for it.",
	},
	query: ofSource('query'),
	rag: ofSource('rag'),
	past: ofSource('past'),
	self: ofSource('self'),
	ffn: ofSource('ffn'),
	ln: ofSource('ln'),
	initial: ofSource('initial'),
};

/** The scale as Markdown with colored steps, for a tooltip that takes HTML. `edges` are the values between the steps. */
export function legendMarkdown(measure: HeatmapMeasure, edges: readonly number[] | undefined): string {
	const { title, low, high, text } = meaning[measure];
	const steps = Array.from(
		{ length: bucketCount },
		(_, bucket) =>
			`<span style="background-color:var(--vscode-${bucketColorId(measure, bucket).replaceAll('.', '-')});">&nbsp;&nbsp;</span>`,
	).join('');
	const ends = edges === undefined ? `${low} · ${high}` : `${low} (below ${number(edges[0]!)}) · ${high} (above ${number(edges.at(-1)!)})`;
	return `**${title}**\n\n${steps}\n\n${ends}\n\n${text}`;
}

/** The texts of the prompt that have a color: by source color, how many there are, and the IDs of contexts. */
interface ColoredSources {
	readonly sources: readonly (readonly unknown[])[];
	readonly contexts: readonly (readonly string[])[];
}

/** Returns each color that a text of the prompt has, with a name for all texts of that color. */
export function namedSources({ sources, contexts }: ColoredSources): { readonly color: string; readonly name: string }[] {
	return sources.flatMap((texts, slot) => {
		if (texts.length === 0) return [];
		const ids = contexts[slot] ?? [];
		return [{ color: sourceColorId(slot), name: ids.length === 0 ? 'question and instructions' : contextsInWords(ids) }];
	});
}

/** Which color each text of the prompt has, as Markdown with colored dots: one line, or none without such texts. */
export function sourcesMarkdown(shown: ColoredSources): string[] {
	const named = namedSources(shown).map(
		({ color, name }) => `<span style="color:var(--vscode-${color.replaceAll('.', '-')});">\u25cf</span>&nbsp;${markdownText(name)}`,
	);
	return named.length === 0 ? [] : [named.join(' \u00b7 ')];
}

/** One line of a legend in words: a color step (`null`: no color), its range in the measure's unit, and what it means at the ends. */
export interface LegendEntry {
	readonly bucket: number | null;
	readonly range: string;
	readonly meaning: string;
}

/** Color steps that stand for all twenty: the ends, and some between. */
const shownBuckets = { diverging: [0, 4, 7, null, 12, 15, 19], rising: [null, 5, 10, 15, 19] } as const;

/** Returns a measure's scale as lines, from its low to its high end. `edges` are the 19 values between the steps, ascending. */
export function legendEntries(measure: HeatmapMeasure, edges: readonly number[]): LegendEntry[] {
	const { low, high } = meaning[measure];
	const kind = heatKind(measure);
	const middle = bucketCount / 2;
	const rangeOf = (first: number, last: number): string =>
		first === 0
			? `below ${number(edges[last]!)}`
			: last === bucketCount - 1
				? `above ${number(edges[first - 1]!)}`
				: `${number(edges[first - 1]!)} to ${number(edges[last]!)}`;
	return shownBuckets[kind].map((bucket) => {
		if (bucket === null)
			return kind === 'rising'
				? { bucket, range: rangeOf(0, 0), meaning: `${low}: no color` }
				: { bucket, range: rangeOf(middle - 1, middle), meaning: 'hardly any difference: no color' };
		const end = bucket === 0 ? low : bucket === bucketCount - 1 ? high : '';
		return { bucket, range: rangeOf(bucket, bucket), meaning: end };
	});
}

/** Returns what a measure is, in one sentence with its unit. */
export function measureMeaning(measure: HeatmapMeasure): string {
	return meaning[measure].text;
}

function number(value: number): string {
	return value.toLocaleString('en', { maximumSignificantDigits: 3 }).replace('-', '−');
}
