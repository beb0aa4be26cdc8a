import { setTimeout as delay } from 'node:timers/promises';
import pRetry from 'p-retry';
import * as z from 'zod';
import { jsonHash } from '../../files/cache-files.ts';
import { EndpointFailure, postChat } from './chat-request.ts';
import type { ResultCache } from './result-cache.ts';
import { packedCodec } from './result-codec.ts';

interface RetryOptions {
	/** After the first attempt. */
	readonly retries: number;
	/** Whether a failure may be over the next time. */
	readonly isPassing: (failure: EndpointFailure) => boolean;
	readonly signal: AbortSignal;
	/** It is waited because of this. */
	readonly onWaiting: (failure: EndpointFailure) => void;
}

/**
 * Asks again where that may help: after a second, two, four, to half a minute, each up to twice as long by chance, so that requests that failed together do not come
 * together again; and never before the time that the endpoint asked for. Rejects as the last attempt does, or with the signal's reason.
 */
export function retried<T>(ask: () => Promise<T>, { retries, isPassing, signal, onWaiting }: RetryOptions): Promise<T> {
	const again = (error: Error): error is EndpointFailure => error instanceof EndpointFailure && isPassing(error);
	return pRetry(ask, {
		retries,
		minTimeout: 1000,
		maxTimeout: 30_000,
		randomize: true,
		signal,
		shouldRetry: ({ error }) => again(error),
		onFailedAttempt: async ({ error, retriesLeft }) => {
			if (retriesLeft === 0 || !again(error)) return;
			onWaiting(error);
			if (error.waitFor === undefined) return;
			try {
				await delay(error.waitFor, undefined, { signal });
			} catch (stopped) {
				signal.throwIfAborted();
				throw stopped;
			}
		},
	});
}

/** What is read of an answer of `POST /chat/completions`, as OpenAI documents it. */
const completion = z.object({
	choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() })).min(1),
});

const chatAnswer = z.object({
	/** Empty where it wrote none. */
	text: z.string(),
	/** Why it ended there, such as `stop`, `length` or `content_filter`; `null`: it does not say. */
	ended: z.string().nullable(),
});
type ChatAnswer = z.infer<typeof chatAnswer>;

const answerCodec = packedCodec('RAGCHA01', chatAnswer);

const defaultTimeLimit = 60_000;

export interface ChatMessage {
	readonly role: 'system' | 'user';
	readonly content: string;
}

/** Why no answer came, and what to do about it where that is not the same for all. */
export interface EndpointTrouble {
	/** A clause. */
	readonly why: string;
	readonly hint?: string;
	readonly cause: unknown;
}

export interface ChatEndpointOptions {
	/** Up to `/v1`. */
	readonly url: string;
	readonly model: string;
	readonly key: string | undefined;
	readonly offline: boolean;
	/** Environment variable of the key, for messages. */
	readonly keyVariable: string;
	/** An address that is not used, and an answer that did not come: who asks says what that means. */
	readonly refused: (url: string, why: string, hint: string) => Error;
	readonly failed: (origin: string, trouble: EndpointTrouble) => Error;
	/** How often it is asked again, where that may help. */
	readonly retries?: number;
	/** Milliseconds for an answer. */
	readonly timeLimit?: number;
	/** It is waited before it is asked again, because of this. */
	readonly onWaiting?: (why: string) => void;
	/** Where answers are kept, by all that decides them; empty ones are not, so that they are asked for again. `fresh`: none of before is taken. */
	readonly kept?: { readonly answers: Pick<ResultCache, 'get' | 'put'>; readonly fresh: boolean };
}

export interface ChatEndpoint {
	/** Such as `gpt-4o at https://api.openai.com`. */
	readonly name: string;
	/** What the model says at temperature 0; `isKept`: it was answered in an earlier run. Rejects with `failed`, or the signal's reason. */
	readonly ask: (
		messages: readonly ChatMessage[],
		maxTokens: number,
		signal: AbortSignal,
	) => Promise<ChatAnswer & { readonly isKept: boolean }>;
}

/**
 * A model behind an OpenAI-compatible address.
 * @throws what `refused` makes: no address, a password in it, a key that cannot be sent, not encrypted and not this machine's, or offline
 */
export function chatEndpoint(options: ChatEndpointOptions): ChatEndpoint {
	const { url, model, offline, keyVariable, refused, failed, kept, retries = 0, timeLimit = defaultTimeLimit, onWaiting } = options;
	const address = addressOf(options);
	if (offline && !isLocal(address))
		throw refused(url, 'RAG Assay may not use the network', 'Leave --offline out, or leave the endpoint out.');
	const key = options.key?.trim() === '' ? undefined : options.key?.trim();
	if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
		throw refused(address.origin, `the key in ${keyVariable} has a character that a key cannot have`, 'Copy the key again.');
	/** What was answered since the endpoint was made, by name: fresh enough for everybody. */
	const own = new Set<string>();
	let hasAnswered = false;
	return {
		name: `${model} at ${address.origin}`,
		ask: async (messages, maxTokens, signal) => {
			const body = { model, messages, temperature: 0, max_tokens: maxTokens };
			const name = jsonHash(['chat', address.href, body]);
			const before = kept === undefined || (kept.fresh && !own.has(name)) ? undefined : await kept.answers.get(name, answerCodec);
			if (before !== undefined) return { ...before, isKept: !own.has(name) };
			const answer = await asked(body, signal);
			hasAnswered = true;
			own.add(name);
			if (answer.text !== '') await kept?.answers.put(name, answer, answerCodec);
			return { ...answer, isKept: false };
		},
	};

	async function asked(body: object, signal: AbortSignal): Promise<ChatAnswer> {
		const once = async (): Promise<ChatAnswer> => answerIn(await postChat(address, body, { key, keyVariable, timeLimit, signal }));
		try {
			return await retried(once, {
				retries,
				isPassing: ({ kind }) => kind === 'passing' || (kind === 'absent' && hasAnswered),
				signal,
				onWaiting: ({ message }) => onWaiting?.(message),
			});
		} catch (error) {
			if (!(error instanceof EndpointFailure)) throw error;
			const trouble = { why: error.message, cause: error.cause };
			throw failed(address.origin, error.kind === 'key' ? { ...trouble, hint: `Put a key that it accepts into ${keyVariable}.` } : trouble);
		}
	}
}

function answerIn(response: unknown): ChatAnswer {
	const parsed = completion.safeParse(response);
	if (!parsed.success) throw new EndpointFailure('lasting', 'its answer is not a chat completion');
	const { message, finish_reason: ended } = parsed.data.choices[0]!;
	return { text: (message.content ?? '').trim(), ended: ended ?? null };
}

function addressOf({ url, keyVariable, refused }: ChatEndpointOptions): URL {
	let base: URL;
	try {
		base = new URL(url.endsWith('/') ? url : `${url}/`);
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw refused(url, 'it is not an address', 'Name one such as https://HOST/v1.');
	}
	if (base.username !== '' || base.password !== '')
		throw refused(base.origin, 'it contains a password', `Put the key into the environment as ${keyVariable}.`);
	if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isLocal(base)))
		throw refused(base.origin, 'the connection would not be encrypted', 'Name an https address, or one of this machine.');
	return new URL('chat/completions', base);
}

/** Whether an address is of this machine. */
export function isLocal({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}
