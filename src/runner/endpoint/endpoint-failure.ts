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
	EHOSTUNREACH: 'no way leads there',
	ENETUNREACH: 'no way leads there',
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
export function connectionFailure(error: unknown): EndpointFailure {
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
