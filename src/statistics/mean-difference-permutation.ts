import type { Random } from './random.ts';

/** Rows one behind the other: `[count, width]`. */
export interface Rows {
	readonly values: ArrayLike<number>;
	readonly count: number;
	readonly width: number;
}

export interface PermutationP {
	/** In `(0, 1]`. */
	readonly p: number;
	/** Whether every division was compared, so that `p` is not an estimate. */
	readonly exact: boolean;
}

/** Up to so many divisions, all are compared: 16 rows in halves have 12,870. */
const maxExact = 20_000;
/** Draws at least as far apart after which no more are made: their number says then how large p is (Besag and Clifford, Biometrika 1991). */
const enoughAsFar = 20;

/**
 * Returns the one-sided p of the distance between the mean of the first rows and the mean of the others, by permuting rows (Fisher 1935; Good,
 * *Permutation, Parametric and Bootstrap Tests of Hypotheses*, 2005): the share of all divisions into as many rows that lie at least as far apart. With more
 * divisions than `maxExact`, draws take their place: `(1 + draws at least as far apart) / (1 + draws)`, and fewer draws where p is large. If the rows' order
 * means nothing, `p ≤ level` has a chance of at most `level`, whatever their distribution.
 * @param first rows of the first part, from 1 to `count − 1`
 * @throws {RangeError} for a part without a row
 */
export function meanDifferencePermutationP(
	rows: Rows,
	first: number,
	{ random, draws = 999 }: { readonly random: Random; readonly draws?: number },
): PermutationP {
	const { count } = rows;
	if (!(first >= 1 && first < count)) throw new RangeError(`a part of ${first} of ${count} rows`);
	const distance = squaredDistances(rows, first);
	const order = Int32Array.from({ length: count }, (_, row) => row);
	// Sums in another order differ in their last bits: such a division is the same one.
	const least = distance(order) * (1 - 1e-9);
	let asFar = 0;
	const exactly = divisions(count, first);
	if (exactly <= maxExact) {
		for (const part of combinations(count, first)) if (distance(part) >= least) asFar++;
		return { p: asFar / exactly, exact: true };
	}
	for (let draw = 0; draw < draws; draw++) {
		// The first rows of a random order (Fisher and Yates, broken off): the order of before is as good a beginning as any.
		for (let i = 0; i < first; i++) {
			const j = i + Math.floor(random() * (count - i));
			[order[i], order[j]] = [order[j]!, order[i]!];
		}
		if (distance(order) >= least) asFar++;
		if (asFar === enoughAsFar) return { p: asFar / (1 + draw), exact: false };
	}
	return { p: (1 + asFar) / (1 + draws), exact: false };
}

/** Makes a function of an order of rows: the squared distance between the mean of its first `first` rows and the mean of all other rows. */
function squaredDistances({ values, count, width }: Rows, first: number): (order: Int32Array) => number {
	const all = new Float64Array(width);
	for (let at = 0; at < count * width; at++) all[at % width]! += values[at]!;
	const sum = new Float64Array(width);
	return (order) => {
		sum.fill(0);
		for (let i = 0; i < first; i++) for (let k = 0, at = order[i]! * width; k < width; k++, at++) sum[k]! += values[at]!;
		let squared = 0;
		for (let k = 0; k < width; k++) squared += (sum[k]! / first - (all[k]! - sum[k]!) / (count - first)) ** 2;
		return squared;
	};
}

/** How many ways there are to choose `chosen` of `count`; infinite where a number cannot say it. */
function divisions(count: number, chosen: number): number {
	let ways = 1;
	for (let i = 1; i <= Math.min(chosen, count - chosen); i++) ways = Math.round((ways * (count - i + 1)) / i);
	return ways;
}

/** Yields every choice of `chosen` of `count` numbers in ascending order, in the same array. */
function* combinations(count: number, chosen: number): Generator<Int32Array> {
	const part = Int32Array.from({ length: chosen }, (_, i) => i);
	for (;;) {
		yield part;
		let i = chosen - 1;
		while (i >= 0 && part[i] === count - chosen + i) i--;
		if (i < 0) return;
		part[i]!++;
		for (let j = i + 1; j < chosen; j++) part[j] = part[j - 1]! + 1;
	}
}
