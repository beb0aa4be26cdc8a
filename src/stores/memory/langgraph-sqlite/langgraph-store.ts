import * as z from 'zod';
import { joinedId, embeddingOfBytes, isRecord, isText, isoTime, recordEntry, textOf } from '../record-entry.ts';
import type { MemoryStore, StoreOpener, StoredEmbeddings } from '../memory-store.ts';
import { readPages, type Page, type PageItem } from '../read-pages.ts';
import type { SqliteFile, SqliteRow } from '../sqlite/sqlite-file.ts';
import { hasTables, openSqliteWith, type Tables } from '../sqlite/sqlite-tables.ts';
import { unreadableEntry } from '../unreadable-entry.ts';

/**
 * What an agent reads of an item's value: the member that tools keep text in, also one within another (langmem's
 * `{"kind": …, "content": {"content": …}}`), or, of a value without one, all of it, since agents are then given its JSON.
 */
function valueText(value: unknown): string {
	return knownText(value, 3) ?? JSON.stringify(value);
}

function knownText(value: unknown, depth: number): string | null {
	if (isText(value)) return value;
	if (!isRecord(value) || depth === 0) return null;
	const own = textOf(value);
	if (own !== null) return own.text;
	for (const holder of ['content', 'value', 'memory', 'data']) {
		const inner = knownText(value[holder], depth - 1);
		if (inner !== null) return inner;
	}
	return null;
}

const store: Tables = { store: ['prefix', 'key', 'value', 'created_at', 'updated_at'] };
const vectors: Tables = { store_vectors: ['prefix', 'key', 'field_name', 'embedding'] };

/** LangGraph's `SqliteStore`: an item is an entry, its namespace the scope. */
export const langgraphSqliteOpener: StoreOpener = {
	kind: 'langgraph-sqlite',
	example: 'store.db',
	async open(target, { signal }) {
		const file = await openSqliteWith(target, store, signal);
		if (file === null) return null;
		try {
			const embeddings = await file.read((database) => {
				if (!hasTables(database, vectors)) return null;
				const bytes = database.rows('SELECT length(embedding) AS n FROM store_vectors WHERE embedding IS NOT NULL LIMIT 1')[0]?.['n'];
				return typeof bytes === 'number' && bytes % 4 === 0 && bytes > 0 ? { dimensions: bytes / 4, encoder: null } : null;
			}, signal);
			return new LangGraphStore(file, embeddings);
		} catch (error) {
			await file.close();
			throw error;
		}
	},
};

const keySchema = z.tuple([z.string(), z.string()]);
/** Namespace and key of an item. */
type Key = z.infer<typeof keySchema>;

class LangGraphStore implements MemoryStore {
	readonly kind = 'langgraph-sqlite';
	readonly name: string;
	readonly embeddings: StoredEmbeddings | null;
	readonly #file: SqliteFile;

	constructor(file: SqliteFile, embeddings: StoredEmbeddings | null) {
		this.#file = file;
		this.name = file.path;
		this.embeddings = embeddings;
	}

	state(): Promise<string> {
		return this.#file.state();
	}

	count(): Promise<number> {
		return this.#file.read(({ rows }) => Number(rows('SELECT count(*) AS n FROM store')[0]?.['n']));
	}

	read(options: Parameters<MemoryStore['read']>[0]): ReturnType<MemoryStore['read']> {
		const vector = `(SELECT v.embedding FROM store_vectors v WHERE v.prefix = s.prefix AND v.key = s.key ORDER BY v.field_name LIMIT 1)`;
		const page = `SELECT s.*, ${this.embeddings === null ? 'NULL' : vector} AS embedding
			FROM main.store s WHERE (s.prefix, s.key) > (?, ?) ORDER BY s.prefix, s.key LIMIT ?`;
		return readPages(
			{
				name: this.name,
				position: keySchema,
				page: async (after, limit, signal): Promise<Page<Key>> => {
					const rows = await this.#file.read((database) => database.rows(page, [...(after ?? ['', '']), limit]), signal);
					const last = rows.at(-1);
					return {
						items: rows.map((row) => this.#itemOf(row)),
						last: last === undefined ? null : [String(last['prefix']), String(last['key'])],
						isEnd: rows.length < limit,
					};
				},
			},
			options,
		);
	}

	async remarks(): Promise<[]> {
		return [];
	}

	close(): Promise<void> {
		return this.#file.close();
	}

	#itemOf(row: SqliteRow): PageItem {
		const { prefix, key, value, embedding, created_at: created, updated_at: updated, ...others } = row;
		const id = joinedId(String(prefix), String(key));
		const json = jsonOf(value);
		if (json === undefined) return { entry: null, problems: [unreadableEntry(this.name, id, 'its value is no JSON')] };
		return {
			entry: recordEntry({
				id,
				text: valueText(json),
				members: { ...others, ...(isRecord(json) ? { value: json } : {}) },
				scope: String(prefix),
				when: isoTime(updated) ?? isoTime(created),
				embedding: embeddingOfBytes(embedding, this.embeddings?.dimensions ?? null),
			}),
			problems: [],
		};
	}
}

/** `undefined`: no JSON. */
function jsonOf(value: unknown): unknown {
	const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
	if (typeof text !== 'string') return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
