import type { RandomBits } from './random-bits.ts';

/** Probabilities are whole multiples of `2^-200`: finer than `e^-64`, the smallest ratio that is asked for, by far. */
const gridBits = 200n;
const one = 1n << gridBits;
/** More than the rounding of `Math.exp` and of the grid. */
const slack = 2 ** -48;

/**
 * Probability to release what `n` documents give, `p_0 … p_most`: the largest that (ε, δ)-differential privacy allows (Desfontaines, Voss,
 * Gipson, Mandayam 2022): `p_0 = 0`, `p_n = min(e^ε p_{n−1} + δ, 1 − e^{−ε}(1 − p_{n−1} − δ), 1)`.
 *
 * Why it is private: a document more makes `n` of `n − 1`. The two outcomes are 'released' and 'not', and the (ε, δ)-inequality of each, in
 * each direction, is one of: `p_n <= e^ε p_{n−1} + δ` and `1 − p_{n−1} <= e^ε (1 − p_n) + δ` (the two minima), and their mirror images, which
 * hold because `p` rises. What no document gives is never released, so that nobody has to know what could have been said.
 *
 * @throws RangeError unless `0 < ε <= 700`, `0 < δ < 1` and `max` is a whole number `>= 0`.
 */
export function releaseProbabilities(epsilon: number, delta: number, max: number): Float64Array {
	const probabilities = new Float64Array(max + 1);
	const chances = new Chances(epsilon, delta);
	// A quotient of BigInts rounds to the nearest float64: 53 bits of what has 200.
	for (let n = 0; n <= max; n++) probabilities[n] = Number(chances.of(n)) / Number(one);
	return probabilities;
}

/** Draws whether what `count` documents give is released: exactly the probabilities of `releaseProbabilities`, without rounding. */
export function isReleased(bits: RandomBits, epsilon: number, delta: number, count: number): boolean {
	if (!Number.isInteger(count) || count < 0) throw new RangeError(`${count} documents`);
	return bits.below(one) < chancesOf(epsilon, delta).of(count);
}

let last: Chances | undefined;

/** One table for many draws in a row. */
function chancesOf(epsilon: number, delta: number): Chances {
	if (last === undefined || last.epsilon !== epsilon || last.delta !== delta) last = new Chances(epsilon, delta);
	return last;
}

/**
 * `p_n · 2^200` as whole numbers. Both inequalities hold between these whole numbers themselves: `e^ε` is taken a little too low, `e^{−ε}` too
 * high, and divisions round to the safe side, so that (ε, δ) is met and not just met up to rounding.
 */
class Chances {
	readonly epsilon: number;
	readonly delta: number;
	readonly #growth: bigint;
	readonly #decay: bigint;
	readonly #delta: bigint;
	readonly #known: bigint[] = [0n];

	constructor(epsilon: number, delta: number) {
		if (!(epsilon > 0 && epsilon <= 700)) throw new RangeError(`an ε of ${epsilon}`);
		if (!(delta > 0 && delta < 1)) throw new RangeError(`a δ of ${delta}`);
		this.epsilon = epsilon;
		this.delta = delta;
		this.#growth = onGrid(Math.exp(epsilon) * (1 - slack));
		this.#decay = onGrid(Math.exp(-epsilon) * (1 + slack)) + 1n;
		this.#delta = onGrid(delta);
	}

	of(n: number): bigint {
		const known = this.#known;
		while (known.length <= n) {
			const p = known.at(-1)!;
			if (p === one) return one;
			const grown = ((this.#growth * p) >> gridBits) + this.#delta;
			const left = one - p - this.#delta;
			// `-(-x >> b)` rounds up: what is left over may not be too little.
			const kept = left <= 0n ? 0n : -((-this.#decay * left) >> gridBits);
			const capped = one - kept;
			known.push(grown < capped ? (grown < one ? grown : one) : capped);
		}
		return known[n]!;
	}
}

/** The multiple of the grid below a number, as a count of its steps. */
function onGrid(value: number): bigint {
	// A float64 times a power of two is exact; below the grid's range it is cut.
	const exponent = Math.max(0, Math.ceil(52 - Math.log2(value)) + 1);
	if (exponent >= Number(gridBits)) return BigInt(Math.floor(value * 2 ** Number(gridBits)));
	return BigInt(Math.floor(value * 2 ** exponent)) << (gridBits - BigInt(exponent));
}
