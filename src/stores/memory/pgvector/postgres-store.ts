import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import * as z from 'zod';
import { loadPostgres } from '../database-clients.ts';
import type { FoundEntry, MemoryStore, StoredEmbeddings, StoreOpener } from '../memory-store.ts';
import { readPages, type Page, type PageItem } from '../read-pages.ts';
import { embeddingOf, isRecord, isText, recordEntry, shown, textOf, without, type DatabaseRecord } from '../record-entry.ts';
import { asked, isNetworkError, type ServerFailure, type ServerWords } from '../server-errors.ts';
import { invalidAddress, storeAddress, type StoreAddress } from '../store-address.ts';
import { unreadableEntry } from '../unreadable-entry.ts';
import { columnsQuery, memoryTable, postgresExample, quoted, type Column, type MemoryTable } from './postgres-table.ts';

/** A table of PostgreSQL, with pgvector's embeddings where it has them: mem0's, LangChain's, LlamaIndex's, or any. */
export const pgvectorOpener: StoreOpener = {
	kind: 'pgvector',
	example: postgresExample,
	async open(target, { signal }) {
		const address = storeAddress(target, {
			schemes: ['postgres', 'postgresql'],
			options: ['table', 'text', 'id', 'embedding'],
			example: postgresExample,
		});
		return address === null ? null : openTable(address, signal);
	},
};

async function openTable(address: StoreAddress, signal: AbortSignal): Promise<MemoryStore> {
	const words: ServerWords = {
		server: 'PostgreSQL',
		name: address.name,
		start: 'Start it, or check host and port.',
		credentials:
			"Put user and password into the address or into PGUSER and PGPASSWORD, or the password into PostgreSQL's own password file; the user needs to read the table alone.",
		secrets: [address.password, process.env['PGPASSWORD'] ?? null, ...['password'].map((name) => address.others.get(name))],
	};
	const { default: postgres } = await loadPostgres();
	const client = new postgres.Client({
		connectionString: connectionString(address),
		connectionTimeoutMillis: 30_000,
		application_name: 'rag-assay',
	});
	// A connection that ends while nobody asks: the next question says so.
	client.on('error', () => undefined);
	const ask: Ask = async (sql, values, by) => {
		const { rows } = await asked(words, () => client.query<DatabaseRecord>(sql, [...values]), { signal: by, judge });
		return rows;
	};
	const close = closing(client);
	try {
		await asked(words, () => client.connect(), { signal, judge });
		await ask('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY', [], signal);
		await ask("SET statement_timeout = '60s'", [], signal);
		const table = memoryTable((await ask(columnsQuery, [], signal)).map(columnOf), address.options, words);
		if (!table.key.isKey) await requireDistinct(table, words.name, (sql) => ask(sql, [], signal));
		const embeddings = await embeddingsOf(table, (sql) => ask(sql, [], signal));
		return new PostgresStore({ name: words.name, ask, close }, table, { embeddings, scopes: await collectionNames(table, ask, signal) });
	} catch (error) {
		await close();
		throw error;
	}
}

type Ask = (sql: string, values: readonly unknown[], signal: AbortSignal) => Promise<DatabaseRecord[]>;
type AskSimply = (sql: string) => Promise<DatabaseRecord[]>;

/** The address as `pg` reads it, without what is ours. */
function connectionString({ url, others }: StoreAddress): string {
	const user = url.username === '' ? '' : `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
	const query = others.toString();
	return `postgres://${user}${url.host}${url.pathname}${query === '' ? '' : `?${query}`}`;
}

/** Ends a connection once, whether or not a question is still open. */
function closing(client: Client): () => Promise<void> {
	let ended: Promise<void> | undefined;
	return () => {
		// A server that has stopped answering does not say goodbye either.
		ended ??= Promise.race([client.end().catch(() => undefined), wait(1000, undefined, { ref: false })]);
		return ended;
	};
}

function columnOf({ schema, table, name, type, isKey }: DatabaseRecord): Column {
	return { schema: shown(schema), table: shown(table), name: shown(name), type: shown(type), isKey: isKey === true };
}

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html); an error without one is the network's or the client's. */
function judge(error: unknown): ServerFailure {
	const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
	if (/^28|^42501$/.test(code)) return 'refused';
	return !/^[\dA-Z]{5}$/.test(code) || /^08|^57P/.test(code) || isNetworkError(error) ? 'unreachable' : 'failed';
}

