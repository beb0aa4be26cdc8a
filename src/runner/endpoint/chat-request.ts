import { z } from 'zod';
import { durationInWords } from '../../wording/duration-in-words.ts';
import { connectionFailure, EndpointFailure } from './endpoint-failure.ts';
import { retryAfter } from './retry-after.ts';

/** An answer of text has far less. */
const mostBytes = 2 ** 20;
/** Of what comes with an error. */
const mostErrorBytes = 2 ** 14;
/** Milliseconds: who wants to be left alone for longer is not waited for. */
const longestWait = 120_000;

/** What stands in the body of an error, as OpenAI documents it. */
const refusal = z.object({ error: z.object({ message: z.string().optional(), code: z.unknown().optional() }) });

export interface ChatRequestOptions {
	readonly key: string | undefined;
	/** Environment variable of the key, for messages. */
	readonly keyVariable: string;
	/** Milliseconds for an answer. */
	readonly timeLimit: number;
	readonly signal: AbortSignal;
}

/** The JSON that an address answers a POST with. Rejects with an `EndpointFailure`, or the signal's reason. */
export async function postChat(address: URL, body: object, options: ChatRequestOptions): Promise<unknown> {
	const { key, timeLimit, signal } = options;
	const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
	try {
		const response = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
			body: JSON.stringify(body),
			// Elsewhere nobody has agreed to send it, nor the key.
			redirect: 'manual',
			signal: limited,
		});
		if (!response.ok) throw await statusFailure(response, address, options);
		const { text, isWhole } = await textOf(response, mostBytes);
		if (!isWhole) throw new EndpointFailure('lasting', 'its answer is too long');
		return JSON.parse(text) as unknown;
	} catch (error) {
		if (error instanceof EndpointFailure) throw error;
		signal.throwIfAborted();
		if (limited.aborted) throw new EndpointFailure('passing', `it did not answer within ${durationInWords(timeLimit / 1000)}`);
		if (error instanceof SyntaxError) throw new EndpointFailure('lasting', 'its answer is no JSON');
		throw connectionFailure(error);
	}
}

async function statusFailure(response: Response, address: URL, options: ChatRequestOptions): Promise<EndpointFailure> {
	const { status, headers } = response;
	const { key, keyVariable } = options;
	if (status >= 300 && status < 400) {
		await response.body?.cancel();
		return new EndpointFailure('lasting', `it sends elsewhere${elsewhere(headers.get('location'), address)}, where nothing was sent`);
	}
	const { text } = await textOf(response, mostErrorBytes);
	if (status === 401 || status === 403) {
		// What it says of a key often holds a part of it.
		const why = key === undefined ? `it wants a key, and ${keyVariable} is not set` : `it does not accept the key in ${keyVariable}`;
		return new EndpointFailure('key', `${why} (status ${status})`);
	}
	const said = refusalIn(text);
	const why = `it answered with status ${status}${said === undefined ? '' : `, “${without(key, said.message)}”`}`;
	const isPassing = status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);
	if (!isPassing || said?.code === 'insufficient_quota') return new EndpointFailure('lasting', why);
	const waitFor = retryAfter(headers.get('retry-after'), Date.now());
	return waitFor !== undefined && waitFor > longestWait
		? new EndpointFailure('lasting', `${why}, and asks to wait ${durationInWords(waitFor / 1000)}`)
		: new EndpointFailure('passing', why, { waitFor });
}

function elsewhere(location: string | null, address: URL): string {
	if (location === null || !URL.canParse(location, address.href)) return '';
	return `, to ${new URL(location, address).origin}`;
}

function refusalIn(text: string): { readonly message: string; readonly code: unknown } | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		// A page of some proxy: its status says enough.
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
	const parsed = refusal.safeParse(value);
	if (!parsed.success || parsed.data.error.message === undefined) return undefined;
	const { message, code } = parsed.data.error;
	const line = message.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
	return { message: line.length > 200 ? `${line.slice(0, 200)}\u2026` : line, code };
}

function without(key: string | undefined, text: string): string {
	return key === undefined ? text : text.replaceAll(key, '\u2026');
}

async function textOf(response: Response, most: number): Promise<{ text: string; isWhole: boolean }> {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	for await (const piece of response.body ?? []) {
		bytes += piece.byteLength;
		if (bytes > most) break;
		pieces.push(piece);
	}
	return { text: Buffer.concat(pieces).toString('utf8'), isWhole: bytes <= most };
}
