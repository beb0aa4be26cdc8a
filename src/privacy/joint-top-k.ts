import { roundingEpsilon } from './exponential-mechanism.ts';
import type { RandomBits } from './random-bits.ts';

/**
 * `k` different indices of high counts, the highest first, by the joint exponential mechanism over sequences (Gillenwater, Joseph, Muñoz
 * Medina, Ribero 2022): one draw for all, ∝ `exp(−ε L / 2)` with the loss `L(s) = max_i (c_(i) − c_{s_i})`, `c_(i)` the i-th highest count.
 *
 * Why it is private: a document counts once for an item, so a document more raises each count by 0 or 1, and so each `c_(i)`: `L` moves by 1 at most,
 * however many items the document has. `exp(−ε L / 2)` is a step of bounded range ε, rounding included.
 *
 * Counts are whole numbers, so the loss has few values, and how many sequences lose at most `v` is a product: the i-th place takes any of the
 * `n_i(v)` items with `c >= c_(i) − v`, which are among those of later places, so that `i − 1` of them are gone: `N(v) = Π (n_i(v) − i + 1)`. First the loss
 * is drawn, then a sequence of that loss, all in whole numbers.
 * @param counts documents that have each item of a public vocabulary.
 * @throws RangeError unless `1 <= k <= counts.length` and ε is positive.
 */
export function jointTopK(bits: RandomBits, counts: Uint32Array, k: number, epsilon: number): number[] {
	if (!(Number.isInteger(k) && k >= 1 && k <= counts.length)) throw new RangeError(`${k} of ${counts.length}`);
	const stepEpsilon = epsilon - roundingEpsilon(1);
	if (!(stepEpsilon > 0)) throw new RangeError(`an ε of ${epsilon}`);
	const order = Uint32Array.from(counts.keys()).toSorted((a, b) => counts[b]! - counts[a]!);
	const sorted = order.map((i) => counts[i]!);
	const loss = drawLoss(bits, sorted, k, stepEpsilon);
	return drawSequence(bits, sorted, k, loss).map((rank) => order[rank]!);
}

/** Items, by rank, that place `i` may take when it loses at most `loss`; none loses -1. */
function eligible(sorted: Uint32Array, i: number, loss: number): number {
	const min = sorted[i]! - loss;
	// The first rank whose count is below: counts fall.
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (sorted[middle]! >= min) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Ways to fill places `from … k − 1` with a loss of at most `loss` each. */
function ways(sorted: Uint32Array, from: number, k: number, loss: number): bigint {
	let product = 1n;
	for (let i = from; i < k && product > 0n; i++) product *= BigInt(Math.max(0, eligible(sorted, i, loss) - i));
	return product;
}

function drawLoss(bits: RandomBits, sorted: Uint32Array, k: number, epsilon: number): number {
	const max = sorted[0]! - sorted.at(-1)!;
	const range = Math.ceil((epsilon * max) / 2 / Math.LN2) + 64;
	const weights: bigint[] = [];
	let [total, below] = [0n, 0n];
	for (let loss = 0; loss <= max; loss++) {
		const within = ways(sorted, 0, k, loss);
		const weight = (within - below) * expOnGrid((-epsilon * loss) / 2, range);
		weights.push(weight);
		total += weight;
		below = within;
	}
	let left = bits.below(total);
	return weights.findIndex((weight) => (left -= weight) < 0n);
}

/** `e^x · 2^range` as a whole number, `x <= 0`, off by less than `2^-36` of itself where `−x < 65,536` and it has 64 bits or more. */
function expOnGrid(x: number, range: number): bigint {
	const halvings = Math.floor(-x / Math.LN2);
	const mantissa = Math.exp(x + halvings * Math.LN2);
	return (BigInt(Math.floor(mantissa * 2 ** 52)) << BigInt(range)) >> BigInt(52 + halvings);
}

/**
 * A sequence of exactly this loss, each as likely as the others: first the place that is the first to lose so much, then items one place
 * after the other. What that place takes is in no earlier one, which hold only what loses less, that is, higher counts.
 */
function drawSequence(bits: RandomBits, sorted: Uint32Array, k: number, loss: number): number[] {
	const exact = Array.from({ length: k }, (_, i) => eligible(sorted, i, loss) - lower(i));
	function lower(i: number): number {
		return eligible(sorted, i, loss - 1);
	}
	const firsts: bigint[] = [];
	let [before, total] = [1n, 0n];
	for (let i = 0; i < k; i++) {
		const weight = before * BigInt(exact[i]!) * ways(sorted, i + 1, k, loss);
		firsts.push(weight);
		total += weight;
		before *= BigInt(Math.max(0, lower(i) - i));
	}
	let left = bits.below(total);
	const first = firsts.findIndex((weight) => (left -= weight) < 0n);
	const taken: number[] = [];
	for (let i = 0; i < k; i++) {
		if (i === first) taken.push(lower(i) + Number(bits.below(BigInt(exact[i]!))));
		else taken.push(drawFree(bits, eligible(sorted, i, i < first ? loss - 1 : loss), taken));
	}
	return taken;
}

/** A rank below `limit` that is not taken; all that are taken are below it. */
function drawFree(bits: RandomBits, limit: number, taken: readonly number[]): number {
	let rank = Number(bits.below(BigInt(limit - taken.length)));
	for (const gone of taken.toSorted((a, b) => a - b)) if (gone <= rank) rank++;
	return rank;
}
