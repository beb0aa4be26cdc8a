import { drawExponential } from '../../privacy/exponential-mechanism.ts';
import type { RandomBits } from '../../privacy/random-bits.ts';
import { kthLargest, likeliest, logNormalizer } from './row-statistics.ts';

/** What comes next in a text that all paths write together; `redact`: its last sentence breaks off. */
export type TokenChoice = { readonly kind: 'token'; readonly id: number } | { readonly kind: 'redact' };

/** Chooses the tokens of one text. */
export interface TokenDecoder {
	/**
	 * @param without logits `[V]` of the path without documents.
	 * @param subsets the same of each document or subset; `null`: an empty one.
	 * @throws RangeError for rows that are no distributions.
	 */
	next(without: Float32Array, subsets: readonly (Float32Array | null)[]): TokenChoice;
	/** Tokens that were paid for so far. */
	readonly paid: number;
}

export interface GatedVotesSettings {
	/** Probability without documents from which a token is free. */
	readonly gate: number;
	/** `K`. */
	readonly payments: number;
	/** ε_t of each payment. */
	readonly stepEpsilon: number;
	readonly candidates: number;
	/** Votes that abstaining counts as. */
	readonly abstaining: number;
	/** Public tokens that are never free, and for which no path may vote. */
	readonly refusals: readonly number[];
}

/**
 * Gated votes: a token that the path without documents is sure of is free, because no document decides it, nor
 * whether it is one. Any other is drawn in proportion to `p0(v) exp(ε_t count(v))` over the likeliest without documents, `count` the paths
 * that hold `v` likeliest: one path more or less changes one count by one. An empty subset has no vote, and neither has a path for a
 * token that is no candidate. Abstaining, and a token that no payment is left for, break the sentence off.
 */
export class GatedVotesDecoder implements TokenDecoder {
	readonly #settings: GatedVotesSettings;
	readonly #bits: RandomBits;
	readonly #public: Float32Array;
	readonly #room: Float32Array;
	readonly #ids: Int32Array;
	/** Of candidates, and behind them of abstaining. */
	readonly #weights: Float64Array;
	/** `[V]`: votes. */
	readonly #votes: Int32Array;
	#paid = 0;

	/** @param vocabulary `V`. */
	constructor(settings: GatedVotesSettings, bits: RandomBits, vocabulary: number) {
		this.#settings = settings;
		this.#bits = bits;
		this.#public = new Float32Array(vocabulary);
		this.#room = new Float32Array(vocabulary);
		this.#ids = new Int32Array(vocabulary);
		this.#weights = new Float64Array(vocabulary + 1);
		this.#votes = new Int32Array(vocabulary);
	}

	get paid(): number {
		return this.#paid;
	}

	next(without: Float32Array, subsets: readonly (Float32Array | null)[]): TokenChoice {
		const { gate, payments, refusals } = this.#settings;
		const row = this.#public;
		row.set(without);
		for (const id of refusals) row[id] = -Infinity;
		const best = likeliest(row);
		const normalizer = logNormalizer(row, row[best]);
		if (row[best]! - normalizer >= Math.log(gate)) return { kind: 'token', id: best };
		if (this.#paid >= payments) return { kind: 'redact' };
		const choice = this.#vote(row, normalizer, subsets);
		// Only now: a row that is refused has drawn nothing, and may be left out.
		this.#paid++;
		return choice;
	}

	#vote(row: Float32Array, normalizer: number, subsets: readonly (Float32Array | null)[]): TokenChoice {
		const { stepEpsilon, abstaining, candidates } = this.#settings;
		const votes = this.#votes;
		votes.fill(0);
		for (const subset of subsets) if (subset !== null) votes[likeliest(subset)]!++;
		const min = kthLargest(row, candidates, this.#room);
		let count = 0;
		for (let v = 0; v < row.length; v++) {
			if (row[v]! < min || row[v] === -Infinity) continue;
			this.#ids[count] = v;
			this.#weights[count++] = row[v]! - normalizer + stepEpsilon * votes[v]!;
		}
		this.#weights[count] = stepEpsilon * abstaining;
		const drawn = drawExponential(this.#bits, this.#weights.subarray(0, count + 1));
		return drawn === count ? { kind: 'redact' } : { kind: 'token', id: this.#ids[drawn]! };
	}
}
