import { z } from 'zod';

/** What is read of an answer of `POST /chat/completions`, as OpenAI documents it. */
const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1) });

const timeLimit = 60_000;
const mostBytes = 2 ** 20;

export interface ChatMessage {
	readonly role: 'system' | 'user';
	readonly content: string;
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
	readonly failed: (origin: string, why: string, cause?: unknown) => Error;
}

export interface ChatEndpoint {
	/** Such as `gpt-4o at https://api.openai.com`. */
	readonly name: string;
	/** What the model says at temperature 0. Rejects with `failed`, or the signal's reason. */
	readonly ask: (messages: readonly ChatMessage[], maxTokens: number, signal: AbortSignal) => Promise<string>;
}

/**
 * A model behind an OpenAI-compatible address.
 * @throws what `refused` makes: no address, a password in it, not encrypted and not this machine's, or offline
 */
export function chatEndpoint(options: ChatEndpointOptions): ChatEndpoint {
	const { url, model, offline, refused, failed } = options;
	const address = addressOf(options);
	if (offline && !isLocal(address)) throw refused(url, 'the network is not to be used', 'Leave --offline out, or leave the endpoint out.');
	return {
		name: `${model} at ${address.origin}`,
		ask: async (messages, maxTokens, signal) => {
			const response = await asked(address, { model, messages, temperature: 0, max_tokens: maxTokens }, options, signal);
			const parsed = completion.safeParse(response);
			if (!parsed.success) throw failed(address.origin, 'its answer is no chat completion');
			return (parsed.data.choices[0]?.message.content ?? '').trim();
		},
	};
}

function addressOf({ url, keyVariable, refused }: ChatEndpointOptions): URL {
	let base: URL;
	try {
		base = new URL(url.endsWith('/') ? url : `${url}/`);
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw refused(url, 'it is no address', 'Name one such as https://HOST/v1.');
	}
	if (base.username !== '' || base.password !== '')
		throw refused(base.origin, 'it holds a password', `Put the key into the environment as ${keyVariable}.`);
	if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isLocal(base)))
		throw refused(base.origin, 'the connection would not be encrypted', 'Name an https address, or one of this machine.');
	return new URL('chat/completions', base);
}

function isLocal({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** What an endpoint that failed is known by, until who asks has said what it means. */
class EndpointFailure extends Error {}

async function asked(address: URL, body: object, { key, failed }: ChatEndpointOptions, signal: AbortSignal): Promise<unknown> {
	const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
	try {
		const response = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(key === undefined || key === '' ? {} : { authorization: `Bearer ${key}` }) },
			body: JSON.stringify(body),
			// Elsewhere nobody has agreed to send it.
			redirect: 'error',
			signal: limited,
		});
		if (!response.ok) throw new EndpointFailure(`it answered with status ${response.status}`);
		return JSON.parse(await textOf(response)) as unknown;
	} catch (error) {
		if (error instanceof EndpointFailure) throw failed(address.origin, error.message);
		signal.throwIfAborted();
		if (error instanceof SyntaxError) throw failed(address.origin, 'its answer is no JSON');
		if (limited.aborted) throw failed(address.origin, `it did not answer within ${timeLimit / 1000} seconds`);
		throw failed(address.origin, 'it could not be reached', error);
	}
}

async function textOf(response: Response): Promise<string> {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	for await (const piece of response.body ?? []) {
		bytes += piece.byteLength;
		if (bytes > mostBytes) throw new EndpointFailure('its answer is too long');
		pieces.push(piece);
	}
	return Buffer.concat(pieces).toString('utf8');
}