/** @throws {UserError} RA347 where the column that the address names for ids does not tell rows apart. */
async function requireDistinct(table: MemoryTable, name: string, ask: AskSimply): Promise<void> {
	const key = quoted(table.key.name);
	const found = await ask(`SELECT 1 FROM ${tableName(table)} GROUP BY ${key} HAVING count(*) > 1 OR ${key} IS NULL LIMIT 1`);
	if (found.length > 0) throw invalidAddress(name, `'${table.key.name}' does not tell the rows of '${table.table}' apart`, postgresExample);
}

async function embeddingsOf(table: MemoryTable, ask: AskSimply): Promise<StoredEmbeddings | null> {
	const { embedding } = table;
	if (embedding === null) return null;
	const declared = /^(?:vector|halfvec)\((\d+)\)$/.exec(embedding.type)?.[1];
	const column = quoted(embedding.name);
	const [row] = await ask(`SELECT ${read(embedding)} AS vector FROM ${tableName(table)} WHERE ${column} IS NOT NULL LIMIT 1`);
	const dimensions = vectorOf(row?.['vector'], declared === undefined ? null : Number(declared))?.length;
	return dimensions === undefined ? null : { dimensions, encoder: null };
}

/** Names of LangChain's collections, of which its table of entries has the ids. */
async function collectionNames({ schema, table }: MemoryTable, ask: Ask, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
	if (table !== 'langchain_pg_embedding') return new Map();
	const collections = `${quoted(schema)}.langchain_pg_collection`;
	const [there] = await ask('SELECT to_regclass($1) AS found', [collections], signal);
	if ((there?.['found'] ?? null) === null) return new Map();
	const rows = await ask(`SELECT uuid, name FROM ${collections}`, [], signal);
	return new Map(rows.map(({ uuid, name }) => [shown(uuid), shown(name)]));
}

function tableName({ schema, table }: MemoryTable): string {
	return `${quoted(schema)}.${quoted(table)}`;
}

/** pgvector's types are read as texts, which have each number in full. */
function read({ name, type }: Column): string {
	return /^(vector|halfvec)\b/.test(type) ? `${quoted(name)}::text` : quoted(name);
}

function vectorOf(value: unknown, dimensions: number | null): Float32Array | null {
	if (typeof value !== 'string') return embeddingOf(value, dimensions);
	return /^\[[-+\d.eE,]+\]$/.test(value) ? embeddingOf(JSON.parse(value), dimensions) : null;
}

/** Types that say nothing to a person, and may be large. */
const unread = /^(vector|halfvec|sparsevec|bit|bytea|tsvector|real\[\]|double precision\[\])/;
const prefix = 'rag_assay_';

const position = z.string();

class PostgresStore implements MemoryStore {
	readonly kind = 'pgvector';
	readonly name: string;
	readonly embeddings: StoredEmbeddings | null;
	readonly search?: NonNullable<MemoryStore['search']>;
	readonly #connection: { readonly ask: Ask; readonly close: () => Promise<void> };
	readonly #table: MemoryTable;
	readonly #scopes: ReadonlyMap<string, string>;

	constructor(
		{ name, ask, close }: { readonly name: string; readonly ask: Ask; readonly close: () => Promise<void> },
		table: MemoryTable,
		{ embeddings, scopes }: { readonly embeddings: StoredEmbeddings | null; readonly scopes: ReadonlyMap<string, string> },
	) {
		this.name = name;
		this.#connection = { ask, close };
		this.#table = table;
		this.embeddings = embeddings;
		this.#scopes = scopes;
		const type = /^(vector|halfvec)\b/.exec(table.embedding?.type ?? '')?.[1];
		if (embeddings !== null && type !== undefined) this.search = (embedding, { k, signal }) => this.#nearest(embedding, type, k, signal);
	}

	/** A table tells no version of itself. */
	async state(): Promise<null> {
		return null;
	}

