import type { ChromaClient, Collection } from 'chromadb';
import * as z from 'zod';
import { loadChroma } from '../database-clients.ts';
import type { FoundEntry, MemoryStore, StoredEmbeddings, StoreOpener } from '../memory-store.ts';
import { readPages, staleCursor, type Page, type PageItem } from '../read-pages.ts';
import { embeddingOf, isRecord, isText, recordEntry, textOf, without } from '../record-entry.ts';
import { asked, isNetworkError, noCollection, type ServerFailure, type ServerWords } from '../server-errors.ts';
import { storeAddress, type StoreAddress } from '../store-address.ts';
import { unreadableEntry } from '../unreadable-entry.ts';

const example = 'chroma+http://localhost:8000/COLLECTION';

/** A collection of a Chroma server. */
export const chromaOpener: StoreOpener = {
	kind: 'chroma',
	example,
	async open(target, { signal }) {
		const address = storeAddress(target, { schemes: ['chroma+http', 'chroma+https'], options: ['tenant', 'database', 'text'], example });
		return address === null ? null : openCollection(address, signal);
	},
};

async function openCollection(address: StoreAddress, signal: AbortSignal): Promise<MemoryStore> {
	const token = process.env['CHROMA_TOKEN'] ?? null;
	const words: ServerWords = {
		server: 'Chroma',
		name: address.name,
		start: 'Start it, such as with `chroma run --path FOLDER`, or check host and port; a folder can be scanned without a server.',
		credentials: 'Put user and password into the address, or a token into the environment variable CHROMA_TOKEN.',
		secrets: [address.password, token],
	};
	const closing = new AbortController();
	const ask: Ask = (question, by) => asked(words, question, { signal: AbortSignal.any([by, closing.signal]), judge });
	const { ChromaClient: Client } = await loadChroma();
	const isSafe = address.name.startsWith('chroma+https');
	const client = new Client({
		host: address.url.hostname,
		port: Number(address.url.port === '' ? (isSafe ? 443 : 8000) : address.url.port),
		ssl: isSafe,
		tenant: address.options['tenant'] ?? 'default_tenant',
		database: address.options['database'] ?? 'default_database',
		headers: headersOf(address, token),
		// Where a server sends somebody on to, nobody has named, and credentials are not for that place.
		fetchOptions: { redirect: 'error', signal: closing.signal },
	});
	const [wanted = null] = address.path;
	const names = await ask(() => namesOf(client), signal);
	const name = wanted ?? (names.length === 1 ? names[0]! : null);
	if (name === null || !names.includes(name)) throw noCollection(words, 'collection', wanted, names);
	const collection = await ask(() => client.getCollection({ name, embeddingFunction: noEmbedding }), signal);
	const peek = await ask(() => collection.get({ limit: 1, include: ['embeddings'] }), signal);
	const dimensions = peek.embeddings[0]?.length ?? 0;
	return new ChromaCollection(
		{ name: address.name, collection, ask, close: () => closing.abort(new Error('the store is closed')) },
		{ text: address.options['text'] ?? null, embeddings: dimensions === 0 ? null : { dimensions, encoder: null } },
	);
}

type Ask = <T>(question: () => Promise<T>, signal: AbortSignal) => Promise<T>;

interface Connection {
	readonly name: string;
	readonly collection: Collection;
	readonly ask: Ask;
	readonly close: () => void;
}

/** Names of as many collections as a message could list and more. */
async function namesOf(client: ChromaClient): Promise<string[]> {
	const names: string[] = [];
	for (;;) {
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		const found = await client.listCollections({ limit: 100, offset: names.length });
		names.push(...found.map(({ name }) => name));
		if (found.length < 100) return names;
	}
}

/** Nothing is embedded here: with a function given, the client looks for none by the name that the server tells. */
const noEmbedding = {
	name: 'none',
	generate: () => Promise.reject(new Error('nothing is embedded by Chroma')),
};

function headersOf({ user, password }: StoreAddress, token: string | null): Record<string, string> {
	if (password !== null || user !== null)
		return { authorization: `Basic ${Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')}` };
	return token === null ? {} : { 'x-chroma-token': token };
}

function judge(error: unknown): ServerFailure {
	const name = error instanceof Error ? error.name : '';
	if (name === 'ChromaAuthError' || name === 'ChromaForbiddenError') return 'refused';
	return name === 'ChromaConnectionError' || isNetworkError(error) ? 'unreachable' : 'failed';
}

/**
 * How far was read, and the last ids: Chroma gives records by number alone, so that each page is laid over the one before it, and where
 * something was deleted meanwhile the place is looked for.
 */
const position = z.object({ done: z.number().int().nonnegative(), last: z.array(z.string()) });
type Position = z.infer<typeof position>;

/** Ids that are remembered, in case that the last one is deleted. */
const remembered = 8;
/** How far back the place is looked for. */
const lookBack = 1000;

