import type { Likeness } from '../../formats/data-likeness.ts';
import { upperTail } from '../../statistics/binomial-interval.ts';
import { conformalNovelty, minReference } from '../../statistics/conformal-novelty.ts';
import { likenessColumns } from './likeness-columns.ts';
import type { LikenessRow } from './likeness-row.ts';

/** Fewer answers say nothing. */
const minBatch = 5;
/** The last ones that are compared. */
export const maxBatch = 50;
/** An answer lies outside where one in twenty of the profile's own lies as far from the others. */
const answerLevel = 0.05;
/**
 * It lies plainly outside, so that nothing judges it, from this distance on. A p-value does not tell an answer beside the profile's, such as one with
 * an invented value, from a stranger's: both are farther than all of them. Chosen with the demo profile, between 1.3, the largest distance of 500 answers
 * of the demo world, and 2.4, the least of 110 answers of BEGIN and QAGS. Bench `likeness` counts the answers beyond it.
 */
const plainlyOutside = 1.75;
/** Of batches that are like the profile's answers, at most about one in a hundred is called unlike. */
const batchLevel = 0.01;
/** A smaller share changes few verdicts, however certain it is. */
const minShare = 0.25;
/** A column says something by itself from here on: that far from the middle of the profile's answers. */
const telling = 0.25;
const maxNamed = 3;

/** The answers that a profile was made from. */
export interface ProfileAnswers {
	/** Compares several answers with them. */
	readonly likenessOf: (batch: readonly LikenessRow[]) => Likeness;
	/**
	 * Returns what sets one answer apart from all of them, in words, most telling first. `null` if it does not lie plainly outside, or they are too
	 * few to say. An answer without a row (`null`) is not English.
	 */
	readonly setsApart: (row: LikenessRow | null) => readonly string[] | null;
}

/**
 * Compares answers with the rows that a profile was made from. A profile is a mixture of kinds, and a user's answers are often of one kind:
 * so each answer is tested for lying outside of all that the profile has, and not the batch for being the same mixture.
 * @param english whether all of the profile's answers were.
 */
export function profileAnswers(reference: readonly LikenessRow[], { english }: { readonly english: boolean }): ProfileAnswers {
	const novelty = reference.length < minReference ? null : conformalNovelty(reference);
	return {
		likenessOf: (batch) => {
			const rows = batch.slice(-maxBatch);
			if (novelty === null || rows.length < minBatch) return { unlike: null, outside: 0, differs: [], p: null, rows: rows.length };
			const outside = rows.filter((row) => novelty.p(row) <= answerLevel);
			const p = outside.length === 0 ? 1 : upperTail(outside.length, rows.length, answerLevel);
			const unlike = p <= batchLevel && outside.length >= minShare * rows.length;
			const differs = unlike ? differing(outside.map(novelty.placesOf)) : [];
			return { unlike, outside: outside.length, differs, p, rows: rows.length };
		},
		setsApart: (row) => {
			if (row === null) return english ? ['another language'] : null;
			return novelty !== null && novelty.distance(row) > plainlyOutside ? differing([novelty.placesOf(row)]) : null;
		},
	};
}

/** In words, each once, the farthest from the profile's answers first. */
function differing(places: readonly Float64Array[]): string[] {
	const columns = likenessColumns
		.map(({ more, less }, c) => {
			const mean = places.reduce((sum, row) => sum + row[c]!, 0) / places.length;
			return { far: Math.abs(mean), words: mean > 0 ? more : less };
		})
		.toSorted((a, b) => b.far - a.far);
	const named = columns.filter(({ far }) => far >= telling);
	return [...new Set((named.length === 0 ? columns.slice(0, 1) : named).map(({ words }) => words))].slice(0, maxNamed);
}
