/** Bounds of an interval. */
export interface Bounds {
	readonly low: number;
	readonly high: number;
}

/**
 * Clopper–Pearson interval of a proportion: the values that neither one-sided exact binomial test at `(1 - confidence) / 2` rejects.
 * Holds its confidence whatever the proportion, for independent trials. No trials: `[0, 1]`.
 * @throws RangeError unless `0 <= successes <= trials`, both whole, and `0 < confidence < 1`.
 */
export function clopperPearson(successes: number, trials: number, confidence = 0.95): Bounds {
	if (!Number.isInteger(successes) || !Number.isInteger(trials) || successes < 0 || successes > trials)
		throw new RangeError(`${successes} successes of ${trials} trials`);
	if (!(confidence > 0 && confidence < 1)) throw new RangeError(`a confidence of ${confidence}`);
	const tail = (1 - confidence) / 2;
	return {
		low: successes === 0 ? 0 : rising((p) => upperTail(successes, trials, p), tail),
		high: successes === trials ? 1 : 1 - rising((p) => upperTail(trials - successes, trials, p), tail),
	};
}

/** `P(X >= k)` of `X ~ Binomial(n, p)`, `k >= 1`. */
export function upperTail(k: number, n: number, p: number): number {
	if (p <= 0) return 0;
	if (p >= 1) return 1;
	// Terms from the first one, each by its ratio to the one before: all positive, so nothing cancels.
	let logTerm = k * Math.log(p) + (n - k) * Math.log1p(-p);
	for (let i = 1; i <= k; i++) logTerm += Math.log((n - k + i) / i);
	let term = 1;
	let sum = 1;
	// The largest term may come late: scaled to the first, it may overflow, so the sum is kept in steps.
	for (let i = k; i < n; i++) {
		term *= ((n - i) / (i + 1)) * (p / (1 - p));
		sum += term;
		if (sum > 1e200) {
			logTerm += Math.log(1e200);
			term /= 1e200;
			sum /= 1e200;
		}
	}
	return Math.min(1, Math.exp(logTerm + Math.log(sum)));
}

/** Where a rising function of `[0, 1]` reaches `level`, by bisection to the last bits. */
function rising(f: (p: number) => number, level: number): number {
	let [low, high] = [0, 1];
	for (let i = 0; i < 60; i++) {
		const middle = (low + high) / 2;
		if (f(middle) < level) low = middle;
		else high = middle;
	}
	return (low + high) / 2;
}

/**
 * One-sided exact binomial test: the chance of at least as many successes if each trial had only `rate`.
 * @throws RangeError unless `0 <= successes <= trials`, both whole, and `0 <= rate <= 1`
 */
export function binomialTest(successes: number, trials: number, rate: number): number {
	if (!Number.isInteger(successes) || !Number.isInteger(trials) || successes < 0 || successes > trials)
		throw new RangeError(`${successes} successes of ${trials} trials`);
	if (!(rate >= 0 && rate <= 1)) throw new RangeError(`a rate of ${rate}`);
	return successes === 0 ? 1 : upperTail(successes, trials, rate);
}

/** p-values of several tests, corrected so that one of them is below `α` by chance with a chance of at most `α`: each times their number, at most 1. */
export function bonferroni(pValues: readonly number[]): number[] {
	return pValues.map((p) => Math.min(1, p * pValues.length));
}