/** Whether its index goes by cosine: Chroma's usual one goes by squared distance, which ranks others first where embeddings are not of length 1. */
function isCosine({ configuration, metadata }: Collection): boolean {
	return (configuration.hnsw?.space ?? configuration.spann?.space ?? metadata?.['hnsw:space']) === 'cosine';
}

class ChromaCollection implements MemoryStore {
	readonly kind = 'chroma';
	readonly name: string;
	readonly embeddings: StoredEmbeddings | null;
	readonly search?: NonNullable<MemoryStore['search']>;
	readonly #connection: Connection;
	readonly #text: string | null;

	constructor(
		connection: Connection,
		{ text, embeddings }: { readonly text: string | null; readonly embeddings: StoredEmbeddings | null },
	) {
		this.#connection = connection;
		this.name = connection.name;
		this.embeddings = embeddings;
		this.#text = text;
		if (isCosine(connection.collection)) this.search = (embedding, options) => this.#nearest(embedding, options);
	}

	/** Chroma tells no version of a collection. */
	async state(): Promise<null> {
		return null;
	}

	count(): Promise<number> {
		const { ask, collection } = this.#connection;
		return ask(() => collection.count(), new AbortController().signal);
	}

	read(options: Parameters<MemoryStore['read']>[0]): ReturnType<MemoryStore['read']> {
		return readPages({ name: this.name, position, page: (after, limit, signal) => this.#page(after, limit, signal) }, options);
	}

	async remarks(): Promise<[]> {
		return [];
	}

	async close(): Promise<void> {
		this.#connection.close();
	}

	async #nearest(embedding: Float32Array, { k, signal }: Parameters<NonNullable<MemoryStore['search']>>[1]): Promise<FoundEntry[]> {
		const { ask, collection } = this.#connection;
		const { ids, documents, metadatas, distances } = await ask(
			() =>
				collection.query({
					queryEmbeddings: [Array.from(embedding)],
					nResults: k,
					include: ['documents', 'metadatas', 'distances'],
				}),
			signal,
		);
		return (ids[0] ?? []).flatMap((id, i) => {
			const { entry } = this.#itemOf(id, documents[0]?.[i], metadatas[0]?.[i], null);
			const distance = distances[0]?.[i];
			return entry === null || typeof distance !== 'number' ? [] : [{ id, text: entry.text, similarity: 1 - distance }];
		});
	}

	async #page(after: Position | null, limit: number, signal: AbortSignal): Promise<Page<Position>> {
		const { ask, collection } = this.#connection;
		const from = after ?? { done: 0, last: [] };
		// The last record once more, which tells whether numbers have moved.
		const seen = Math.min(1, from.done);
		const found = await ask(
			() =>
				collection.get({
					limit: limit + seen,
					offset: from.done - seen,
					include: ['documents', 'metadatas', ...(this.embeddings === null ? [] : ['embeddings' as const])],
				}),
			signal,
		);
		if (seen > 0 && found.ids[0] !== from.last.at(-1)) return this.#page(await this.#placeOf(from, signal), limit, signal);
		const ids = found.ids.slice(seen);
		if (ids.length === 0) return { items: [], last: null, isEnd: true };
		return {
			items: ids.map((id, i) => this.#itemOf(id, found.documents[i + seen], found.metadatas[i + seen], found.embeddings[i + seen])),
			last: { done: from.done + ids.length, last: [...from.last, ...ids].slice(-remembered) },
			isEnd: ids.length < limit,
		};
	}

	/** Where reading goes on after records before it were deleted. @throws {UserError} RA349 where that cannot be told. */
	async #placeOf({ done, last }: Position, signal: AbortSignal): Promise<Position> {
		const { ask, collection } = this.#connection;
		const start = Math.max(0, done - lookBack);
		const { ids } = await ask(() => collection.get({ limit: lookBack, offset: start, include: [] }), signal);
		for (let i = last.length - 1; i >= 0; i--) {
			const at = ids.indexOf(last[i]!);
			if (at !== -1) return { done: start + at + 1, last: last.slice(0, i + 1) };
		}
		throw staleCursor(this.name);
	}

	#itemOf(id: string, document: unknown, metadata: unknown, vector: unknown): PageItem {
		const members = isRecord(metadata) ? metadata : {};
		const named = this.#text === null ? null : members[this.#text];
		const own = isText(named) ? { member: this.#text!, text: named } : isText(document) ? { member: '', text: document } : textOf(members);
		if (own === null) return { entry: null, problems: [{ ...unreadableEntry(this.name, id, 'it holds no text'), severity: 'hint' }] };
		return {
			entry: recordEntry({
				id,
				text: own.text,
				members: without(members, own.member),
				scope: this.#connection.collection.name,
				embedding: embeddingOf(vector, this.embeddings?.dimensions ?? null),
			}),
			problems: [],
		};
	}
}
