import { upperTail } from './binomial-interval.ts';

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
