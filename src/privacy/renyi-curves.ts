/** Rényi divergence of a step's outcomes for two neighbors, at most, by its order `α > 1`: nats. */
export type RenyiCurve = (alpha: number) => number;

/** More than what float64 rounds in a logarithm of numbers of this size. */
function withSlack(logMoment: number, size: number, alpha: number): number {
	return (logMoment + 2 ** -46 * (1 + size)) / (alpha - 1);
}

/**
 * A pure ε-DP step, `(1/(α−1)) ln((sinh(αε) − sinh((α−1)ε)) / sinh ε)` (Mironov 2017; Bun, Steinke 2016): the worst is randomized response with
 * log ratios ±ε, `E e^{(α−1)L} = (e^{αε} + e^{−(α−1)ε}) / (1 + e^ε)`, the same in a form that does not overflow. Never above ε.
 */
export function pureCurve(epsilon: number): RenyiCurve {
	return (alpha) => {
		const logMoment = (alpha - 1) * epsilon + Math.log1p(Math.exp(-(2 * alpha - 1) * epsilon)) - Math.log1p(Math.exp(-epsilon));
		return Math.min(epsilon, (alpha * epsilon ** 2) / 2, withSlack(logMoment, alpha * epsilon, alpha));
	};
}

/**
 * A step of bounded range ε: the log ratio of two neighbors' probabilities lies in an interval of length ε, `[−t, ε − t]`, and the worst pair has its
 * two ends as outcomes (Dong, Durfee, Rogers 2020): `E e^{(α−1)L} = x^{α−1} ((A − b) − (A − 1) x) / (1 − b)` with `x = e^{−t}`,
 * `b = e^{−ε}`, `A = e^{(α−1)ε}`. Its maximum over `t` has a closed form: the derivative is 0 at `x = (α−1)(A−b) / (α(A−1))`, which lies in `[b, 1]` by
 * Bernoulli's inequality, and the value there is `x^{α−1} (A − b) / (α (1 − b))`. So no grid of `t` can miss it. Never above `αε²/8`
 * (Cesar, Rogers 2021) and ε.
 */
export function boundedRangeCurve(epsilon: number): RenyiCurve {
	return (alpha) => {
		const beta = alpha - 1;
		// A − b and A − 1, both divided by A.
		const upper = -Math.expm1(-alpha * epsilon);
		const lower = -Math.expm1(-beta * epsilon);
		const logMoment =
			beta * Math.log((beta * upper) / (alpha * lower)) + beta * epsilon + Math.log(upper / (alpha * -Math.expm1(-epsilon)));
		return Math.min(epsilon, (alpha * epsilon ** 2) / 8, withSlack(logMoment, alpha * (epsilon + 1), alpha));
	};
}

/** Laplace noise of scale `1/ε` on what a document moves by 1 at most (Mironov 2017, table II). */
function laplaceCurve(epsilon: number): RenyiCurve {
	return (alpha) => {
		const up = Math.log(alpha / (2 * alpha - 1)) + (alpha - 1) * epsilon;
		const down = Math.log((alpha - 1) / (2 * alpha - 1)) - alpha * epsilon;
		return Math.min(epsilon, withSlack(up + Math.log1p(Math.exp(down - up)), alpha * epsilon, alpha));
	};
}

/**
 * A sparse vector with `ε₁` for its threshold and `ε₂` for each of `c` reports (Zhu, Wang 2020): `RDP_Laplace(ε₁) + c ε₂`, and never above the
 * curve of a pure step of `ε₁ + c ε₂`.
 *
 * Why: let one side look at its threshold moved by Δ beside its reports, and hide it again (post-processing). The moved threshold costs Laplace noise's
 * curve; given it, each outcome is at most `e^{c ε₂}` times likelier than the neighbor's, so the order-α moment of what is left is at most
 * `e^{(α−1) c ε₂}`.
 */
export function sparseVectorCurve(threshold: number, report: number, reports: number): RenyiCurve {
	const [ofThreshold, pure] = [laplaceCurve(threshold), pureCurve(threshold + reports * report)];
	return (alpha) => Math.min(ofThreshold(alpha) + reports * report, pure(alpha));
}

/** Orders from just above 1, where few large steps are best, to where the smallest are; `epsilonAt` refines between two. */
const orders: readonly number[] = Array.from({ length: 240 }, (_, i) => 1 + 10 ** (-3 + (i * 9) / 239));

/**
 * Least ε with which a curve is (ε, δ)-DP: `min_α RDP(α) + ln((α−1)/α) − (ln δ + ln α)/(α−1)` (Canonne, Kamath, Steinke 2020, proposition 12),
 * not below 0. Each order is a bound by itself, so a coarse search tells too much and never too little.
 */
export function epsilonAt(curve: RenyiCurve, delta: number): number {
	const bound = (alpha: number): number => curve(alpha) + Math.log1p(-1 / alpha) - (Math.log(delta) + Math.log(alpha)) / (alpha - 1);
	const bounds = orders.map(bound);
	let best = 0;
	for (let i = 1; i < bounds.length; i++) if (bounds[i]! < bounds[best]!) best = i;
	let low = Math.log(orders[Math.max(0, best - 1)]! - 1);
	let high = Math.log(orders[Math.min(orders.length - 1, best + 1)]! - 1);
	let min = bounds[best]!;
	for (let i = 0; i < 40; i++) {
		const [a, b] = [low + (high - low) * 0.382, low + (high - low) * 0.618];
		const [atA, atB] = [bound(1 + Math.exp(a)), bound(1 + Math.exp(b))];
		min = Math.min(min, atA, atB);
		if (atA < atB) high = b;
		else low = a;
	}
	return Math.max(0, min + 2 ** -44 * (1 + Math.abs(min)));
}
