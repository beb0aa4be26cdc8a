import * as z from 'zod';
import { oneLineOf } from '../../wording/phrases.ts';
import { durationInWords } from '../../wording/numbers.ts';

/**
 * How an endpoint fails: `passing` may be over the next time, `absent` as well where it was there before, and `lasting` stays until somebody mends it;
 * `key` is lasting, and about the key.
 */
export type FailureKind = 'passing' | 'absent' | 'lasting' | 'key';

/** Why no answer came: a clause that goes on after `did not answer:`. It holds no key. */
export class EndpointFailure extends Error {
	readonly kind: FailureKind;
	/** Milliseconds that the endpoint asks to be left alone for. */
	readonly waitFor: number | undefined;

	constructor(kind: FailureKind, why: string, options: { readonly waitFor?: number | undefined; readonly cause?: unknown } = {}) {
		super(why, options.cause === undefined ? undefined : { cause: options.cause });
		this.kind = kind;
		this.waitFor = options.waitFor;
	}
}

/** Codes of the system, of Node and of its HTTP client, by what they say of a connection. */
const absent: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing listens there',
	ENOTFOUND: 'no host has that name',
	EHOSTUNREACH: 'the network cannot reach it',
	ENETUNREACH: 'the network cannot reach it',
};
const passing: Readonly<Record<string, string>> = {
	ECONNRESET: 'it cut the connection',
	EPIPE: 'it cut the connection',
	UND_ERR_SOCKET: 'it cut the connection',
	ETIMEDOUT: 'the connection took too long',
	UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
	UND_ERR_HEADERS_TIMEOUT: 'it took too long',
	UND_ERR_BODY_TIMEOUT: 'it took too long',
	EAI_AGAIN: 'its name could not be looked up',
};

/** What an error of `fetch`, or of reading its answer, says; the reason stands in its cause. */
function connectionFailure(error: unknown): EndpointFailure {
	const named = codeOf(error);
	const cut = named === undefined ? undefined : passing[named];
	if (cut !== undefined) return new EndpointFailure('passing', cut, { cause: error });
	const gone = named === undefined ? undefined : absent[named];
	if (gone !== undefined) return new EndpointFailure('absent', `it could not be reached: ${gone}`, { cause: error });
	return new EndpointFailure('lasting', `it could not be reached${named === undefined ? '' : ` (${named})`}`, { cause: error });
}

function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const [at, inside] = [error, error.cause].map((one) => (one instanceof Error && 'code' in one ? one.code : undefined));
	return typeof inside === 'string' ? inside : typeof at === 'string' ? at : undefined;
}

/** Milliseconds that a `Retry-After` asks for (RFC 9110, 10.2.3): seconds, or a date. `undefined` where it says neither. @param now as `Date.now()` */
export function retryAfter(header: string | null, now: number): number | undefined {
	const text = header?.trim() ?? '';
	if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
	// A number with a sign or a fraction is no date either, but some engines read it as one.
	const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** An answer of text has far less. */
const maxBytes = 2 ** 20;
/** Of what comes with an error. */
const maxErrorBytes = 2 ** 14;
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
		const { text, isWhole } = await textOf(response, maxBytes);
		if (!isWhole) throw new EndpointFailure('lasting', 'its answer is too long');
		return JSON.parse(text) as unknown;
	} catch (error) {
		if (error instanceof EndpointFailure) throw error;
		signal.throwIfAborted();
		if (limited.aborted) throw new EndpointFailure('passing', `it did not answer within ${durationInWords(timeLimit / 1000)}`);
		if (error instanceof SyntaxError) throw new EndpointFailure('lasting', 'its answer is not JSON');
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
	const { text } = await textOf(response, maxErrorBytes);
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
	return { message: oneLineOf(message, 200), code };
}

function without(key: string | undefined, text: string): string {
	return key === undefined ? text : text.replaceAll(key, '\u2026');
}

async function textOf(response: Response, max: number): Promise<{ text: string; isWhole: boolean }> {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	for await (const piece of response.body ?? []) {
		bytes += piece.byteLength;
		if (bytes > max) break;
		pieces.push(piece);
	}
	return { text: Buffer.concat(pieces).toString('utf8'), isWhole: bytes <= max };
}
