import type { ModelIdentity } from '../../../src/model-io/requests.ts';
import type { ScoreResult } from '../../../src/model-io/scores.ts';

export const identity: ModelIdentity = {
	name: 'test',
	sha256: 'a'.repeat(64),
	device: 'cpu',
	dtype: 'fp32',
	layout: 'b'.repeat(64),
	contextWindow: 100,
};

/** Made-up scores of `tokens` tokens, all different. */
export function scoredResponse(tokens: number, seed = 1): ScoreResult {
	const doubles = (offset: number): Float64Array =>
		Float64Array.from({ length: tokens }, (_, t) => Math.sin(seed * 1000 + offset * 100 + t) * 1e3);
	const integers = (offset: number): Uint32Array => Uint32Array.from({ length: tokens }, (_, t) => seed + offset + t);
	const path = (offset: number): ScoreResult['scored']['withContext'] => ({
		logProbability: doubles(offset),
		entropy: doubles(offset + 1),
		rank: integers(offset),
		// As many as the position says, none among them; texts that are no text alone.
		alternatives: Array.from({ length: tokens }, (_, t) =>
			Array.from({ length: t % 4 }, (_each, k) => ({ id: k, text: ['\uD83D', '"\n', 'é', ''][k]!, logProbability: -k - Math.E / 3 })),
		),
	});
	return {
		scored: {
			tokenIds: integers(9),
			start: integers(20),
			end: integers(21),
			kl: doubles(5),
			withContext: path(1),
			withoutContext: path(3),
		},
		truncation:
			tokens % 2 === 0
				? null
				: {
						contextWindow: 100,
						promptTokens: 3,
						responseTokens: tokens,
						cutContexts: [{ id: 'a', index: 0, tokens: 5, keptTokens: 2, keptLength: 9 }],
						unscoredResponseTokens: 0,
						message: 'Cut.',
					},
	};
}
