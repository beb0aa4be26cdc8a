import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { after } from 'node:test';

const servers: Server[] = [];
after(() => {
	for (const server of servers) {
		server.closeAllConnections();
		server.close();
	}
});

/** A package index on the loopback interface: pages of packages below `/simple/`, by the standard as JSON or as the older HTML, and their files below `/files/`. */
export class LoopbackIndex {
	readonly files: Map<string, Uint8Array>;
	/** Addresses asked for, with their range. */
	readonly asked: { path: string; range: string | undefined }[] = [];
	/** Of a file: so many bytes are sent, and the connection ends when the client says that it has `received` them. Once. */
	readonly cutAfter = new Map<string, number>();
	/** Instead of 200 for a file. */
	readonly status = new Map<string, number>();
	pages: 'json' | 'html' | 'nonsense' = 'json';
	address = new URL('http://127.0.0.1/');
	#cuts: { at: number; end: () => void }[] = [];

	private constructor(files: Readonly<Record<string, Uint8Array>>) {
		this.files = new Map(Object.entries(files));
	}

	static async start(files: Readonly<Record<string, Uint8Array>>): Promise<LoopbackIndex> {
		const index = new LoopbackIndex(files);
		const server = createServer((request, response) => index.#answer(request, response));
		servers.push(server);
		await new Promise<void>((done) => {
			server.listen(0, '127.0.0.1', done);
		});
		const at = server.address();
		if (at === null || typeof at === 'string') throw new Error('a server on a port has an address');
		index.address = new URL(`http://127.0.0.1:${at.port}/simple/`);
		return index;
	}

	/** Files asked for, not pages. */
	names(): string[] {
		return this.asked.filter(({ path }) => path.startsWith('/files/')).map(({ path }) => path.slice(7));
	}

	/** To be called with the bytes that the client has of a file. */
	received(done: number): void {
		const due = this.#cuts.filter(({ at }) => at === done);
		this.#cuts = this.#cuts.filter((cut) => !due.includes(cut));
		for (const { end } of due) end();
	}

	#answer({ url = '', headers: { range } }: IncomingMessage, response: ServerResponse): void {
		const path = decodeURIComponent(url);
		this.asked.push({ path, range });
		if (path.startsWith('/simple/')) return this.#page(path.split('/')[2] ?? '', response);
		const name = path.slice('/files/'.length);
		const all = this.files.get(name);
		const status = all === undefined ? 404 : this.status.get(name);
		if (all === undefined || status !== undefined) return void response.writeHead(status ?? 404).end();
		const from = range === undefined ? undefined : Number(/^bytes=(\d+)-$/.exec(range)?.[1]);
		if (from !== undefined && from >= all.length) return void response.writeHead(416).end();
		const bytes = all.subarray(from ?? 0);
		// No ETag: many mirrors have none.
		response.writeHead(from === undefined ? 200 : 206, {
			'content-length': bytes.length,
			...(from !== undefined && { 'content-range': `bytes ${from}-${all.length - 1}/${all.length}` }),
		});
		const cut = this.cutAfter.get(name);
		if (cut === undefined) return void response.end(bytes);
		this.cutAfter.delete(name);
		this.#cuts.push({ at: (from ?? 0) + cut, end: () => response.socket?.destroy() });
		response.write(bytes.subarray(0, cut));
	}

	#page(name: string, response: ServerResponse): void {
		const files = [...this.files.keys()].filter((file) => file.startsWith(`${name.replaceAll('-', '_')}-`));
		if (files.length === 0) return void response.writeHead(404).end();
		const url = (file: string): string => `../../files/${encodeURIComponent(file)}`;
		if (this.pages === 'nonsense')
			return void response.writeHead(200, { 'content-type': 'application/vnd.pypi.simple.v1+json' }).end('<p>Please log in.</p>');
		if (this.pages === 'json')
			return void response.writeHead(200, { 'content-type': 'application/vnd.pypi.simple.v1+json' }).end(
				JSON.stringify({
					meta: { 'api-version': '1.1' },
					name,
					files: files.map((filename) => ({ filename, url: url(filename), hashes: {} })),
				}),
			);
		response
			.writeHead(200, { 'content-type': 'text/html' })
			.end(
				`<!DOCTYPE html><body>${files.map((file) => `<a data-requires-python="&gt;=3" href="${url(file)}#sha256=0">${file}</a><br>`).join('\n')}</body>`,
			);
	}
}
