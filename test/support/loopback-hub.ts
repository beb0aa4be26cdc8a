import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { after } from 'node:test';

export interface Asked {
	readonly host: string;
	readonly path: string;
	readonly range: string | undefined;
	readonly ifRange: string | undefined;
	readonly authorization: string | undefined;
}

export interface HubFile {
	readonly bytes: Uint8Array;
	/** Kept at another origin: the hub answers with its own headers and a redirect. */
	readonly large?: boolean;
}

/** Ways in which a server misbehaves, by file name; each is used up by one request unless it is a refusal. */
export interface Faults {
	/** Sends this many bytes, and ends the connection when the client says that it `received` them. */
	cutAfter?: number;
	/** Sends these bytes instead. */
	instead?: Uint8Array;
	/** `X-Linked-Size` that is not true. */
	announced?: number;
	status?: number;
	errorCode?: string;
	/** Redirects here. */
	redirect?: string;
	/** No strong ETag. */
	weakTag?: boolean;
	/** Neither length nor chunks: the end of the connection is the end of the file. */
	noLength?: boolean;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const servers: Server[] = [];
after(() => {
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
});

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
	const server = createServer(handle);
	servers.push(server);
	await new Promise<void>((done) => {
		server.listen(0, '127.0.0.1', done);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
	return `http://127.0.0.1:${address.port}`;
}

/**
 * A server on the loopback interface that speaks the hub's URL scheme, `/{id}/resolve/{revision}/{file}`, with a second
 * origin for large files, as the hub has.
 */
export class LoopbackHub {
	readonly files: Map<string, HubFile>;
	readonly faults = new Map<string, Faults>();
	readonly asked: Asked[] = [];
	readonly id = 'assay/tiny';
	readonly commit = 'c'.repeat(40);
	endpoint = '';
	storage = '';
	/** When set, requests without it are refused. */
	token: string | undefined;
	/** Connections to end, by the position in the file that the client must have reached. */
	#cuts: { at: number; end: () => void }[] = [];

	constructor(files: Readonly<Record<string, HubFile>>) {
		this.files = new Map(Object.entries(files));
	}

	static async start(files: Readonly<Record<string, HubFile>>): Promise<LoopbackHub> {
		const hub = new LoopbackHub(files);
		hub.endpoint = await listen((request, response) => hub.#answer(request, response, false));
		hub.storage = await listen((request, response) => hub.#answer(request, response, true));
		return hub;
	}

	/** To be called with the client's progress: what it has not taken yet would be lost with its connection. */
	received(done: number): void {
		const due = this.#cuts.filter(({ at }) => done === at);
		this.#cuts = this.#cuts.filter((cut) => !due.includes(cut));
		for (const { end } of due) end();
	}

	/** Paths asked of the hub itself, without the repository. */
	names(): string[] {
		return this.asked.filter(({ host }) => this.endpoint.endsWith(host)).map(({ path }) => path.split('/').slice(5).join('/'));
	}

	#answer(request: IncomingMessage, response: ServerResponse, storage: boolean): void {
		const { host = '', range, authorization } = request.headers;
		const ifRange = request.headers['if-range']?.toString();
		const path = decodeURIComponent(request.url ?? '');
		this.asked.push({ host, path, range, ifRange, authorization });
		const [, owner, model, verb, revision, ...rest] = path.split('/');
		const name = rest.join('/');
		const refuse = (status: number, code: string) => response.writeHead(status, { 'x-error-code': code }).end(code);
		if (!storage && this.token !== undefined && authorization !== `Bearer ${this.token}`) return void refuse(401, 'RepoNotFound');
		if (`${owner}/${model}` !== this.id || verb !== 'resolve') return void refuse(404, 'RepoNotFound');
		if (!['main', 'v1', this.commit].includes(revision ?? '')) return void refuse(404, 'RevisionNotFound');
		const fault = this.faults.get(name) ?? {};
		if (fault.status !== undefined) return void refuse(fault.status, fault.errorCode ?? '');
		const file = this.files.get(name);
		if (file === undefined) return void refuse(404, 'EntryNotFound');
		const about = {
			'x-repo-commit': this.commit,
			...(file.large === true && {
				'x-linked-size': String(fault.announced ?? file.bytes.length),
				'x-linked-etag': `"${sha256(file.bytes)}"`,
			}),
		};
		if (fault.redirect !== undefined) return void response.writeHead(302, { ...about, location: fault.redirect }).end();
		if (file.large === true && !storage) return void response.writeHead(302, { ...about, location: `${this.storage}${request.url}` }).end();
		this.faults.delete(name);
		this.#send(response, fault, fault.instead ?? file.bytes, file.bytes, storage ? {} : about, range, ifRange);
	}

	#send(
		response: ServerResponse,
		fault: Faults,
		all: Uint8Array,
		original: Uint8Array,
		about: Record<string, string>,
		range: string | undefined,
		ifRange: string | undefined,
	): void {
		const etag = `${fault.weakTag === true ? 'W/' : ''}"store-${sha256(original).slice(0, 16)}"`;
		const from = range !== undefined && (ifRange === undefined || ifRange === etag) ? Number(/^bytes=(\d+)-$/.exec(range)?.[1]) : undefined;
		if (from !== undefined && from >= all.length) return void response.writeHead(416, { 'content-range': `bytes */${all.length}` }).end();
		const bytes = all.subarray(from ?? 0);
		const length = fault.noLength === true ? undefined : { 'content-length': String(bytes.length) };
		if (fault.noLength === true) response.useChunkedEncodingByDefault = false;
		response.writeHead(from === undefined ? 200 : 206, {
			...about,
			etag,
			...length,
			...(from !== undefined && { 'content-range': `bytes ${from}-${all.length - 1}/${all.length}` }),
		});
		if (fault.cutAfter !== undefined) {
			this.#cuts.push({ at: (from ?? 0) + fault.cutAfter, end: () => response.socket?.destroy() });
			return void response.write(bytes.subarray(0, fault.cutAfter));
		}
		response.end(bytes);
	}
}
