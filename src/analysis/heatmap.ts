import type { AnalysisToken } from '../formats/analysis-record.ts';
import type { DocumentRange } from '../formats/trace.ts';

/** What a heatmap shows of a token: its confidence gap, or its surprise `−ln P(y_t)` with context; nats. */
export type HeatmapMeasure = 'cg' | 'surprise';

/** Colour steps of a heatmap. */
export const bucketCount = 20;

/**
 * Edges between the buckets, ascending, nats; fixed, so that a colour means the same in every document and for every model.
 * Bucket `b` holds values from edge `b − 1` up to but not including edge `b`; the first and last are open.
 * - `cg` diverges: buckets 0–9 lie below 0 and 10–19 from 0 on, mirrored, the outermost beyond 4 nats
 *   (a gap of 4 nats: context leaves about one choice where there were 55). Steps widen with the power 1.5, so that the two
 *   middle buckets (within 0.15 nats) can stay nearly uncoloured and small gaps still differ.
 * - `surprise` is one-sided: bucket 0 is below 0.02 nats (P > 0.98), 19 from 8 nats (P < 0.0003); steps widen with the square.
 */
export const heatmapEdges: Readonly<Record<HeatmapMeasure, readonly number[]>> = {
	cg: Array.from({ length: bucketCount - 1 }, (_, i) => {
		const step = i - 9;
		return rounded(Math.sign(step) * 4 * (Math.abs(step) / 9) ** 1.5);
	}),
	surprise: Array.from({ length: bucketCount - 1 }, (_, i) => rounded(8 * ((i + 1) / 19) ** 2)),
};

/** A document's colours: the tokens' ranges by bucket, in order. */
export interface Heatmap {
	readonly measure: HeatmapMeasure;
	readonly edges: readonly number[];
	/** `[bucketCount]` */
	readonly buckets: readonly (readonly DocumentRange[])[];
}

/** Tokens without text of their own have no colour. */
export function heatmapOf(tokens: readonly AnalysisToken[], measure: HeatmapMeasure): Heatmap {
	const edges = heatmapEdges[measure];
	const buckets: DocumentRange[][] = Array.from({ length: bucketCount }, () => []);
	for (const token of tokens) {
		if (token.end > token.start) buckets[bucketOf(edges, measureOf(token, measure))]!.push({ start: token.start, end: token.end });
	}
	return { measure, edges, buckets };
}

/** The measure's value, nats. */
export function measureOf(token: Pick<AnalysisToken, 'cg' | 'logprob'>, measure: HeatmapMeasure): number {
	return measure === 'cg' ? token.cg : -token.logprob;
}

/** Bucket of a value, in `[0, edges.length]`. */
export function bucketOf(edges: readonly number[], value: number): number {
	const above = edges.findIndex((edge) => value < edge);
	return above === -1 ? edges.length : above;
}

function rounded(edge: number): number {
	return Math.round(edge * 1000) / 1000;
}
