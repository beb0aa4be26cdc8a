/** Steps of the tables to a factor of 2; a power of 2. */
const steps = 256;
const perNat = steps / Math.LN2;
const step = Math.LN2 / steps;
/** `2^(−j / steps)` and `2^(−i)`. */
const fractions = Float64Array.from({ length: steps }, (_, j) => 2 ** (-j / steps));
const halves = Float64Array.from({ length: 1024 }, (_, i) => 2 ** -i);

/**
 * `e^x` for `x <= 0`, within `1e-14` of it in proportion: two tables and four terms of the series, a third of the time of `Math.exp`. Reducing
 * two rows of a large vocabulary is little else.
 * @param x `-Infinity` gives 0, NaN gives NaN; above 0 the result is not defined.
 */
export function expOfNegative(x: number): number {
	// Beyond it the tables end.
	if (!(x > -700)) return Math.exp(x);
	const k = (x * -perNat) | 0;
	const rest = x + k * step;
	return halves[k >> 8]! * fractions[k & 255]! * (1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * (1 / 24)))));
}
