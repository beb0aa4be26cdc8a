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

/**
 * Reductions of rows of logits over the full vocabulary. A row is `[V]` in float32; sums are taken in float64 after
 * subtracting the row's maximum, so that nothing overflows. `-Infinity` is a masked entry of probability 0.
 * Natural logarithms; entropies and divergences in nats.
 */

/** Statistics of one next-token distribution and the token that came. */
export interface NextTokenStatistics {
	/** `ln Σ_v exp(x_v)`, to turn logits into log-probabilities. */
	readonly logNormalizer: number;
	/** `ln P(target)`; `-Infinity` for a masked target. */
	readonly logProbability: number;
	/** `H(P)`, in `[0, ln V]`. */
	readonly entropy: number;
	/** Rank of the target by probability, from 1; ties count against it. */
	readonly rank: number;
}

/** The same token under two distributions `p` and `q`. */
export interface PairedStatistics {
	readonly p: NextTokenStatistics;
	readonly q: NextTokenStatistics;
	/** `KL(P ‖ Q)`, `>= 0`; `Infinity` when `Q` masks what `P` allows. */
	readonly kl: number;
}

/** `ln Σ_v exp(x_v)`. @throws RangeError for a row without a finite maximum, or with NaN. */
export function logSumExp(row: Float32Array): number {
	const max = maximumOf(row);
	let sum = 0;
	for (let v = 0; v < row.length; v++) sum += expOfNegative(row[v]! - max);
	return checked(max + Math.log(sum));
}

/**
 * Reduces one row in two passes.
 * @param target index of the token that came, in `[0, V)`.
 * @throws RangeError for a target outside the row, a row without a finite maximum, or with NaN.
 */
export function nextTokenStatistics(row: Float32Array, target: number): NextTokenStatistics {
	checkTarget(row, target);
	const max = maximumOf(row);
	const own = row[target]!;
	let rank = 0;
	let sum = 0;
	let weighted = 0;
	for (let v = 0; v < row.length; v++) {
		const x = row[v]!;
		if (x >= own) rank++;
		const shifted = x - max;
		const e = expOfNegative(shifted);
		// 0 · -∞ is NaN, and its limit is 0.
		if (e > 0) {
			sum += e;
			weighted += e * shifted;
		}
	}
	return summary(max, sum, weighted, own, rank);
}

/**
 * Reduces two rows `[V]` over the same vocabulary together: each exponential is taken once, for both entropies and the divergence.
 * `KL(P ‖ Q) = Σ_v P(v) (ln P(v) − ln Q(v))`, docs/methods/repcs.md.
 * @throws RangeError as `nextTokenStatistics`, or when the rows differ in length.
 */
export function pairedStatistics(p: Float32Array, q: Float32Array, target: number): PairedStatistics {
	if (p.length !== q.length) throw new RangeError(`rows of ${p.length} and ${q.length} logits`);
	checkTarget(p, target);
	const maxP = maximumOf(p);
	const maxQ = maximumOf(q);
	const ownP = p[target]!;
	const ownQ = q[target]!;
	// One by one: out of an array literal the engine does not keep them as plain numbers, and the loop takes twice as long.
	let rankP = 0;
	let rankQ = 0;
	let sumP = 0;
	let sumQ = 0;
	let weightedP = 0;
	let weightedQ = 0;
	let crossed = 0;
	for (let v = 0; v < p.length; v++) {
		const x = p[v]!;
		const y = q[v]!;
		if (x >= ownP) rankP++;
		if (y >= ownQ) rankQ++;
		const a = x - maxP;
		const b = y - maxQ;
		const eP = expOfNegative(a);
		const eQ = expOfNegative(b);
		if (eP > 0) {
			sumP += eP;
			weightedP += eP * a;
			crossed += eP * b;
		}
		if (eQ > 0) {
			sumQ += eQ;
			weightedQ += eQ * b;
		}
	}
	const kl = (weightedP - crossed) / sumP - Math.log(sumP) + Math.log(sumQ);
	return {
		p: summary(maxP, sumP, weightedP, ownP, rankP),
		q: summary(maxQ, sumQ, weightedQ, ownQ, rankQ),
		// Rounding may leave a difference of a few ulps below zero.
		kl: Math.max(0, kl),
	};
}

/**
 * Indices of the `k` largest logits, largest first; the smaller index first among equals. Masked entries are left out,
 * so there may be fewer.
 */
export function topIndices(row: Float32Array, k: number): number[] {
	const best: number[] = [];
	if (k <= 0) return best;
	let min = -Infinity;
	for (let v = 0; v < row.length; v++) {
		const x = row[v]!;
		if (!(x > min)) continue;
		let at = best.length;
		while (at > 0 && row[best[at - 1]!]! < x) at--;
		best.splice(at, 0, v);
		if (best.length > k) best.pop();
		if (best.length === k) min = row[best[k - 1]!]!;
	}
	return best;
}

function summary(max: number, sum: number, weighted: number, own: number, rank: number): NextTokenStatistics {
	const logSum = Math.log(sum);
	const logNormalizer = checked(max + logSum);
	// ln P(target) from the shifted logit: `own - logNormalizer` would lose digits where logits are large.
	return { logNormalizer, logProbability: own - max - logSum, entropy: Math.max(0, logSum - weighted / sum), rank };
}

function maximumOf(row: Float32Array): number {
	let max = -Infinity;
	let sum = 0;
	for (let v = 0; v < row.length; v++) {
		const x = row[v]!;
		if (x > max) max = x;
		sum += x;
	}
	// A NaN never compares greater, but it does not leave a sum.
	if (Number.isNaN(sum) || !Number.isFinite(max)) {
		throw new RangeError(`a row of ${row.length} logits is no distribution: it holds NaN or +Infinity, or is masked as a whole`);
	}
	return max;
}

function checkTarget(row: Float32Array, target: number): void {
	if (!Number.isInteger(target) || target < 0 || target >= row.length)
		throw new RangeError(`target ${target} is outside a row of ${row.length} logits`);
}

function checked(value: number): number {
	if (!Number.isFinite(value)) throw new RangeError('a row of logits does not sum to a number');
	return value;
}
