import type { QdrantClient } from '@qdrant/js-client-rest';
import * as z from 'zod';
import { loadQdrant } from '../database-clients.ts';
import type { FoundEntry, MemoryStore, StoredEmbeddings, StoreOpener } from '../memory-store.ts';
import { readPages, type Page, type PageItem } from '../read-pages.ts';
import { embeddingOf, isRecord, isText, recordEntry, textOf, without } from '../record-entry.ts';
import { asked, isNetworkError, noCollection, type ServerFailure, type ServerWords } from '../server-errors.ts';
import { storeAddress, type StoreAddress } from '../store-address.ts';
import { unreadableEntry } from '../unreadable-entry.ts';

const example = 'qdrant+http://localhost:6333/COLLECTION';

/** A collection of a Qdrant server. */
export const qdrantOpener: StoreOpener = {
	kind: 'qdrant',
	example,
	async open(target, { signal }) {
		const address = storeAddress(target, { schemes: ['qdrant+http', 'qdrant+https'], options: ['text', 'vector'], example });
		return address === null ? null : openCollection(address, signal);
	},
};

async function openCollection(address: StoreAddress, signal: AbortSignal): Promise<MemoryStore> {
	const key = address.password ?? address.user ?? process.env['QDRANT_API_KEY'] ?? null;
	const words: ServerWords = {
		server: 'Qdrant',
		name: address.name,
		start: 'Start it, or check host and port.',
		credentials: 'Put the API key into the environment variable QDRANT_API_KEY, or into the address before @.',
		secrets: [key],
	};
	const ask: Ask = (question, by) => asked(words, question, { signal: by, judge });
	const { QdrantClient: Client } = await loadQdrant();
	const isSafe = address.name.startsWith('qdrant+https');
	const client = new Client({
		host: address.url.hostname,
		port: Number(address.url.port === '' ? (isSafe ? 443 : 6333) : address.url.port),
		https: isSafe,
		// As a header, because of a key the client warns on the console.
		...(key === null ? {} : { headers: { 'api-key': key } }),
		timeout: 60_000,
		checkCompatibility: false,
	});
	const [wanted = null] = address.path;
	const { collections } = await ask(() => client.getCollections(), signal);
	const names = collections.map(({ name }) => name);
	const name = wanted ?? (names.length === 1 ? names[0]! : null);
	if (name === null || !names.includes(name)) throw noCollection(words, 'collection', wanted, names);
	const { config } = await ask(() => client.getCollection(name), signal);
	const vector = vectorOf(config.params.vectors, address.options['vector'] ?? null);
	return new QdrantCollection({ name: address.name, client, collection: name, ask }, { text: address.options['text'] ?? null, vector });
}

