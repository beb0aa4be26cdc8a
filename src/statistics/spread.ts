import { quantile } from './quantile.ts';

/** Where numbers lie, and how wide. */
export interface Spread {
	readonly mean: number;
	/** Sample standard deviation, N − 1; 0 for a single number. */
	readonly deviation: number;
	readonly n: number;
}

/** @throws RangeError for no number, or one that is not finite. */
export function spreadOf(values: ArrayLike<number>): Spread {
	const n = values.length;
	let sum = 0;
	for (let i = 0; i < n; i++) sum += values[i]!;
	const mean = sum / n;
	if (!Number.isFinite(mean)) throw new RangeError(`the mean of ${n} numbers is ${mean}`);
	let squares = 0;
	for (let i = 0; i < n; i++) squares += (values[i]! - mean) ** 2;
	return { mean, deviation: n > 1 ? Math.sqrt(squares / (n - 1)) : 0, n };
}

/** Where most numbers lie, whatever the others are. */
export interface RobustSpread {
	readonly median: number;
	/** `1.4826 · MAD`: the standard deviation, of a normal distribution. */
	readonly deviation: number;
	readonly n: number;
}

/** `1 / Φ⁻¹(3/4)`. */
const normalMad = 1.482602218505602;

/** @throws RangeError for no number, or NaN. */
export function robustSpreadOf(values: ArrayLike<number>): RobustSpread {
	const sorted = Float64Array.from(values).toSorted();
	if (sorted.some(Number.isNaN)) throw new RangeError('a number is NaN');
	const median = quantile(sorted, 0.5);
	const distances = sorted.map((value) => Math.abs(value - median)).toSorted();
	return { median, deviation: normalMad * quantile(distances, 0.5), n: sorted.length };
}
