import { screenedText } from '../../methods/mirabel/mask-markers.ts';
import { standsOut, type AskedQuery } from '../../methods/mirabel/distinct-targets.ts';
import { scanScores } from '../../methods/mirabel/score-scan.ts';
import { thresholdsOf, type ScreeningThresholds, type StandOutScore } from '../../methods/mirabel/thresholds.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { skewnessOf } from '../../statistics/skewness.ts';
import type { Embed } from '../memory/attack.ts';

/** A query seen against an index; its target is a row of the index. */
export interface SeenQuery extends AskedQuery {
	/** Rows of the index, nearest first: one more than are read. */
	readonly found: readonly number[];
	readonly max: number;
	/** `(max − mean) / std` of all others; 0 where they are alike. */
	readonly z: number;
	/** Of all others. */
	readonly mean: number;
	readonly std: number;
	readonly thresholds: ScreeningThresholds;
}

export interface ScreeningSettings {
	readonly k: number;
	readonly rho: number;
	/** Of benign queries; `null`: there are none. */
	readonly empiricalZ: number | null;
	/** What it is made of; absent: `z`. */
	readonly score?: StandOutScore | undefined;
}

/** Queries as a screening sees them, without their mask markers. */
export async function seeQueries(
	queries: readonly string[],
	documents: Matrix,
	settings: ScreeningSettings,
	embed: Embed,
): Promise<SeenQuery[]> {
	const { values, width } = await embed(queries.map(screenedText), 'query');
	return queries.map((text, i) => seeQuery(text, values.subarray(i * width, (i + 1) * width), documents, settings));
}

/**
 * An index in memory: cosines of a query with every document, and what a screening says of them.
 * @param query unit vector of the text
 * @param documents `[n, d]`, unit rows
 */
export function seeQuery(
	text: string,
	query: Float32Array,
	documents: Matrix,
	{ k, rho, empiricalZ, score }: ScreeningSettings,
): SeenQuery {
	const scores = cosines(query, documents);
	const { max, mean, std, others } = scanScores(scores);
	const skewness = skewnessOf(others)?.value ?? null;
	const found = nearest(scores, k + 1);
	return {
		text,
		target: standsOut({ max, mean }) ? String(found[0]) : null,
		found,
		max,
		z: std === 0 ? 0 : (max - mean) / std,
		mean,
		std,
		thresholds: thresholdsOf({ mean, std, n: documents.count, skewness, rho, empiricalZ, score }),
	};
}

/** Similarities of a query to all documents, in their order. @param query unit vector @param documents `[n, d]`, unit rows */
export function cosines(query: Float32Array, { values, count, width }: Matrix): Float64Array {
	const scores = new Float64Array(count);
	for (let row = 0, at = 0; row < count; row++) {
		let [even, odd] = [0, 0];
		const end = at + width;
		let i = 0;
		for (; at + 1 < end; at += 2, i += 2) {
			even += query[i]! * values[at]!;
			odd += query[i + 1]! * values[at + 1]!;
		}
		if (at < end) even += query[i]! * values[at++]!;
		scores[row] = even + odd;
	}
	return scores;
}

/** Rows with the largest scores, the first of equals first. */
function nearest(scores: Float64Array, count: number): number[] {
	const top: number[] = [];
	for (let row = 0; row < scores.length; row++) {
		if (top.length === count && scores[row]! <= scores[top.at(-1)!]!) continue;
		let place = top.length;
		while (place > 0 && scores[top[place - 1]!]! < scores[row]!) place--;
		top.splice(place, 0, row);
		if (top.length > count) top.pop();
	}
	return top;
}