type Ask = <T>(question: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** A vector that points have: `name` is `null` of the only one. */
interface PointVector {
	readonly name: string | null;
	readonly dimensions: number;
	/** Whether its index goes by cosine. */
	readonly isCosine: boolean;
}

/** Which vector is read: the only one, the one that the address names, or else the first. */
function vectorOf(vectors: unknown, wanted: string | null): PointVector | null {
	if (!isRecord(vectors)) return null;
	const { size } = vectors;
	if (typeof size === 'number') return { name: null, dimensions: size, isCosine: vectors['distance'] === 'Cosine' };
	for (const [name, one] of Object.entries(vectors))
		if ((wanted === null || name === wanted) && isRecord(one) && typeof one['size'] === 'number')
			return { name, dimensions: one['size'], isCosine: one['distance'] === 'Cosine' };
	return null;
}

/** Statuses by the errors that the generated client throws, and its own. */
function judge(error: unknown): ServerFailure {
	const status = isRecord(error) ? error['status'] : undefined;
	if (status === 401 || status === 403) return 'refused';
	const isLate = error instanceof Error && error.name === 'QdrantClientTimeoutError';
	return isLate || isNetworkError(error) ? 'unreachable' : 'failed';
}

/** Of the last point that was read; numbers as digits, because they may be larger than JSON's. */
const position = z.union([z.strictObject({ number: z.string().regex(/^\d+$/) }), z.strictObject({ uuid: z.string() })]);
type Position = z.infer<typeof position>;

class QdrantCollection implements MemoryStore {
	readonly kind = 'qdrant';
	readonly name: string;
	readonly embeddings: StoredEmbeddings | null;
	readonly search?: NonNullable<MemoryStore['search']>;
	readonly #connection: { readonly client: QdrantClient; readonly collection: string; readonly ask: Ask };
	readonly #vector: PointVector | null;
	readonly #text: string | null;
	readonly #closing = new AbortController();

	constructor(
		connection: { readonly name: string; readonly client: QdrantClient; readonly collection: string; readonly ask: Ask },
		{ text, vector }: { readonly text: string | null; readonly vector: PointVector | null },
	) {
		this.#connection = connection;
		this.name = connection.name;
		this.#vector = vector;
		this.embeddings = vector === null ? null : { dimensions: vector.dimensions, encoder: null };
		this.#text = text;
		if (vector?.isCosine === true) this.search = (embedding, options) => this.#nearest(embedding, options);
	}

	/** Qdrant tells no version of a collection. */
	async state(): Promise<null> {
		return null;
	}

	async count(): Promise<number> {
		const { ask, client, collection } = this.#connection;
		const { count } = await ask(() => client.count(collection, { exact: true }), this.#closing.signal);
		return count;
	}

	read(options: Parameters<MemoryStore['read']>[0]): ReturnType<MemoryStore['read']> {
		return readPages({ name: this.name, position, page: (after, limit, signal) => this.#page(after, limit, signal) }, options);
	}

	async remarks(): Promise<[]> {
		return [];
	}

	async close(): Promise<void> {
		this.#closing.abort(new Error('the store is closed'));
	}

	async #nearest(embedding: Float32Array, { k, signal }: Parameters<NonNullable<MemoryStore['search']>>[1]): Promise<FoundEntry[]> {
		const { ask, client, collection } = this.#connection;
		const using = this.#vector?.name ?? null;
		const { points } = await ask(
			() => client.query(collection, { query: Array.from(embedding), limit: k, with_payload: true, ...(using === null ? {} : { using }) }),
			AbortSignal.any([signal, this.#closing.signal]),
		);
		return points.flatMap((point) => {
			const { entry } = this.#itemOf({ id: point.id, payload: point.payload });
			return entry === null ? [] : [{ id: entry.id, text: entry.text, similarity: point.score }];
		});
	}

	/** By id: Qdrant gives points in the order of their ids, from one on. */
	async #page(after: Position | null, limit: number, signal: AbortSignal): Promise<Page<Position>> {
		const { ask, client, collection } = this.#connection;
		const offset = after === null ? null : 'uuid' in after ? after.uuid : numberOf(after.number);
		const { points } = await ask(
			() =>
				client.scroll(collection, {
					limit: limit + 1,
					with_payload: true,
					with_vector: this.#vector === null ? false : this.#vector.name === null ? true : [this.#vector.name],
					...(offset === null ? {} : { offset }),
				}),
			AbortSignal.any([signal, this.#closing.signal]),
		);
		// The last one that was read comes once more, unless it was deleted meanwhile.
		const fresh = offset !== null && String(points[0]?.id) === String(offset) ? points.slice(1) : points.slice(0, limit);
		const last = fresh.at(-1);
		return {
			items: fresh.map((point) => this.#itemOf(point)),
			last: last === undefined ? null : typeof last.id === 'string' ? { uuid: last.id } : { number: String(last.id) },
			isEnd: points.length <= limit,
		};
	}

	#itemOf({ id, payload, vector }: { readonly id: unknown; readonly payload?: unknown; readonly vector?: unknown }): PageItem {
		const shown = String(id);
		const members = isRecord(payload) ? payload : {};
		const text = this.#textIn(members);
		if (text === null)
			return {
				entry: null,
				problems: [{ ...unreadableEntry(this.name, shown, 'no member of its payload is known to hold a text'), severity: 'hint' }],
			};
		const named = this.#vector?.name ?? null;
		return {
			entry: recordEntry({
				id: shown,
				text: text.text,
				members: without(members, text.member),
				scope: this.#connection.collection,
				embedding: embeddingOf(named !== null && isRecord(vector) ? vector[named] : vector, this.embeddings?.dimensions ?? null),
			}),
			problems: [],
		};
	}

	#textIn(members: Readonly<Record<string, unknown>>): { readonly member: string; readonly text: string } | null {
		if (this.#text === null) return textOf(members);
		const text = members[this.#text];
		return isText(text) ? { member: this.#text, text } : null;
	}
}

/** Numbers of points have 64 bits. */
function numberOf(digits: string): number {
	const number = Number(digits);
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client takes both, and its types say one
	return Number.isSafeInteger(number) ? number : (BigInt(digits) as unknown as number);
}
