import type { AttributeOptions, PromptParts } from '../../../../src/model-io/requests.ts';
import type { AttributeResult, LensReading, Origins } from '../../../../src/model-io/attribution.ts';
import type { AttributingModel } from '../../../../src/analysis/language-model.ts';
import type { Truncation } from '../../../../src/model-io/scores.ts';
import { FakeModel } from '../../../support/fake-model.ts';

/** Sources of one token: what is not said is 0; `ln` is what is missing to its probability. */
export interface GivenSources {
	readonly rag?: readonly number[];
	readonly ffn?: number;
}

/** A fake model with an inside: `sources` gives the sources of each token by its text; `rag` one number a context. */
export class AttributingFake extends FakeModel implements AttributingModel {
	readonly #sources: (text: string) => GivenSources;
	/** Added to the log-probabilities of scoring. */
	readonly #shift: number;
	/** What `attribute` does instead, once. */
	refusal: Error | undefined;
	parallelLayers = 0;
	mixingLayers: number[] = [];
	/** Of the largest error of a source, and why it is exact anyway; what it was asked for. */
	errorBound = 0;
	unscreened: string | null = null;
	screens: (number | undefined)[] = [];

	constructor(sources: (text: string) => GivenSources = () => ({}), shift = 0, truncation: Truncation | null = null) {
		super({ truncation });
		this.#sources = sources;
		this.#shift = shift;
	}

	async attribute(parts: PromptParts, { screen }: Pick<AttributeOptions, 'screen'> = {}): Promise<AttributeResult> {
		this.screens.push(screen);
		if (this.refusal !== undefined) throw this.refusal;
		const { scored, truncation } = await this.score(parts, { topK: 1, signal: new AbortController().signal, onProgress: () => undefined });
		this.asked.pop();
		const contextIds = parts.contexts.map(({ id }) => id);
		const tokens = Array.from(scored.tokenIds, (_, t) => parts.response!.slice(scored.start[t], scored.end[t]));
		const logProbability = scored.withContext.logProbability.map((log) => log + this.#shift);
		const shares = tokens.map((text) => contextIds.map((_, k) => this.#sources(text).rag?.[k] ?? 0));
		const zeros = new Float64Array(tokens.length);
		return {
			truncation,
			parallelLayers: this.parallelLayers,
			mixingLayers: this.mixingLayers,
			errorBound: this.errorBound,
			unscreened: this.unscreened,
			attributed: {
				tokenIds: scored.tokenIds,
				start: scored.start,
				end: scored.end,
				contextIds,
				contextShares: Float64Array.from(shares.flat()),
				sources: Float64Array.from(
					tokens.flatMap((text, t) => {
						const rag = shares[t]!.reduce((a, b) => a + b, 0);
						const ffn = this.#sources(text).ffn ?? 0;
						return [0, rag, 0, 0, ffn, Math.exp(logProbability[t]!) - rag - ffn, 0];
					}),
				),
				logProbability,
				entropy: scored.withContext.entropy,
				margin: zeros,
				logitMargin: zeros,
				energy: zeros,
			},
		};
	}

	origins(): Promise<Origins> {
		return Promise.reject(new Error('not asked for'));
	}

	lens(): Promise<LensReading> {
		return Promise.reject(new Error('not asked for'));
	}
}
