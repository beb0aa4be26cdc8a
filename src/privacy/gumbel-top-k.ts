import { drawExponential, roundingEpsilon } from './exponential-mechanism.ts';
import type { RandomBits } from './random-bits.ts';

/**
 * The indices of `k` high scores, the highest first, as one-shot Gumbel top-k draws them (Durfee, Rogers 2019: add Gumbel noise of scale `2Δk/ε` to
 * every score, name the `k` highest). Noise of float64 has holes that tell what it was added to, so that here they are drawn one by one, each from
 * those that are left with probability ∝ `exp(ε s / 2Δk)`. The law is the same: the highest of `l_i + Gumbel` is `i` with probability
 * `e^{l_i} / Σ e^{l_j}`, and given which it is, the others are independent of by how much it won (Plackett–Luce; Gumbel 1954, Yellott 1977).
 *
 * Why it is private: each of the `k` choices is a step of bounded range ε/k, rounding included, whatever was chosen before: together ε-DP
 * by basic composition, and less for many by `epsilonOf` of `{ kind: 'bounded-range', epsilon: epsilon / k, count: k }`.
 * @param sensitivity Δ: how far a document more or less can move each score.
 * @param epsilon of all `k` choices together.
 * @throws RangeError unless `1 <= k <= scores.length`, Δ and ε are positive and scores are finite.
 */
export function privateTopK(bits: RandomBits, scores: Float64Array, sensitivity: number, epsilon: number, k: number): number[] {
	if (!(Number.isInteger(k) && k >= 1 && k <= scores.length)) throw new RangeError(`${k} of ${scores.length}`);
	if (!(sensitivity > 0)) throw new RangeError(`a sensitivity of ${sensitivity}`);
	const stepEpsilon = epsilon / k - roundingEpsilon(scores.length);
	if (!(stepEpsilon > 0)) throw new RangeError(`an ε of ${epsilon} for ${k} choices`);
	const left = Array.from(scores, (_, i) => i);
	const chosen: number[] = [];
	while (chosen.length < k) {
		const drawn = drawExponential(
			bits,
			Float64Array.from(left, (i) => (stepEpsilon * scores[i]!) / (2 * sensitivity)),
		);
		chosen.push(left[drawn]!);
		left.splice(drawn, 1);
	}
	return chosen;
}
