import { skewnessOf, type Skewness } from '../../statistics/skewness.ts';
import { minDeviation, minDocuments, type OtherDocuments } from './corpus-moments.ts';

/** What a scan of all similarities of a query says: the paper's algorithm 1, lines 8 and 9. */
export interface ScoreScan extends OtherDocuments {
	/** Largest similarity, and which document has it: the first of equals. */
	readonly max: number;
	readonly at: number;
	/** Of all but the nearest. */
	readonly others: Float64Array;
}

/** What moments say without one, by brute force. @throws RangeError below `minDocuments`, or for a number that is not finite. */
export function scanScores(scores: ArrayLike<number>): ScoreScan {
	const n = scores.length;
	if (n < minDocuments) throw new RangeError(`a corpus of ${n} documents: screening takes ${minDocuments}`);
	let at = 0;
	for (let i = 1; i < n; i++) if (scores[i]! > scores[at]!) at = i;
	const others = new Float64Array(n - 1);
	let sum = 0;
	for (let i = 0; i < n; i++) {
		if (i === at) continue;
		others[i < at ? i : i - 1] = scores[i]!;
		sum += scores[i]!;
	}
	const max = scores[at]!;
	const mean = sum / (n - 1);
	if (!Number.isFinite(mean + max)) throw new RangeError('a similarity is not finite');
	let squares = 0;
	for (const score of others) squares += (score - mean) ** 2;
	const std = Math.sqrt(squares / (n - 2));
	return { max, at, others, mean, std: std > minDeviation ? std : 0 };
}

/** Similarities nearer than this are one document's, seen by a store and by a sample: cosines of float32. */
const sameDocument = 1e-6;

/** Similarities of a query to a sample, without its nearest document where the sample has it. */
export interface SampledScores {
	/** In the sample's order. */
	readonly others: Float64Array;
	/** `null`: too few, or all alike. */
	readonly skewness: Skewness | null;
}

/**
 * Similarities to the fixed sample that is kept beside moments, as third moments are not. The nearest document is known by its similarity, and
 * one document alone is left out for it.
 * @param sample `[count, d]`
 * @param n documents of the corpus
 * @throws RangeError for a sample that is no rows of the query's width
 */
export function sampledScores(query: Float32Array, sample: Float32Array, max: number, n: number): SampledScores {
	const d = query.length;
	const count = sample.length / d;
	if (!Number.isInteger(count)) throw new RangeError(`${sample.length} numbers are no rows of ${d}`);
	const scores = new Float64Array(count);
	for (let row = 0, at = 0; row < count; row++) {
		let [even, odd] = [0, 0];
		let k = 0;
		for (; k + 1 < d; k += 2, at += 2) {
			even += query[k]! * sample[at]!;
			odd += query[k + 1]! * sample[at + 1]!;
		}
		if (k < d) even += query[k]! * sample[at++]!;
		scores[row] = even + odd;
	}
	let nearest = 0;
	for (let row = 1; row < count; row++) if (scores[row]! > scores[nearest]!) nearest = row;
	const others = count > 0 && Math.abs(scores[nearest]! - max) <= sameDocument ? without(scores, nearest) : scores;
	return { others, skewness: skewnessOf(others, Math.max(n - 1, others.length)) };
}

function without(scores: Float64Array, at: number): Float64Array {
	const others = new Float64Array(scores.length - 1);
	others.set(scores.subarray(0, at));
	others.set(scores.subarray(at + 1), at);
	return others;
}
