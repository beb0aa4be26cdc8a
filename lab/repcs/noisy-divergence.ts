import { standardNormal, type Random } from '../../src/statistics/random.ts';
import { logSumExp } from '../../src/statistics/next-token.ts';

export interface Noise {
	/** Standard deviation of what is added to each probability, or logit. */
	readonly sigma: number;
	readonly random: Random;
	/** What the noise is added to: the paper's text says the softmax outputs, the caption of its table the logits. Probabilities when absent. */
	readonly on?: 'probabilities' | 'logits';
	/** Least value of a probability with noise on it, before they are renormalised: at 0 every divergence would be infinite. */
	readonly floor?: number;
}

/**
 * `KL(P' ‖ Q')`, nats, of two rows of logits `[V]`, with independent Gaussian noise on every probability, cut from below at the floor and
 * renormalised (docs/methods/repcs.md, for the robustness table), or on every logit. On probabilities the noise adds about `0.4 σ V` of mass: in a large vocabulary it outweighs both
 * distributions.
 * @throws RangeError as `logSumExp`, when the rows differ in length, or for a negative sigma or a floor that is not above 0.
 */
export function noisyDivergence(p: Float32Array, q: Float32Array, { sigma, random, on = 'probabilities', floor = 1e-12 }: Noise): number {
	if (p.length !== q.length) throw new RangeError(`rows of ${p.length} and ${q.length} logits`);
	if (!(sigma >= 0 && floor > 0)) throw new RangeError(`noise of ${sigma} over a floor of ${floor}`);
	const disturbed =
		on === 'logits'
			? (logProbability: number) => Math.exp(logProbability + sigma * standardNormal(random))
			: (logProbability: number) => Math.max(floor, Math.exp(logProbability) + sigma * standardNormal(random));
	const [a, b] = [noisy(p, disturbed), noisy(q, disturbed)];
	return Math.max(
		0,
		a.reduce((sum, x, v) => (x > 0 ? sum + x * Math.log(x / b[v]!) : sum), 0),
	);
}

function noisy(row: Float32Array, disturbed: (logProbability: number) => number): Float64Array {
	const normalizer = logSumExp(row);
	const values = Float64Array.from(row, (x) => disturbed(x - normalizer));
	const sum = values.reduce((total, x) => total + x, 0);
	return values.map((x) => x / sum);
}
