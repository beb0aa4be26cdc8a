/**
 * Half the height of the Dvoretzky–Kiefer–Wolfowitz band with Massart's constant, `√(ln(2 / (1 − confidence)) / 2n)`: the distribution
 * function of `n` independent draws lies within it of the empirical one, everywhere at once, with at least this confidence.
 * @throws RangeError without draws, or unless `0 < confidence < 1`.
 */
export function dkwHalfHeight(n: number, confidence = 0.95): number {
	if (!(n >= 1) || !(confidence > 0 && confidence < 1)) throw new RangeError(`a band of confidence ${confidence} of ${n} draws`);
	return Math.sqrt(Math.log(2 / (1 - confidence)) / (2 * n));
}
