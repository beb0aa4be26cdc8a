export interface KolmogorovSmirnov {
	/** Largest distance between the empirical distribution functions, in `[0, 1]`. */
	readonly statistic: number;
	/** Two-sided: chance of at least this distance when both samples are of one continuous distribution; with ties an upper bound. */
	readonly pValue: number;
}

/** Largest product of sample sizes for which the p-value is counted exactly, a step each; above it Kolmogorov's limit is within about 0.01. */
const exactUpTo = 4e6;

/**
 * Two-sample Kolmogorov–Smirnov test.
 * @throws RangeError for an empty sample or NaN.
 */
export function kolmogorovSmirnov(first: ArrayLike<number>, second: ArrayLike<number>): KolmogorovSmirnov {
	const [a, b] = [Float64Array.from(first).toSorted(), Float64Array.from(second).toSorted()];
	const [m, n] = [a.length, b.length];
	if (m === 0 || n === 0 || a.some(Number.isNaN) || b.some(Number.isNaN)) throw new RangeError(`samples of ${m} and ${n} numbers`);
	// Distances are kept times m n, as whole numbers.
	let [i, j, largest] = [0, 0, 0];
	while (i < m && j < n) {
		const x = Math.min(a[i]!, b[j]!);
		while (i < m && a[i] === x) i++;
		while (j < n && b[j] === x) j++;
		largest = Math.max(largest, Math.abs(i * n - j * m));
	}
	const statistic = largest / (m * n);
	return {
		statistic,
		pValue: m * n <= exactUpTo ? exactPValue(largest, m, n) : asymptoticPValue(statistic * Math.sqrt((m * n) / (m + n))),
	};
}

/**
 * Of all orders of `m` and `n` numbers, each as likely, the share in which the distance times `m n` reaches `largest`: lattice paths that
 * leave the band around the diagonal (Hodges, Arkiv för Matematik 1958). Probabilities of having left are carried, so that small ones keep their digits.
 */
function exactPValue(largest: number, m: number, n: number): number {
	if (largest === 0) return 1;
	const left = new Float64Array(n + 1);
	for (let i = 0; i <= m; i++) {
		for (let j = 0; j <= n; j++) {
			if (Math.abs(i * n - j * m) >= largest) left[j] = 1;
			else if (i + j > 0) left[j] = (i * (i > 0 ? left[j]! : 0) + j * (j > 0 ? left[j - 1]! : 0)) / (i + j);
			else left[j] = 0;
		}
	}
	return Math.min(1, left[n]!);
}

/** `P(K >= λ) = 2 Σ_{k>=1} (−1)^{k−1} e^{−2k²λ²}` of Kolmogorov's distribution. */
function asymptoticPValue(lambda: number): number {
	// Here the alternating series is 1 to the last bits, and slow.
	if (lambda < 0.2) return 1;
	let sum = 0;
	for (let k = 1; k <= 100; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda);
	return Math.min(1, Math.max(0, sum));
}
