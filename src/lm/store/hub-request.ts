import { get as getHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

export interface HubRequest {
	readonly address: URL;
	/** What a user can set to ask another host: goes on after `check`. */
	readonly setting: string;
	/** Sent to `address`'s own origin only. */
	readonly token: string | undefined;
	readonly headers: Readonly<Record<string, string>>;
	readonly signal: AbortSignal;
}

/** The answer at the end of the redirects, and what the hub itself said about the file on the way. */
export interface HubAnswer {
	readonly response: IncomingMessage;
	/** Where it came from in the end. */
	readonly address: URL;
	/** Commit that the revision stands for. */
	readonly commit: string | undefined;
	/** Size of the whole file in bytes. */
	readonly size: number | undefined;
	/** SHA-256 of the whole file in hex; hubs know it of large files. */
	readonly sha256: string | undefined;
	/** What identifies this version of the file at the hub. */
	readonly identity: string | undefined;
}

/** What a host says of a file. */
type About = Omit<HubAnswer, 'response' | 'address'>;

const maxRedirects = 5;
/** A connection on which nothing comes for this long is given up, milliseconds. */
const idleLimit = 60_000;

/**
 * Gets a file from a hub, following redirects by hand: the token stays with the hub's own origin, and the headers that
 * describe a file (`X-Repo-Commit`, `X-Linked-Size`, `X-Linked-Etag`) are those of the hub, not of where it redirects to.
 * @throws {UserError} RA306 when the host cannot be reached, RA313 for a step that would give away the token or leave TLS.
 */
export async function hubRequest(request: HubRequest): Promise<HubAnswer> {
	const origin = request.address.origin;
	if (request.token !== undefined && request.address.protocol === 'http:' && !isLoopback(request.address.hostname)) {
		throw new UserError(
			errorNumbers.unencryptedConnection,
			`The token is not sent to ${origin}, because the connection is not encrypted.`,
			{
				hint: `Use an https:// address in ${request.setting}, or unset HF_TOKEN.`,
			},
		);
	}
	let address = request.address;
	let about: About = { commit: undefined, size: undefined, sha256: undefined, identity: undefined };
	for (let step = 0; step <= maxRedirects; step++) {
		const response = await get(address, request, address.origin === origin);
		about = merged(about, describe(response.headers));
		const { location } = response.headers;
		if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || location === undefined) return { response, address, ...about };
		response.destroy();
		const next = URL.canParse(location, address.href) ? new URL(location, address) : undefined;
		if (next === undefined || !['http:', 'https:'].includes(next.protocol))
			throw new UserError(errorNumbers.downloadServerFailed, `${address.host} redirects to an address that is not one of the web.`, {
				hint: `Try again later, or check ${request.setting}.`,
			});
		if (address.protocol === 'https:' && next.protocol === 'http:')
			throw new UserError(
				errorNumbers.unencryptedConnection,
				`${address.host} redirects from an encrypted to an unencrypted address (${next.host}).`,
				{
					hint: `Check ${request.setting} and the network: something may be rewriting the answers.`,
				},
			);
		address = next;
	}
	throw new UserError(errorNumbers.downloadServerFailed, `${request.address.host} redirects more than ${maxRedirects} times.`, {
		hint: `Try again later, or check ${request.setting}.`,
	});
}

/** Node's own client, not `fetch`: undici ends the process when a server closes without having said a length. */
async function get(address: URL, { token, headers, signal, setting }: HubRequest, own: boolean): Promise<IncomingMessage> {
	signal.throwIfAborted();
	const options = {
		signal,
		timeout: idleLimit,
		// Sizes and ranges count the bytes of the file: nothing may be compressed on the way.
		headers: {
			'accept-encoding': 'identity',
			'user-agent': 'rag-assay',
			...headers,
			...(own && token !== undefined && { authorization: `Bearer ${token}` }),
		},
	};
	try {
		return await new Promise((resolve, reject) => {
			const request = (address.protocol === 'https:' ? getHttps : getHttp)(address, options, resolve);
			request.on('error', reject);
			request.on('timeout', () => request.destroy(new Error(`nothing came for ${idleLimit / 1000} s`)));
		});
	} catch (cause) {
		signal.throwIfAborted();
		throw new UserError(errorNumbers.downloadServerFailed, `${address.host} cannot be reached.`, {
			hint: `Check the network and ${setting}, then try again. RAG Assay keeps what is already downloaded. It does not use proxies.`,
			cause,
		});
	}
}

function describe(headers: IncomingHttpHeaders): About {
	const size = oneOf(headers['x-linked-size']);
	const linked = unquoted(oneOf(headers['x-linked-etag']));
	return {
		commit: /^[0-9a-f]{40}$/.exec(oneOf(headers['x-repo-commit']) ?? '')?.[0],
		size: size !== undefined && /^\d{1,15}$/.test(size) ? Number(size) : undefined,
		sha256: /^[0-9a-f]{64}$/.exec(linked ?? '')?.[0],
		identity: linked ?? unquoted(headers.etag),
	};
}

/** The first to say a thing is the hub itself. */
function merged(a: About, b: About): About {
	return { commit: a.commit ?? b.commit, size: a.size ?? b.size, sha256: a.sha256 ?? b.sha256, identity: a.identity ?? b.identity };
}

const oneOf = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);
const unquoted = (tag: string | undefined): string | undefined =>
	tag === undefined ? undefined : tag.replace(/^W\//, '').replaceAll('"', '');
const isLoopback = (name: string): boolean => name === 'localhost' || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name);
