import { readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Connection, Query, Table } from '@lancedb/lancedb';
import * as z from 'zod';
import { errorNumbers } from '../../../error-numbers.ts';
import { UserError } from '../../../errors.ts';
import { isAbsent } from '../../../files/unreadable.ts';
import { listInWords } from '../../../wording/phrases.ts';
import { firstLine } from '../server-errors.ts';
import type { FoundEntry, MemoryBatch, MemoryStore, StoredEmbeddings, StoreOpener } from '../memory-store.ts';
import { unlessAborted } from '../../../unless-aborted.ts';
import { staleCursor, type PageItem } from '../read-pages.ts';
import { embeddingOf, isRecord, isText, recordEntry, textMembers, textOf, without } from '../record-entry.ts';
import { unreadableEntry } from '../unreadable-entry.ts';
import { lanceDbLibrary } from './lancedb-library.ts';

const example = 'FOLDER/TABLE.lance';

/** A table of LanceDB in a folder: the folder itself where it holds one table, or `FOLDER/TABLE.lance`. */
export const lanceDbOpener: StoreOpener = {
	kind: 'lancedb',
	example,
	async open(target, { signal }) {
		const place = await tablePlace(target);
		if (place === null) return null;
		const { connect } = await lanceDbLibrary();
		signal.throwIfAborted();
		const connection = await connect(place.folder);
		try {
			const table = await saying(place.path, () => connection.openTable(place.table));
			return new LanceDbTable(target, connection, place.table, await shapeOf(table, target));
		} catch (error) {
			connection.close();
			throw error;
		}
	},
};

interface TablePlace {
	readonly path: string;
	readonly folder: string;
	readonly table: string;
}

/** `null`: no folder of LanceDB's. @throws {UserError} RA344 where it holds several tables. */
async function tablePlace(target: string): Promise<TablePlace | null> {
	const path = target.replace(/[\\/]+$/, '');
	if (!(await isFolder(path))) return null;
	const own = lanceName(basename(path));
	if (own !== null) return (await isFolder(`${path}/_versions`)) ? { path, folder: dirname(path), table: own } : null;
	const tables = (await readdir(path)).flatMap((name) => lanceName(name) ?? []);
	const [table, ...others] = tables;
	if (table === undefined) return null;
	if (others.length === 0) return { path, folder: path, table };
	throw new UserError(errorNumbers.noSuchCollection, 'This LanceDB has several tables.', {
		place: { file: path },
		hint: `Name one of ${listInWords(tables.toSorted().map((name) => `'${name}.lance'`))} within it.`,
	});
}

function lanceName(name: string): string | null {
	return /^(.+)\.lance$/.exec(name)?.[1] ?? null;
}

async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch (error) {
		if (isAbsent(error)) return false;
		throw error;
	}
}

/** What is known of a table before it is read. */
interface TableShape {
	readonly version: number;
	/** Of the version, so that a table that was made anew is another one. */
	readonly written: string;
	readonly columns: readonly string[];
	readonly text: string | null;
	readonly id: string | null;
	readonly vector: { readonly column: string; readonly dimensions: number; readonly isByCosine: boolean } | null;
}

/** A column of Apache Arrow's, as far as it is looked at: whose library it comes from differs between versions. */
const field = z.object({ name: z.string(), type: z.unknown() });

async function shapeOf(table: Table, name: string): Promise<TableShape> {
	const version = await table.version();
	const versions = await table.listVersions();
	const fields = z.array(field).parse((await table.schema()).fields.map((one) => ({ name: one.name, type: one.type })));
	const texts = fields.filter(({ type }) => /^(Large)?Utf8$/.test(String(type))).map((one) => one.name);
	const text = textMembers.find((one) => texts.includes(one)) ?? null;
	const vectors = fields.flatMap(({ name: column, type }) => {
		const dimensions = /^FixedSizeList\[(\d+)\]<Float(?:16|32|64)?>$/.exec(String(type))?.[1];
		return dimensions === undefined ? [] : [{ column, dimensions: Number(dimensions) }];
	});
	const hasRecord = fields.some(({ name: column }) => column === 'payload' || column === 'metadata');
	if (text === null && !hasRecord)
		throw new UserError(errorNumbers.noTextInStore, `It is not known which column of '${name}' holds the text.`, {
			hint: `Of its columns (${listInWords(fields.map((one) => `'${one.name}'`))}) none has a name that is known, such as 'text', 'content' or 'data': scan an export as JSON Lines.`,
		});
	return {
		version,
		written: versions.find((one) => one.version === version)?.timestamp.toISOString() ?? '',
		columns: fields.map((one) => one.name),
		text,
		id: ['id', 'memory_id', 'uuid', 'key'].find((one) => texts.includes(one)) ?? null,
		vector: vectors[0] === undefined ? null : { ...vectors[0], isByCosine: await isByCosine(table, vectors[0].column) },
	};
}

