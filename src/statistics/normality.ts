import { centralMoments } from './skewness.ts';

/** The fewest numbers that the test takes; below 20 its approximation is coarse. */
export const minForNormality = 8;

/**
 * D'Agostino and Pearson's omnibus test: the chance that a normal distribution gives skewness and kurtosis as far off as these numbers have
 * (D'Agostino 1970; Anscombe and Glynn 1983; scipy.stats.normaltest). `null`: fewer than eight numbers, or all alike.
 * @throws RangeError for a number that is not finite
 */
export function normalityP(values: ArrayLike<number>): number | null {
	if (values.length < minForNormality) return null;
	const moments = centralMoments(values);
	if (moments === null) return null;
	const { n, second, third, fourth } = moments;
	const square = skewnessZ(third / second ** 1.5, n) ** 2 + kurtosisZ(fourth / second ** 2, n) ** 2;
	// Of chi-squared with two degrees of freedom.
	return Math.exp(-square / 2);
}

function skewnessZ(skewness: number, n: number): number {
	const y = skewness * Math.sqrt(((n + 1) * (n + 3)) / (6 * (n - 2)));
	const beta = (3 * (n * n + 27 * n - 70) * (n + 1) * (n + 3)) / ((n - 2) * (n + 5) * (n + 7) * (n + 9));
	const w = Math.sqrt(2 * (beta - 1)) - 1;
	return Math.asinh(y / Math.sqrt(2 / (w - 1))) / Math.sqrt(Math.log(w) / 2);
}

function kurtosisZ(kurtosis: number, n: number): number {
	const expected = (3 * (n - 1)) / (n + 1);
	const variance = (24 * n * (n - 2) * (n - 3)) / ((n + 1) ** 2 * (n + 3) * (n + 5));
	const x = (kurtosis - expected) / Math.sqrt(variance);
	const beta = ((6 * (n * n - 5 * n + 2)) / ((n + 7) * (n + 9))) * Math.sqrt((6 * (n + 3) * (n + 5)) / (n * (n - 2) * (n - 3)));
	const a = 6 + (8 / beta) * (2 / beta + Math.sqrt(1 + 4 / beta ** 2));
	const root = Math.cbrt((1 - 2 / a) / (1 + x * Math.sqrt(2 / (a - 4))));
	return (1 - 2 / (9 * a) - root) / Math.sqrt(2 / (9 * a));
}
