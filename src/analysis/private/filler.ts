import type { PromptParts } from '../../model-io/requests.ts';
import type { LanguageModel } from '../language-model.ts';

/** What a filler is told: the query, which is public, and what was released already. Nothing else of the documents ever reaches it. */
export interface FillRequest {
	readonly query: string;
	/** The released text, with `gap` where a sentence is wanted. */
	readonly masked: string;
	readonly keywords: readonly string[];
}

/** Where the sentence is wanted. */
export const gap = '[…]';

/** Who writes sentences into gaps. */
export interface Filler {
	/** As the release names it. */
	readonly name: string;
	/** One sentence; empty when there is none. Rejects with a `UserError`, or the signal's reason. */
	write(request: FillRequest, signal: AbortSignal): Promise<string>;
}

/** Of the sentence that is written. */
const maxTokens = 64;

/** The local model, with the released text and the keywords as its contexts. */
export function localFiller(model: LanguageModel, system: string | undefined): Filler {
	return {
		name: `${model.identity.name} (local)`,
		write: async ({ query, masked, keywords }, signal) => {
			const parts: PromptParts = {
				...(system === undefined ? {} : { system }),
				query,
				contexts: [
					...(masked.replace(gap, '').trim() === '' ? [] : [{ id: 'text', text: masked.replace(gap, '').trim() }]),
					...(keywords.length === 0 ? [] : [{ id: 'keywords', text: `${keywords.join(', ')}.` }]),
				],
			};
			const { text } = await model.generate(parts, { maxTokens, temperature: 0, topP: 1, signal, onText: () => undefined });
			signal.throwIfAborted();
			return text.trim();
		},
	};
}
