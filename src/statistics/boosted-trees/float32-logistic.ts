/**
 * The logistic function and its inverse, step by step in float32, because a model's predictions are to be XGBoost's,
 * and its training goes on from them.
 */

/** Log-odds of a probability in `(0, 1)`; 0, not -0, for 0.5. */
export function logit(probability: number): number {
	return Math.fround(0 - Math.fround(Math.log(Math.fround(Math.fround(1 / Math.fround(probability)) - 1))));
}

/** Probability of log-odds, in `[0, 1]`. */
export function sigmoid(margin: number): number {
	// float32's exp overflows above 88.7; XGBoost cuts there.
	const power = Math.fround(Math.exp(Math.min(88.7, -margin)));
	return Math.fround(1 / Math.fround(power + 1));
}
