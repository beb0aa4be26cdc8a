/** Bounds of an interval. */
export interface Bounds {
	readonly low: number;
	readonly high: number;
}

/**
 * Returns the Clopper–Pearson interval of a proportion. It consists of the values that neither one-sided exact binomial test at `(1 -
 * confidence) / 2` rejects.
 * For independent trials, its coverage is at least `confidence`, whatever the proportion. Without trials, it is `[0, 1]`.
 * @throws {RangeError} unless `0 <= successes <= trials`, both whole, and `0 < confidence < 1`.
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

/** Returns `P(X >= k)` of `X ~ Binomial(n, p)`, with `k >= 1`. */
export function upperTail(k: number, n: number, p: number): number {
	if (p <= 0) return 0;
	if (p >= 1) return 1;
	// Each term is computed from the one before by their ratio. All terms are positive, so nothing cancels.
	let logTerm = k * Math.log(p) + (n - k) * Math.log1p(-p);
	for (let i = 1; i <= k; i++) logTerm += Math.log((n - k + i) / i);
	let term = 1;
	let sum = 1;
	// The largest term may come late. Relative to the first term it may overflow, so the sum is scaled down in steps.
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

/** Returns where a rising function on `[0, 1]` reaches `level`, by bisection to the last bits. */
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
 * Returns the p-value of the one-sided exact binomial test: the probability of at least as many successes if each trial succeeds with
 * probability `rate`.
 * @throws {RangeError} unless `0 <= successes <= trials`, both whole, and `0 <= rate <= 1`.
 */
export function binomialTest(successes: number, trials: number, rate: number): number {
	if (!Number.isInteger(successes) || !Number.isInteger(trials) || successes < 0 || successes > trials)
		throw new RangeError(`${successes} successes of ${trials} trials`);
	if (!(rate >= 0 && rate <= 1)) throw new RangeError(`a rate of ${rate}`);
	return successes === 0 ? 1 : upperTail(successes, trials, rate);
}

/**
 * Returns the p-values of several tests after Bonferroni's correction: each times their number, at most 1. The probability that one of them
 * is below `α` by chance is then at most `α`.
 */
export function bonferroni(pValues: readonly number[]): number[] {
	return pValues.map((p) => Math.min(1, p * pValues.length));
}
