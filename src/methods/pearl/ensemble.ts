import { ensembleSensitivity, type Clip } from '../../privacy/ensemble-sensitivity.ts';
import { drawExponential } from '../../privacy/exponential-mechanism.ts';
import type { RandomBits } from '../../privacy/random-bits.ts';
import { kthLargest, likeliest, logNormalizer } from './row-statistics.ts';
import type { TokenChoice, TokenDecoder } from './gated-votes.ts';

export interface EnsembleSettings {
	readonly clip: Clip;
	/** `C`, nats. */
	readonly clipBound: number;
	/** ε_t, above 0; `no-noise` takes the likeliest: no privacy. */
	readonly stepEpsilon: number | 'no-noise';
	/** `k`. */
	readonly candidates: number;
}

/**
 * The ensemble of PEARL: a token is drawn in proportion to `exp(ε_t ū(v) / 2Δ)`, `ū` the mean over the subsets of their
 * clipped log-probabilities. Candidates are those that the path without documents holds likeliest, and all within `2C` of the last of
 * them: no subset decides who is one. An empty subset speaks as the path without documents does.
 *
 * `absolute`: `u = max(z(v) − max z, −C)`, `Δ = C/M`. `difference`: `u = z0(v) + clamp(z(v) − z0(v), ±C)`, `Δ = 2C/M`.
 *
 * Nothing of vocabulary size is made for a token: room for candidates is kept.
 */
export class EnsembleDecoder implements TokenDecoder {
	readonly #settings: EnsembleSettings;
	readonly #bits: RandomBits;
	readonly #room: Float32Array;
	readonly #ids: Int32Array;
	readonly #means: Float64Array;
	#paid = 0;

	/** @param vocabulary `V`. @throws RangeError for a step without ε. */
	constructor(settings: EnsembleSettings, bits: RandomBits, vocabulary: number) {
		const { stepEpsilon } = settings;
		// What has no budget must not come out as if it needed none.
		if (stepEpsilon !== 'no-noise' && !(stepEpsilon > 0)) throw new RangeError(`an ε of ${stepEpsilon}`);
		this.#settings = settings;
		this.#bits = bits;
		this.#room = new Float32Array(vocabulary);
		this.#ids = new Int32Array(vocabulary);
		this.#means = new Float64Array(vocabulary);
	}

	get paid(): number {
		return this.#paid;
	}

	next(without: Float32Array, subsets: readonly (Float32Array | null)[]): TokenChoice {
		const { clip, clipBound, stepEpsilon } = this.#settings;
		if (subsets.length === 0) throw new RangeError('an ensemble of no subsets');
		const count = this.#findCandidates(without);
		const means = this.#means.subarray(0, count);
		if (clip === 'absolute') this.#sumAbsolute(without, subsets, count);
		else this.#sumDifferences(without, subsets, count);
		this.#paid++;
		const best = (): number => means.reduce((max, x, i) => (x > means[max]! ? i : max), 0);
		if (stepEpsilon === 'no-noise') return { kind: 'token', id: this.#ids[best()]! };
		const sensitivity = ensembleSensitivity(clip, clipBound, subsets.length);
		// `means` still holds sums.
		const scale = stepEpsilon / (2 * sensitivity * subsets.length);
		for (let i = 0; i < count; i++) means[i]! *= scale;
		return { kind: 'token', id: this.#ids[drawExponential(this.#bits, means)]! };
	}

	/** @returns how many. */
	#findCandidates(without: Float32Array): number {
		const { candidates, clipBound } = this.#settings;
		const min = kthLargest(without, candidates, this.#room) - 2 * clipBound;
		let count = 0;
		for (let v = 0; v < without.length; v++) if (without[v]! >= min && without[v]! > -Infinity) this.#ids[count++] = v;
		return count;
	}

	#sumAbsolute(without: Float32Array, subsets: readonly (Float32Array | null)[], count: number): void {
		const [ids, sums, { clipBound }] = [this.#ids, this.#means, this.#settings];
		// Refuses one that is no distribution.
		likeliest(without);
		sums.fill(0, 0, count);
		for (const subset of subsets) {
			const row = subset ?? without;
			// The normalizer is in both terms.
			const max = row[likeliest(row)]!;
			for (let i = 0; i < count; i++) {
				const under = row[ids[i]!]! - max;
				sums[i]! += under > -clipBound ? under : -clipBound;
			}
		}
	}

	#sumDifferences(without: Float32Array, subsets: readonly (Float32Array | null)[], count: number): void {
		const [ids, sums, { clipBound }] = [this.#ids, this.#means, this.#settings];
		const normalizer = logNormalizer(without);
		for (let i = 0; i < count; i++) sums[i] = subsets.length * (without[ids[i]!]! - normalizer);
		for (const row of subsets) {
			if (row === null) continue;
			const shift = logNormalizer(row) - normalizer;
			for (let i = 0; i < count; i++) {
				const difference = row[ids[i]!]! - without[ids[i]!]! - shift;
				sums[i]! += difference > clipBound ? clipBound : difference < -clipBound ? -clipBound : difference;
			}
		}
	}
}
