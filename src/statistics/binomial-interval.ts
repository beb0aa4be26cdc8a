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
	requireInterval(successes, trials, confidence);
	return { low: lowEnd(successes, trials, confidence), high: highEnd(successes, trials, confidence) };
}

/**
 * Returns the upper end of `clopperPearson` alone, which takes half the time.
 * @throws {RangeError} as `clopperPearson` does.
 */
export function clopperPearsonHigh(successes: number, trials: number, confidence = 0.95): number {
	requireInterval(successes, trials, confidence);
	return highEnd(successes, trials, confidence);
}

/**
 * Returns the lower end of `clopperPearson` alone, which takes half the time.
 * @throws {RangeError} as `clopperPearson` does.
 */
export function clopperPearsonLow(successes: number, trials: number, confidence = 0.95): number {
	requireInterval(successes, trials, confidence);
	return lowEnd(successes, trials, confidence);
}

function requireCounts(successes: number, trials: number): void {
	if (!Number.isInteger(successes) || !Number.isInteger(trials) || successes < 0 || successes > trials)
		throw new RangeError(`${successes} successes of ${trials} trials`);
}

function requireInterval(successes: number, trials: number, confidence: number): void {
	requireCounts(successes, trials);
	if (!(confidence > 0 && confidence < 1)) throw new RangeError(`a confidence of ${confidence}`);
}

function lowEnd(successes: number, trials: number, confidence: number): number {
	return successes === 0 ? 0 : probabilityAtTail(successes, trials, (1 - confidence) / 2);
}

function highEnd(successes: number, trials: number, confidence: number): number {
	return successes === trials ? 1 : 1 - probabilityAtTail(trials - successes, trials, (1 - confidence) / 2);
}

/** Returns `P(X >= k)` of `X ~ Binomial(n, p)`, with `k >= 1`. */
export function upperTail(k: number, n: number, p: number): number {
	if (p <= 0) return 0;
	if (p >= 1) return 1;
	return Math.min(1, Math.exp(logTermAt(k, n, p, logBinomialCoefficient(n, k)) + logTailOverTerm(k, n, p)));
}

/** Returns `ln C(n, k)`. */
function logBinomialCoefficient(n: number, k: number): number {
	let log = 0;
	for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i);
	return log;
}

/** Returns `ln P(X = k)`. */
function logTermAt(k: number, n: number, p: number, logCoefficient: number): number {
	return logCoefficient + k * Math.log(p) + (n - k) * Math.log1p(-p);
}

/** Returns `ln(P(X >= k) / P(X = k))`. */
function logTailOverTerm(k: number, n: number, p: number): number {
	// Each term is computed from the one before by their ratio. All terms are positive, so nothing cancels.
	const odds = p / (1 - p);
	let logScale = 0;
	let term = 1;
	let sum = 1;
	for (let i = k; i < n; i++) {
		const ratio = ((n - i) / (i + 1)) * odds;
		term *= ratio;
		sum += term;
		// Ratios fall, so the terms that are left are less than a geometric series, and too small to change the sum.
		if (ratio < 1 && term * ratio < sum * (1 - ratio) * 2 ** -56) break;
		// The largest term may come late. Relative to the first term it may overflow, so the sum is scaled down in steps.
		if (sum > 1e200) {
			logScale += Math.log(1e200);
			term /= 1e200;
			sum /= 1e200;
		}
	}
	return logScale + Math.log(sum);
}

/**
 * Returns the `p` with which `P(X >= k) = level`, `k >= 1`, to the last bits: by Newton's method on `ln P(X >= k)`, whose derivative is
 * `k P(X = k) / (p P(X >= k))`. If a step leaves the interval that is known to hold `p`, the interval is halved instead.
 */
function probabilityAtTail(k: number, n: number, level: number): number {
	const logCoefficient = logBinomialCoefficient(n, k);
	const logLevel = Math.log(level);
	let [low, high] = [0, 1];
	let p = k / (n + 1);
	for (let i = 0; i < 200; i++) {
		const tailOverTerm = logTailOverTerm(k, n, p);
		const excess = logTermAt(k, n, p, logCoefficient) + tailOverTerm - logLevel;
		if (excess < 0) low = p;
		else high = p;
		const stepped = p - (excess * p * Math.exp(tailOverTerm)) / k;
		const next = stepped > low && stepped < high ? stepped : (low + high) / 2;
		if (Math.abs(next - p) <= 2 ** -52 * p || next === low || next === high) return next;
		p = next;
	}
	return p;
}

/**
 * Returns the p-value of the one-sided exact binomial test: the probability of at least as many successes if each trial succeeds with
 * probability `rate`.
 * @throws {RangeError} unless `0 <= successes <= trials`, both whole, and `0 <= rate <= 1`.
 */
export function binomialTest(successes: number, trials: number, rate: number): number {
	requireCounts(successes, trials);
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