/** Whether the column can be searched by cosine: it has no index, and is gone through whole, or one that was made for it. */
async function isByCosine(table: Table, column: string): Promise<boolean> {
	const indices = await table.listIndices();
	for (const { name, columns } of indices) {
		if (!columns.includes(column)) continue;
		// oxlint-disable-next-line no-await-in-loop -- mostly one
		const stats = await table.indexStats(name);
		if (stats?.distanceType !== 'cosine') return false;
	}
	return true;
}

/** Which version of the table, and the last row that was read: rows come in the order of their ids. */
const position = z.strictObject({ version: z.number().int(), row: z.string().regex(/^\d+$/) });

/** Rows that LanceDB hands over at once. */
const rowsAtOnce = 256;

class LanceDbTable implements MemoryStore {
	readonly kind = 'lancedb';
	readonly name: string;
	readonly embeddings: StoredEmbeddings | null;
	readonly search?: NonNullable<MemoryStore['search']>;
	readonly #connection: Connection;
	readonly #table: string;
	readonly #shape: TableShape;

	constructor(name: string, connection: Connection, table: string, shape: TableShape) {
		this.name = name;
		this.#connection = connection;
		this.#table = table;
		this.#shape = shape;
		this.embeddings = shape.vector === null ? null : { dimensions: shape.vector.dimensions, encoder: null };
		const { vector } = shape;
		if (vector?.isByCosine === true) this.search = (embedding, { k, signal }) => this.#nearest(embedding, vector.column, k, signal);
	}

	async state(): Promise<string> {
		return `${this.#shape.version} ${this.#shape.written}`;
	}

	/** Rows without a text are known when they are read. */
	async count(): Promise<number | null> {
		const { text, version } = this.#shape;
		if (text === null) return null;
		return this.#at(version, (table) => table.countRows(hasText(text)));
	}

	async *read({ after, batch, signal }: Parameters<MemoryStore['read']>[0]): AsyncGenerator<MemoryBatch> {
		signal.throwIfAborted();
		const from = after === undefined ? null : cursorOf(after, this.name);
		const version = from?.version ?? this.#shape.version;
		const table = await this.#open(version);
		try {
			const query = table.query().withRowId();
			if (from !== null) query.where(`_rowid > ${from.row}`);
			let last = from === null ? -1n : BigInt(from.row);
			let items: PageItem[] = [];
			const iterator = batchesOf(query, Math.max(1, Math.min(batch, rowsAtOnce)));
			for (;;) {
				// oxlint-disable-next-line no-await-in-loop -- one behind the other
				const next = await unlessAborted(iterator.next(), signal);
				if (next.done === true) break;
				for (const row of next.value.toArray()) {
					const record: unknown = row.toJSON();
					if (!isRecord(record)) throw new Error('LanceDB gives a row that is none');
					const at = BigInt(String(record['_rowid']));
					if (at <= last) throw staleCursor(this.name, new Error('rows come in no order'));
					last = at;
					items.push(this.#itemOf(record, at));
					if (items.length < batch) continue;
					yield batchOf(items, { version, row: String(last) });
					signal.throwIfAborted();
					items = [];
				}
				// What LanceDB gave is handed on, so that large rows do not add up.
				if (items.length > 0) {
					yield batchOf(items, { version, row: String(last) });
					items = [];
				}
			}
			signal.throwIfAborted();
		} finally {
			table.close();
		}
	}

	async #nearest(embedding: Float32Array, column: string, k: number, signal: AbortSignal): Promise<FoundEntry[]> {
		const { text, version } = this.#shape;
		const rows: unknown = await unlessAborted(
			this.#at(version, (table) => {
				const query = table.query().nearestTo(Array.from(embedding)).column(column).distanceType('cosine').limit(k).withRowId();
				return (text === null ? query : query.where(hasText(text))).toArray();
			}),
			signal,
		);
		if (!Array.isArray(rows)) throw new Error('LanceDB gives no rows');
		return rows.flatMap((row: unknown): FoundEntry[] => {
			const plain = typeof row === 'object' && row !== null && 'toJSON' in row && typeof row.toJSON === 'function' ? row.toJSON() : row;
			if (!isRecord(plain)) throw new Error('LanceDB gives a row that is none');
			const { _distance: distance, ...record } = plain;
			const { entry } = this.#itemOf(record, BigInt(String(record['_rowid'])));
			return entry === null || typeof distance !== 'number' ? [] : [{ id: entry.id, text: entry.text, similarity: 1 - distance }];
		});
	}

	async remarks(): Promise<[]> {
		return [];
	}

	async close(): Promise<void> {
		this.#connection.close();
	}

	/** The table as it was at a version. @throws {UserError} RA349 where that version is gone. */
	async #open(version: number): Promise<Table> {
		const table = await saying(this.name, () => this.#connection.openTable(this.#table));
		try {
			await table.checkout(version);
			return table;
		} catch (cause) {
			table.close();
			throw staleCursor(this.name, cause);
		}
	}

	async #at<T>(version: number, ask: (table: Table) => Promise<T>): Promise<T> {
		const table = await this.#open(version);
		try {
			return await ask(table);
		} finally {
			table.close();
		}
	}

	#itemOf(row: Readonly<Record<string, unknown>>, at: bigint): PageItem {
		const { text, id: idColumn, vector } = this.#shape;
		const named = idColumn === null ? null : row[idColumn];
		// A row's own number changes where LanceDB puts rows together; its id does not.
		const id = isText(named) ? named : `row ${at}`;
		const members = plainRow(without(row, '_rowid', ...(idColumn === null ? [] : [idColumn]), ...(vector === null ? [] : [vector.column])));
		const whole = text === null ? null : row[text];
		const own =
			text !== null && isText(whole)
				? { member: text, text: whole }
				: ['payload', 'metadata']
						.map((name) => members[name])
						.map((one) => (isRecord(one) ? textOf(one) : null))
						.find((one) => one !== null);
		if (own === undefined) return { entry: null, problems: [{ ...unreadableEntry(this.name, id, 'it holds no text'), severity: 'hint' }] };
		return {
			entry: recordEntry({
				id,
				text: own.text,
				members: without(members, own.member),
				scope: this.#table,
				embedding: vector === null ? null : embeddingOf(numbersOf(row[vector.column]), vector.dimensions),
			}),
			problems: [],
		};
	}
}

