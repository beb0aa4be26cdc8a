import { z } from 'zod';
import type { Filler, FillRequest } from '../../analysis/private/filler.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

/** Where its key stands; never in settings. */
export const fillerKeyVariable = 'RAG_ASSAY_FILLER_KEY';

const timeLimit = 60_000;
const mostBytes = 2 ** 20;
const mostTokens = 128;

/** What is read of an answer of `POST /chat/completions`, as OpenAI documents it. */
const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1) });

export interface EndpointOptions {
	/** Up to `/v1`. */
	readonly url: string;
	readonly model: string;
	readonly key: string | undefined;
	readonly offline: boolean;
}

/**
 * A filler behind an OpenAI-compatible address. It is sent what is released already and the query, nothing else.
 * @throws UserError RA913 for an address that is not used: no address, not encrypted and not this machine's, or offline.
 */
export function endpointFiller({ url, model, key, offline }: EndpointOptions): Filler {
	const address = addressOf(url);
	if (offline && !isLocal(address)) throw refused(url, 'the network is not to be used', 'Leave --offline out, or leave the endpoint out.');
	return {
		name: `${model} at ${address.origin}`,
		fill: async (request, signal) => {
			const response = await asked(address, { model, messages: messagesFor(request), temperature: 0, max_tokens: mostTokens }, key, signal);
			const parsed = completion.safeParse(response);
			if (!parsed.success) throw failed(address, 'its answer is no chat completion');
			return (parsed.data.choices[0]?.message.content ?? '').trim();
		},
	};
}

function addressOf(url: string): URL {
	let base: URL;
	try {
		base = new URL(url.endsWith('/') ? url : `${url}/`);
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw refused(url, 'it is no address', 'Name one such as https://HOST/v1.');
	}
	if (base.username !== '' || base.password !== '')
		throw refused(base.origin, 'it holds a password', `Put the key into the environment as ${fillerKeyVariable}.`);
	if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isLocal(base)))
		throw refused(base.origin, 'the connection would not be encrypted', 'Name an https address, or one of this machine.');
	return new URL('chat/completions', base);
}

function isLocal({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

function messagesFor({ query, masked, keywords }: FillRequest): { role: 'system' | 'user'; content: string }[] {
	const lines = [`Question: ${query}`, `Answer so far: ${masked}`, ...(keywords.length === 0 ? [] : [`Keywords: ${keywords.join(', ')}`])];
	return [
		{
			role: 'system',
			content:
				'Write the one sentence that stands in the place of […] in an answer to the question. Use the keywords where they fit. Invent no names, numbers or dates. Reply with that sentence alone.',
		},
		{ role: 'user', content: lines.join('\n') },
	];
}

async function asked(address: URL, body: object, key: string | undefined, signal: AbortSignal): Promise<unknown> {
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
		if (!response.ok) throw failed(address, `it answered with status ${response.status}`);
		return JSON.parse(await textOf(response, address)) as unknown;
	} catch (error) {
		if (error instanceof UserError) throw error;
		signal.throwIfAborted();
		if (error instanceof SyntaxError) throw failed(address, 'its answer is no JSON');
		if (limited.aborted) throw failed(address, `it did not answer within ${timeLimit / 1000} seconds`);
		throw failed(address, 'it could not be reached', error);
	}
}

async function textOf(response: Response, address: URL): Promise<string> {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	for await (const piece of response.body ?? []) {
		bytes += piece.byteLength;
		if (bytes > mostBytes) throw failed(address, 'its answer is too long');
		pieces.push(piece);
	}
	return Buffer.concat(pieces).toString('utf8');
}

function refused(url: string, why: string, hint: string): UserError {
	return new UserError(errorNumbers.fillerRefused, `The endpoint ${url} is not used: ${why}.`, { hint });
}

function failed({ origin }: URL, why: string, cause?: unknown): UserError {
	return new UserError(errorNumbers.fillerFailed, `The endpoint ${origin} wrote nothing: ${why}.`, {
		hint: 'What was released stands without it.',
		...(cause === undefined ? {} : { cause }),
	});
}
