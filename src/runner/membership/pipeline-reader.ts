import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { MembershipOn } from '../../redteam/membership/attack-membership.ts';
import { chatEndpoint } from '../chat-endpoint.ts';
import type { QueuedModel } from '../queued-model.ts';

/** Where the key of an endpoint stands; never in settings or arguments, which others can read. */
export const endpointKeyVariable = 'RAG_ASSAY_ENDPOINT_KEY';

/** Who answers in the pipeline that is attacked. */
export interface PipelineReader {
	readonly name: string;
	readonly answer: (query: string, documents: readonly string[], maxTokens: number, signal: AbortSignal) => Promise<string>;
	/** Queries that it could not be asked, because they fill its window; they count as not answered. */
	readonly tooLong: () => number;
}

/** What an endpoint is told where the user says nothing else. */
const usualSystem = 'Answer the question from the documents, shortly. If the answer does not stand in them, say "I don\u2019t know".';

/** The local model, with its own template for documents. */
export function localReader(model: QueuedModel, system: string | undefined): PipelineReader {
	let tooLong = 0;
	return {
		name: model.identity.name,
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
		tooLong: () => tooLong,
	};
}

/**
 * A model behind an OpenAI-compatible address: it is sent the documents that were retrieved.
 * @throws UserError RA690 for an address that is not used; `answer` rejects with RA691 for an answer that did not come
 */
export function endpointReader(
	{ url, model }: { readonly url: string; readonly model: string },
	system: string = usualSystem,
	offline = false,
): PipelineReader {
	const { name, ask } = chatEndpoint({
		url,
		model,
		offline,
		key: process.env[endpointKeyVariable],
		keyVariable: endpointKeyVariable,
		refused: (named, why, hint) => new UserError(errorNumbers.endpointRefused, `The endpoint ${named} is not used: ${why}.`, { hint }),
		failed: (origin, why, cause) =>
			new UserError(errorNumbers.endpointFailed, `The endpoint ${origin} did not answer: ${why}.`, {
				hint: 'See that it runs and has the model, then start again; --count asks about fewer documents.',
				...(cause === undefined ? {} : { cause }),
			}),
	});
	return {
		name,
		answer: (query, documents, maxTokens, signal) =>
			ask(
				[
					{ role: 'system', content: system },
					{ role: 'user', content: `${documents.map((text, i) => `Document ${i + 1}:\n${text}`).join('\n\n')}\n\nQuestion: ${query}` },
				],
				maxTokens,
				signal,
			),
		tooLong: () => 0,
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