type RowBatches = AsyncIterator<{ toArray(): readonly { toJSON(): unknown }[] }>;

/** What a query finds, few rows at once: as many as LanceDB likes (8,192) may be too much to hold, and its typings hide how it is told. */
function batchesOf(query: Query, maxBatchLength: number): RowBatches {
	// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a method of LanceDB's that is there and marked as its own
	const { execute } = query as unknown as { readonly execute?: (options: { maxBatchLength: number }) => AsyncIterable<never> };
	const batches: AsyncIterable<never> | Query = execute === undefined ? query : execute.call(query, { maxBatchLength });
	return batches[Symbol.asyncIterator]();
}

function batchOf(items: readonly PageItem[], at: z.infer<typeof position>): MemoryBatch {
	return {
		entries: items.flatMap(({ entry }) => entry ?? []),
		problems: items.flatMap(({ problems }) => problems),
		cursor: JSON.stringify(at),
	};
}

function cursorOf(cursor: string, name: string): z.infer<typeof position> {
	try {
		return position.parse(JSON.parse(cursor));
	} catch (cause) {
		throw staleCursor(name, cause);
	}
}

/** Arrow's rows and lists as JSON has them. */
function plainRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array) return value;
	if ('toJSON' in value && typeof value.toJSON === 'function') {
		const json: unknown = value.toJSON();
		return json === value ? null : plainValue(json);
	}
	if (Array.isArray(value)) return value.map(plainValue);
	return isRecord(value) ? plainRow(value) : value;
}

/** Of Arrow's vectors the numbers; half floats are given in a form of their own by `toArray`. */
function numbersOf(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !('toArray' in value) || typeof value.toArray !== 'function') return value;
	const numbers: unknown = value.toArray();
	if (numbers instanceof Float32Array || numbers instanceof Float64Array) return Array.from(numbers);
	return isIterable(value) ? Array.from(value) : null;
}

function isIterable(value: object): value is Iterable<unknown> {
	return Symbol.iterator in value;
}

function hasText(column: string): string {
	return `regexp_like(${quoted(column)}, '[^[:space:]]')`;
}

function quoted(column: string): string {
	return `\`${column}\``;
}

/** What LanceDB says to an opening, with the table's place. */
async function saying<T>(path: string, open: () => Promise<T>): Promise<T> {
	try {
		return await open();
	} catch (cause) {
		throw new UserError(errorNumbers.unreadableDatabase, `This LanceDB table cannot be read: ${firstLine(cause)}.`, {
			place: { file: path },
			hint: 'It may be damaged, or written by a newer LanceDB than the one that is installed.',
			cause,
		});
	}
}
