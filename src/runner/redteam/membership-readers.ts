import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { MembershipOn } from '../../redteam/membership/attack-membership.ts';
import { seededPipeline } from '../../redteam/seeded-answer.ts';
import { plural } from '../../wording/phrases.ts';
import { chatEndpoint } from '../models/chat-endpoint.ts';
import type { QueuedModel } from '../models/queued-model.ts';
import type { ResultCache } from '../models/result-cache.ts';

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

/** The local model, answering privately. */
export function privateReader(model: QueuedModel, settings: Parameters<typeof seededPipeline>[1]): PipelineReader {
	return {
		name: `${model.identity.name}, privately`,
		parallel: 1,
		answer: seededPipeline(model, settings),
		notes: () => [],
		whyEmpty: () => 'Name a model that answers questions, or another --system.',
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

/** Where the key of an endpoint stands; never in settings or arguments, which others can read. */
const endpointKeyVariable = 'RAG_ASSAY_ENDPOINT_KEY';

/** What an endpoint is told where the user says nothing else. */
const defaultSystem = 'Answer the question from the documents, shortly. If the answer does not stand in them, say "I don\u2019t know".';

/** After a second, two, four and so on: about a minute in all, beside what the endpoint asks for. */
const retries = 6;

export interface EndpointReaderOptions {
	readonly url: string;
	readonly model: string;
	/** Requests at the same time. */
	readonly parallel: number;
	/** Whether what was answered before is asked again. */
	readonly fresh: boolean;
	readonly system: string | undefined;
	readonly offline: boolean;
	readonly answers: Pick<ResultCache, 'get' | 'put'>;
	readonly onWaiting: (why: string) => void;
}

/**
 * A model behind an OpenAI-compatible address: it is sent the documents that were retrieved.
 * @throws UserError RA690 for an address that is not used; `answer` rejects with RA691 for an answer that did not come
 */
export function endpointReader({ system = defaultSystem, answers, fresh, parallel, ...options }: EndpointReaderOptions): PipelineReader {
	const ended = new Map<string | null, number>();
	let [asked, before] = [0, 0];
	const { name, ask } = chatEndpoint({
		...options,
		retries,
		kept: { answers, fresh },
		key: process.env[endpointKeyVariable],
		keyVariable: endpointKeyVariable,
		refused: (named, why, hint) => new UserError(errorNumbers.endpointRefused, `The endpoint ${named} is not used: ${why}.`, { hint }),
		failed: (origin, { why, hint = 'Check that it runs and has the model.', cause }) =>
			new UserError(errorNumbers.endpointFailed, `The endpoint ${origin} did not answer: ${why}.`, {
				hint: `${hint} Then start again: ${asked + before === 0 ? 'it has answered nothing yet' : 'its answers are kept, and RAG Assay does not ask for them again'}.`,
				cause,
			}),
	});
	return {
		name,
		parallel,
		answer: async (query, documents, maxTokens, signal) => {
			const answer = await ask(
				[
					{ role: 'system', content: system },
					{ role: 'user', content: `${documents.map((text, i) => `Document ${i + 1}:\n${text}`).join('\n\n')}\n\nQuestion: ${query}` },
				],
				maxTokens,
				signal,
			);
			if (answer.isKept) before++;
			else asked++;
			if (answer.text === '') ended.set(answer.ended, (ended.get(answer.ended) ?? 0) + 1);
			return answer.text;
		},
		notes: () =>
			before === 0
				? []
				: [`${plural(before, 'answer')} of the endpoint ${before === 1 ? 'was' : 'were'} kept from earlier runs; --fresh asks again.`],
		whyEmpty: () => whyEmpty(ended),
	};
}

/** What to do about a model that writes nothing, by what it says of its ends most often. */
function whyEmpty(ended: ReadonlyMap<string | null, number>): string {
	const [max] = [...ended].toSorted(([, a], [, b]) => b - a);
	if (max?.[0] === 'length')
		return 'It reaches the length limit before it has written a word, as models that think first do. Name another model, or turn its thinking off.';
	if (max?.[0] === 'content_filter')
		return 'A content filter holds its answers back. Turn the filter off for the test, or name another model.';
	return 'Ask it something yourself. The model may not be a chat model, or may expect another --system.';
}
