/** `P(X <= x)` of the standard normal, to about 15 digits, far tails included. */
export function normalCdf(x: number): number {
	if (x > 0) return 1 - normalCdf(-x);
	const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
	return x < -4 ? density / millsDenominator(-x) : 0.5 + density * oddSeries(x);
}

/** `(Φ(x) - 1/2) / φ(x) = x + x³/3 + x⁵/(3·5) + …` (Abramowitz & Stegun 26.2.11): quick near 0. */
function oddSeries(x: number): number {
	let [term, sum] = [x, x];
	for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
		term *= (x * x) / k;
		sum += term;
	}
	return sum;
}

/** `φ(x) / (1 - Φ(x)) = x + 1/(x + 2/(x + 3/(x + …)))` (Abramowitz & Stegun 26.2.14): quick far from 0. */
function millsDenominator(x: number): number {
	let value = x;
	for (let k = 60; k >= 1; k--) value = x + k / value;
	return value;
}

/** `normalQuantile(0.975)`: how many standard errors a 95 % interval reaches to either side. */
export const z95 = 1.959963984540054;

/** Where `P(X <= x)` is `probability`; infinite for 0 and 1. @throws RangeError for a probability outside `[0, 1]`. */
export function normalQuantile(probability: number): number {
	if (!(probability >= 0 && probability <= 1)) throw new RangeError(`the normal quantile of ${probability}`);
	if (probability > 0.5) return -normalQuantile(1 - probability);
	if (probability === 0) return -Infinity;
	// Φ rises: bisection to the last bits.
	let [low, high] = [-40, 0];
	for (let i = 0; i < 64; i++) {
		const middle = (low + high) / 2;
		if (normalCdf(middle) < probability) low = middle;
		else high = middle;
	}
	return (low + high) / 2;
}
