import type { RandomBits } from './random-bits.ts';

/** Weights are whole numbers from `2^36` to `2^78`, as two limbs: below `2^34` times `2^44`. */
const lowLimb = 2 ** 44;
const largest = 2 ** 78;
const smallest = 2 ** 36;
/** Below the likeliest by so much (29.1 nats), candidates count as this far below it. */
const depth = Math.LN2 * 42;
/** So many weights add up to less than `2^53` in the upper limb, which float64 adds exactly. */
const maxCandidates = 2 ** 18;

/**
 * What rounding adds at most to the ε of a step that draws with `drawExponential`, for log weights within ±65,536 nats; to be charged on top of
 * the ε of the weights.
 *
 * A weight is `2^78 exp(l − max)`, cut to a whole number, of about `2^36` at least: off by `2^-36` of itself. What was rounded before (the log weight by
 * some half ulps of 65,536, the difference, `Math.exp` within an ulp) adds less than `2^-33`. So each weight is off by a factor within
 * `e^±η`, `η = 2^-32`. In the ratio of two neighbors' probabilities of a candidate there are two weights and two sums of weights, `4η`;
 * sums cancel in the range of the log ratio: `4η` too. It is the same for any number of candidates, up to 262,144.
 * @throws RangeError for more.
 */
export function roundingEpsilon(candidates: number): number {
	requireCandidates(candidates);
	return 2 ** -30;
}

/**
 * An index, drawn with probability ∝ `exp(logWeights[i])` (`-Infinity` as little as can be; see below): the exponential mechanism
 * (McSherry, Talwar 2007) in whole numbers.
 *
 * Why it is private: if a document more or less moves every log weight by a number in one interval of length ε (utility of sensitivity Δ with `ε u / 2Δ`;
 * counts, which move in one direction by at most 1, with `ε · count`), the log ratio of the probabilities lies in an interval of length
 * ε: ε-bounded range, and so ε-DP (Durfee, Rogers 2019). Log weights more than 29.1 nats below the greatest count as that far below it. That costs
 * nothing: the greatest moves within the same interval as each, and so does the greater of the two. Such a candidate comes out with
 * probability `e^-29` at most, instead of never, which is what a ratio forbids.
 *
 * Its time is not constant: ε does not cover what somebody learns who can measure a draw to the microsecond.
 * @throws RangeError without candidates, for more than 262,144, and for a log weight that is NaN or `Infinity`, or all `-Infinity`.
 */
export function drawExponential(bits: RandomBits, logWeights: Float64Array): number {
	const count = logWeights.length;
	requireCandidates(count);
	let max = -Infinity;
	for (let i = 0; i < count; i++) {
		const weight = logWeights[i]!;
		// Also for NaN, which `>` would pass over.
		if (!(weight < Infinity)) throw new RangeError(`a log weight of ${weight}`);
		if (weight > max) max = weight;
	}
	if (max === -Infinity) throw new RangeError('no candidate has a weight');
	const highs = new Float64Array(count);
	const lows = new Float64Array(count);
	let [high, low] = [0, 0];
	for (let i = 0; i < count; i++) {
		const under = max - logWeights[i]!;
		const weight = under < depth ? largest * Math.exp(-under) : smallest;
		const upper = Math.floor(weight / lowLimb);
		// Exact: what is left of a float64 above a multiple of a power of two.
		const lower = Math.floor(weight - upper * lowLimb);
		highs[i] = upper;
		lows[i] = lower;
		high += upper;
		low += lower;
		if (low >= lowLimb) {
			low -= lowLimb;
			high++;
		}
	}
	const drawn = bits.below((BigInt(high) << 44n) + BigInt(low));
	let leftHigh = Number(drawn >> 44n);
	let leftLow = Number(drawn & 0xfffffffffffn);
	for (let i = 0; i < count; i++) {
		leftHigh -= highs[i]!;
		leftLow -= lows[i]!;
		if (leftLow < 0) {
			leftLow += lowLimb;
			leftHigh--;
		}
		if (leftHigh < 0) return i;
	}
	throw new Error('a draw below the sum of all weights is below some sum of them');
}

function requireCandidates(count: number): void {
	if (count < 1 || count > maxCandidates) throw new RangeError(`${count} candidates: from 1 to ${maxCandidates} can be drawn from`);
}
