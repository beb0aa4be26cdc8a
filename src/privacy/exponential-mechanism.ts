import type { RandomBits } from './random-bits.ts';

const grid = 2 ** 40;

/**
 * Draws an index with a chance in proportion to `exp(logWeights[i])`, weights rounded onto a grid of whole numbers. Stand-in until the
 * mechanisms are here: theirs states the error of the rounding.
 * @throws RangeError without a finite weight.
 */
export function drawExponential(bits: RandomBits, logWeights: Float64Array): number {
	const most = logWeights.reduce((max, w) => Math.max(max, w), -Infinity);
	if (!Number.isFinite(most)) throw new RangeError('no weight is finite');
	let total = 0n;
	for (const w of logWeights) total += BigInt(Math.round(Math.exp(w - most) * grid));
	let left = bits.below(total);
	for (const [i, w] of logWeights.entries()) {
		left -= BigInt(Math.round(Math.exp(w - most) * grid));
		if (left < 0n) return i;
	}
	throw new RangeError('weights do not add up');
}
