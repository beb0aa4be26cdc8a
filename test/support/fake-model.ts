import type { HidingModel } from '../../src/analysis/language-model.ts';
import type { PromptParts, ScoreOptions } from '../../src/model-io/requests.ts';
import type { HidingResult } from '../../src/model-io/hiding.ts';
import type { Truncation, PathStatistics } from '../../src/model-io/scores.ts';

export const fakeIdentity = {
	name: 'demo',
	sha256: 'a'.repeat(64),
	device: 'cpu',
	dtype: 'fp32',
	layout: 'c'.repeat(64),
	contextWindow: 512,
};

/**
 * A model whose tokens are a response's words with the white space before them, with figures that follow from the token's number `t` by rule:
 * entropy with context `t / 4`, without `1`, log-probability `−t / 8` and `−1`, KL `1 / 2`. Without its first context a token has `−1`, too,
 * and the others give nothing. Fresh numbers may be given by `entropy`.
 */
export class FakeModel implements HidingModel {
	readonly identity = fakeIdentity;
	readonly asked: { parts: PromptParts; topK: number }[] = [];
	readonly #entropy: (t: number) => number;
	readonly #truncation: Truncation | null;
	readonly #scoredTokens: number;

	constructor({
		entropy = (t) => t / 4,
		truncation = null,
		scoredTokens = Infinity,
	}: { entropy?: (t: number) => number; truncation?: Truncation | null; scoredTokens?: number } = {}) {
		this.#entropy = entropy;
		this.#truncation = truncation;
		this.#scoredTokens = scoredTokens;
	}

	score(parts: PromptParts, { topK }: ScoreOptions) {
		this.asked.push({ parts, topK });
		const tokens = Array.from(parts.response!.matchAll(/\s*\S+|\s+$/g)).slice(0, this.#scoredTokens);
		const path = (entropy: (t: number) => number, logProbability: (t: number) => number): PathStatistics => ({
			entropy: Float64Array.from(tokens, (_, t) => entropy(t)),
			logProbability: Float64Array.from(tokens, (_, t) => logProbability(t)),
			rank: Uint32Array.from(tokens, (_, t) => t + 1),
			alternatives: tokens.map((match, t) => [{ id: t, text: match[0], logProbability: logProbability(t) }]),
		});
		return Promise.resolve({
			truncation: this.#truncation,
			scored: {
				tokenIds: Uint32Array.from(tokens, (_, t) => t),
				start: Uint32Array.from(tokens, (m) => m.index),
				end: Uint32Array.from(tokens, (m) => m.index + m[0].length),
				withContext: path(this.#entropy, (t) => -t / 8),
				withoutContext: path(
					() => 1,
					() => -1,
				),
				kl: new Float64Array(tokens.length).fill(0.5),
			},
		});
	}

	hide({ contexts, response }: PromptParts, _options: unknown): Promise<HidingResult> {
		const tokens = Array.from(response!.matchAll(/\s*\S+|\s+$/g)).slice(0, this.#scoredTokens);
		const width = contexts.length;
		return Promise.resolve({
			tokenIds: Uint32Array.from(tokens, (_, t) => t),
			start: Uint32Array.from(tokens, (m) => m.index),
			end: Uint32Array.from(tokens, (m) => m.index + m[0].length),
			contextIds: contexts.map(({ id }) => id),
			logProbability: Float64Array.from(tokens, (_, t) => -t / 8),
			none: new Float64Array(tokens.length).fill(-1),
			without: Float64Array.from({ length: tokens.length * width }, (_, i) => (i % width === 0 ? -1 : -Math.floor(i / width) / 8)),
			only: new Float64Array(tokens.length * width).fill(NaN),
			groups: [],
			how: 'hidden',
			why: null,
			passes: width + 2,
			truncation: this.#truncation,
		});
	}

	generate(): Promise<never> {
		return Promise.reject(new Error('not asked for'));
	}
}