	async count(): Promise<number | null> {
		const { text } = this.#table;
		// Which rows hold a text within JSON is known once they are read.
		if (text === null) return null;
		const column = `${quoted(text.name)}::text`;
		const [row] = await this.#connection.ask(
			`SELECT count(*) AS n FROM ${tableName(this.#table)} WHERE ${column} ~ '[^[:space:]]'`,
			[],
			new AbortController().signal,
		);
		return Number(row?.['n']);
	}

	read(options: Parameters<MemoryStore['read']>[0]): ReturnType<MemoryStore['read']> {
		return readPages({ name: this.name, position, page: (after, limit, signal) => this.#page(after, limit, signal) }, options);
	}

	async remarks(): Promise<[]> {
		return [];
	}

	close(): Promise<void> {
		return this.#connection.close();
	}

	/** By cosine distance, whatever index there is: exact where there is none. Rows whose embedding has no length have no cosine. */
	async #nearest(embedding: Float32Array, type: string, k: number, signal: AbortSignal): Promise<FoundEntry[]> {
		const table = this.#table;
		const distance = `${quoted(table.embedding!.name)} <=> $1::${type}`;
		const rows = await this.#connection.ask(
			`SELECT ${this.#columns(false).join(', ')}, ${distance} AS ${prefix}distance FROM ${tableName(table)}
			WHERE ${quoted(table.embedding!.name)} IS NOT NULL ORDER BY ${distance} LIMIT $2`,
			[JSON.stringify(Array.from(embedding)), k],
			signal,
		);
		return rows.flatMap(({ [`${prefix}distance`]: far, ...row }) => {
			const { entry } = this.#itemOf(row);
			const similarity = 1 - Number(far);
			return entry === null || Number.isNaN(similarity) ? [] : [{ id: entry.id, text: entry.text, similarity }];
		});
	}

	/** Those of a row that are read. */
	#columns(withVector: boolean): string[] {
		const table = this.#table;
		return [
			`${quoted(table.key.name)}::text AS ${prefix}key`,
			...(!withVector || table.embedding === null || this.embeddings === null ? [] : [`${read(table.embedding)} AS ${prefix}vector`]),
			...(table.text === null ? [] : [`${quoted(table.text.name)}::text AS ${prefix}text`]),
			...table.columns
				.filter(({ name, type }) => !unread.test(type) && name !== table.key.name && name !== table.text?.name)
				.map(({ name }) => quoted(name)),
		];
	}

	/** By key, so that the key's index leads to the first row of each page. */
	async #page(after: string | null, limit: number, signal: AbortSignal): Promise<Page<string>> {
		const table = this.#table;
		const key = quoted(table.key.name);
		const behind = after === null ? '' : `WHERE ${key} > $2::${table.key.type}`;
		const rows = await this.#connection.ask(
			`SELECT ${this.#columns(true).join(', ')} FROM ${tableName(table)} ${behind} ORDER BY ${key} LIMIT $1`,
			[limit, ...(after === null ? [] : [after])],
			signal,
		);
		const last = rows.at(-1)?.[`${prefix}key`];
		return { items: rows.map((row) => this.#itemOf(row)), last: last === undefined ? null : shown(last), isEnd: rows.length < limit };
	}

	#itemOf(row: DatabaseRecord): PageItem {
		const { [`${prefix}key`]: key, [`${prefix}vector`]: vector, [`${prefix}text`]: whole, ...others } = row;
		const id = shown(key);
		const { record } = this.#table;
		const inner = record === null ? null : others[record.name];
		const members = isRecord(inner) ? { ...without(others, record!.name), ...inner } : others;
		const own = isText(whole) ? { member: '', text: whole } : this.#table.text === null ? textOf(members) : null;
		if (own === null) return { entry: null, problems: [{ ...unreadableEntry(this.name, id, 'it holds no text'), severity: 'hint' }] };
		const collection = others['collection_id'];
		return {
			entry: recordEntry({
				id,
				text: own.text,
				members: without(members, own.member),
				scope: this.#scopes.get(shown(collection)) ?? this.#table.table,
				embedding: vectorOf(vector, this.embeddings?.dimensions ?? null),
			}),
			problems: [],
		};
	}
}
