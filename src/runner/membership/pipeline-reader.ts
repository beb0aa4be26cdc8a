import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { MembershipOn } from '../../redteam/membership/attack-membership.ts';
import { plural } from '../../wording/plural.ts';
import type { QueuedModel } from '../queued-model.ts';

/** Who answers in the pipeline that is attacked. */
export interface PipelineReader {
	readonly name: string;
	readonly answer: (query: string, documents: readonly string[], maxTokens: number, signal: AbortSignal) => Promise<string>;
	/** How many queries it is asked at the same time. */
	readonly parallel: number;
	/** What there is to say of its answers, in sentences. */
	readonly notes: () => readonly string[];
	/** What to do where it answers nothing. */
	readonly whyEmpty: () => string;
}

/** The local model, with its own template for documents. */
export function localReader(model: QueuedModel, system: string | undefined): PipelineReader {
	let tooLong = 0;
	return {
		name: model.identity.name,
		// A model does one thing at a time.
		parallel: 1,
		answer: async (query, documents, maxTokens, signal) => {
			const contexts = documents.map((text, i) => ({ id: String(i + 1), text }));
			const parts = { query, contexts, ...(system === undefined ? {} : { system }) };
			try {
				const { text } = await model.generate(parts, { maxTokens, temperature: 0, topP: 1, signal, onText: () => undefined });
				signal.throwIfAborted();
				return text;
			} catch (error) {
				if (!isTooLong(error)) throw error;
				tooLong++;
				return '';
			}
		},
		notes: () =>
			tooLong === 0 ? [] : [`${plural(tooLong, 'query', 'queries')} did not fit into the model\u2019s window and count as not answered.`],
		whyEmpty: () =>
			tooLong === 0
				? 'Name a model that answers questions, or another --system.'
				: 'Most queries do not fit into its window: name a model with a longer one, or a smaller -k.',
	};
}

/** `ln` of the perplexity of what follows a beginning, by the local model; `null`: nothing does, or it does not fit. */
export function perplexityBy(model: QueuedModel, signal: AbortSignal): MembershipOn['perplexity'] {
	return async (text, beginning) => {
		if (text.trim() === '') return null;
		try {
			const parts = { query: beginning, contexts: [], response: text };
			const { scored } = await model.score(parts, { topK: 1, signal, onProgress: () => undefined });
			const { logProbability } = scored.withContext;
			return -logProbability.reduce((sum, one) => sum + one, 0) / logProbability.length;
		} catch (error) {
			if (isTooLong(error)) return null;
			throw error;
		}
	};
}

function isTooLong(error: unknown): boolean {
	return error instanceof UserError && error.code === errorNumbers.promptFillsContextWindow;
}
