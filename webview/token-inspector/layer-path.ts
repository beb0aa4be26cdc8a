import { tokenSources, type TokenSource } from '../../src/formats/token-sources.ts';
import type { Detail } from '../../src/protocol/token-inspector.ts';

/** One step of the probe on its way from the embedding to the token's probability. */
export interface PathStep {
	readonly block: 'embedding' | 'attention' | 'ffn' | 'norm';
	/** From 1; `null` before the first layer and after the last. */
	readonly layer: number | null;
	/** What the step gave to the probability, by source; it may take away. Sources that a block does not have are absent. */
	readonly parts: Readonly<Partial<Record<TokenSource, number>>>;
	/** The probe's probability after the step: what it was before, and the step's parts. */
	readonly running: number;
}

const [query, rag, past, self] = tokenSources;

/** The path of a token's probability: the embedding, for each layer its attention and its feed-forward block, the final norm. */
export function pathSteps({ sources, layers }: Pick<Detail, 'sources' | 'layers'>): PathStep[] {
	const part = (source: TokenSource): number => sources[tokenSources.indexOf(source)] ?? 0;
	const inside = layers.flatMap(({ attention, ffn, afterAttention, afterFfn }, i): PathStep[] => [
		{
			block: 'attention',
			layer: i + 1,
			running: afterAttention,
			parts: { [query]: attention[0] ?? 0, [rag]: attention[1] ?? 0, [past]: attention[2] ?? 0, [self]: attention[3] ?? 0 },
		},
		{ block: 'ffn', layer: i + 1, running: afterFfn, parts: { ffn } },
	]);
	const before = inside.at(-1)?.running ?? part('initial');
	return [
		{ block: 'embedding', layer: null, running: part('initial'), parts: { initial: part('initial') } },
		...inside,
		{ block: 'norm', layer: null, running: before + part('ln'), parts: { ln: part('ln') } },
	];
}

const blockNames: Readonly<Record<PathStep['block'], string>> = {
	embedding: 'Embedding',
	attention: 'attention',
	ffn: 'feed-forward',
	norm: 'Final norm',
};

/** What a step is called: `Layer 3, attention`. */
export function stepName({ block, layer }: PathStep): string {
	return layer === null ? blockNames[block] : `Layer ${layer}, ${blockNames[block]}`;
}

/** The step as one sentence, for who hears the chart. */
export function stepSentence(step: PathStep, write: (value: number) => string, sourceName: (source: TokenSource) => string): string {
	const parts = tokenSources.flatMap((source) =>
		step.parts[source] === undefined ? [] : [`${sourceName(source)} ${write(step.parts[source])}`],
	);
	return `${stepName(step)}: ${parts.join(', ')}; probability so far ${write(step.running)}.`;
}

/** What a chart of the path need not show: less than this part of its height. */
const negligible = 0.01;

/**
 * Ends of the chart's scale where round ones would waste its height: 0 and 1, when bars and line pass them by next to nothing.
 * An end that is absent is the chart's to find.
 */
export function scaleEnds(steps: readonly PathStep[]): { readonly min?: number; readonly max?: number } {
	let [lowest, highest] = [0, 0];
	for (const { parts, running } of steps) {
		const values = Object.values(parts);
		lowest = Math.min(
			lowest,
			running,
			values.reduce((sum, value) => sum + Math.min(0, value), 0),
		);
		highest = Math.max(
			highest,
			running,
			values.reduce((sum, value) => sum + Math.max(0, value), 0),
		);
	}
	const room = negligible * (highest - lowest);
	return { ...(lowest > -room ? { min: 0 } : {}), ...(Math.abs(highest - 1) < room ? { max: 1 } : {}) };
}
