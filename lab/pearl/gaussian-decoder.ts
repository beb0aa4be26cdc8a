import { kthLargest, logNormalizer } from '../../src/methods/pearl/row-statistics.ts';
import type { TokenChoice, TokenDecoder } from '../../src/methods/pearl/gated-votes.ts';
import { standardNormal, type Random } from '../../src/statistics/random.ts';

/**
 * Standard deviation of the noise on each mean probability, so that all tokens together are (ε, δ)-private: by zero-concentrated privacy (Bun, Steinke
 * 2016), with `T` tokens at `ρ = T (√2/M)² / 2σ²` and `ε = ρ + 2 √(ρ ln 1/δ)`. A document moves the mean of `M` distributions by `√2/M` at most (L2).
 */
export function gaussianDeviation({
	epsilon,
	delta,
	tokens,
	documents,
}: {
	readonly epsilon: number;
	readonly delta: number;
	readonly tokens: number;
	readonly documents: number;
}): number {
	const log = Math.log(1 / delta);
	const rho = (Math.sqrt(log + epsilon) - Math.sqrt(log)) ** 2;
	return Math.sqrt(tokens / rho) / documents;
}

/**
 * In-context learning by the Gaussian mechanism (Tang et al. 2023), for the bench's tables alone: the likeliest token of the mean of all documents'
 * distributions, with Gaussian noise on each candidate. Candidates are those that the path without documents holds likeliest; an empty path speaks as it does.
 * Its numbers come from a seed, and nothing that it writes is private.
 */
export class GaussianDecoder implements TokenDecoder {
	readonly #deviation: number;
	readonly #candidates: number;
	readonly #random: Random;
	#paid = 0;

	constructor(deviation: number, candidates: number, random: Random) {
		this.#deviation = deviation;
		this.#candidates = candidates;
		this.#random = random;
	}

	get paid(): number {
		return this.#paid;
	}

	next(without: Float32Array, subsets: readonly (Float32Array | null)[]): TokenChoice {
		if (subsets.length === 0) throw new RangeError('a mean of no paths');
		const rows = subsets.map((subset) => subset ?? without);
		// Refuses a row that is no distribution before anything is drawn.
		const normalizers = rows.map((row) => logNormalizer(row));
		const least = kthLargest(without, this.#candidates, new Float32Array(without.length));
		let [best, max] = [-1, -Infinity];
		for (let v = 0; v < without.length; v++) {
			if (without[v]! < least || without[v] === -Infinity) continue;
			const mean = rows.reduce((sum, row, i) => sum + Math.exp(row[v]! - normalizers[i]!), 0) / rows.length;
			const noisy = mean + this.#deviation * standardNormal(this.#random);
			if (noisy > max) [best, max] = [v, noisy];
		}
		this.#paid++;
		return { kind: 'token', id: best };
	}
}
