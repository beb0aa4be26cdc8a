/** How lopsided numbers lie: 0 for a symmetric distribution, above 0 with a long tail to the right. */
export interface Skewness {
	/** `m₃ / m₂^{3/2}` of central moments, each divided by n (as scipy.stats.skew). */
	readonly value: number;
	/** How far a sample's value lies from its population's, as a standard deviation; 0 where the numbers are all there are. */
	readonly standardError: number;
}

/** The fewest numbers that have a skewness. */
const minForSkewness = 3;

/**
 * Skewness, and its standard error by the influence function `z³ − 3z − γ − 1.5 γ (z² − 1)`: no distribution is assumed. Of a sample without
 * replacement from `population` numbers, the error shrinks by `√(1 − n / population)`. `null`: fewer than three numbers, or all alike.
 * @param population how many there are in all; absent: a sample of a distribution
 * @throws RangeError for a number that is not finite
 */
export function skewnessOf(values: ArrayLike<number>, population = Infinity): Skewness | null {
	const central = centralMoments(values);
	if (central === null || values.length < minForSkewness) return null;
	const { n, mean, second, third } = central;
	const deviation = Math.sqrt(second);
	const value = third / (second * deviation);
	let squares = 0;
	for (let i = 0; i < n; i++) {
		const z = (values[i]! - mean) / deviation;
		squares += (z * (z * z - 3) - value - 1.5 * value * (z * z - 1)) ** 2;
	}
	return { value, standardError: Math.sqrt(squares * Math.max(0, 1 - n / population)) / n };
}

/** Moments about the mean, divided by n. */
export interface CentralMoments {
	readonly n: number;
	readonly mean: number;
	readonly second: number;
	readonly third: number;
	readonly fourth: number;
}

/** `null`: no numbers, or all alike but for the rounding of float64. @throws RangeError for a number that is not finite. */
export function centralMoments(values: ArrayLike<number>): CentralMoments | null {
	const n = values.length;
	if (n === 0) return null;
	let sum = 0;
	for (let i = 0; i < n; i++) sum += values[i]!;
	const mean = sum / n;
	if (!Number.isFinite(mean)) throw new RangeError(`the mean of ${n} numbers is ${mean}`);
	let [second, third, fourth] = [0, 0, 0];
	for (let i = 0; i < n; i++) {
		const off = values[i]! - mean;
		const square = off * off;
		second += square;
		third += square * off;
		fourth += square * square;
	}
	return second / n <= (1e-14 * Math.abs(mean)) ** 2 ? null : { n, mean, second: second / n, third: third / n, fourth: fourth / n };
}
