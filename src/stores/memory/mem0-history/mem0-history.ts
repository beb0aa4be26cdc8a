import * as z from 'zod';
import { plural } from '../../../wording/phrases.ts';
import type { MemoryStore, StoreOpener, StoreRemark } from '../memory-store.ts';
import { readPages, type PageItem } from '../read-pages.ts';
import { isoTime, isText, recordEntry, shown, without } from '../record-entry.ts';
import type { SqliteFile, SqliteQueries, SqliteRow } from '../sqlite/sqlite-file.ts';
import { hasTables, openSqliteWith, type Tables } from '../sqlite/sqlite-tables.ts';

const history: Tables = {
	history: ['id', 'memory_id', 'old_memory', 'new_memory', 'event', 'created_at', 'updated_at', 'is_deleted', 'actor_id', 'role'],
};

/** mem0's `history.db`: every version of every memory that was not deleted, each made from the version before it. */
export const mem0HistoryOpener: StoreOpener = {
	kind: 'mem0-history',
	example: 'history.db',
	async open(target, { signal }) {
		const file = await openSqliteWith(target, history, signal, findChanged);
		return file === null ? null : new Mem0History(file);
	},
};

/** Memories that were ever rewritten or deleted, with their versions: few, and found without an index of mem0's, which has none. */
function findChanged({ run }: SqliteQueries): void {
	run(`
		CREATE TEMP TABLE changed (memory TEXT PRIMARY KEY) WITHOUT ROWID;
		INSERT OR IGNORE INTO changed SELECT memory_id FROM main.history WHERE event <> 'ADD' AND memory_id IS NOT NULL;
		CREATE TEMP TABLE version (memory TEXT, nth INTEGER, id TEXT, event TEXT, PRIMARY KEY (memory, nth)) WITHOUT ROWID;
		INSERT INTO version SELECT memory_id, rowid, id, event FROM main.history WHERE memory_id IN (SELECT memory FROM changed);
		CREATE TEMP TABLE deleted (memory TEXT PRIMARY KEY) WITHOUT ROWID;
		INSERT INTO deleted SELECT memory FROM changed c
			WHERE (SELECT event FROM version v WHERE v.memory = c.memory ORDER BY nth DESC LIMIT 1) = 'DELETE';
	`);
}

const hasNew = `new_memory GLOB '*[^ \t\n\r]*'`;
const stands = `(memory_id IS NULL OR memory_id NOT IN (SELECT memory FROM deleted))`;
const pageOfRows = `
	SELECT rowid AS row, h.*, (
		SELECT v.id FROM version v WHERE v.memory = h.memory_id AND v.nth < h.rowid ORDER BY v.nth DESC LIMIT 1
	) AS before
	FROM main.history h WHERE rowid > ? AND ${hasNew} AND ${stands} ORDER BY rowid LIMIT ?`;

class Mem0History implements MemoryStore {
	readonly kind = 'mem0-history';
	readonly name: string;
	readonly embeddings = null;
	readonly #file: SqliteFile;

	constructor(file: SqliteFile) {
		this.#file = file;
		this.name = file.path;
	}

	state(): Promise<string> {
		return this.#file.state();
	}

	async count(): Promise<number> {
		return this.#file.read(({ rows }) => Number(rows(`SELECT count(*) AS n FROM main.history WHERE ${hasNew} AND ${stands}`)[0]?.['n']));
	}

	read(options: Parameters<MemoryStore['read']>[0]): ReturnType<MemoryStore['read']> {
		return readPages(
			{
				name: this.name,
				position: z.number().int(),
				page: async (after, limit, signal) => {
					const rows = await this.#file.read((database) => database.rows(pageOfRows, [after ?? -1, limit]), signal);
					const last = rows.at(-1);
					return { items: rows.map(itemOf), last: last === undefined ? null : Number(last['row']), isEnd: rows.length < limit };
				},
			},
			options,
		);
	}

	async remarks(): Promise<StoreRemark[]> {
		const [deleted, messages] = await this.#file.read((database) => [
			Number(database.rows('SELECT count(*) AS n FROM deleted')[0]?.['n']),
			hasTables(database, { messages: ['content'] }) ? Number(database.rows('SELECT count(*) AS n FROM messages')[0]?.['n']) : 0,
		]);
		return [
			...(deleted === 0
				? []
				: [
						{
							message: `The texts of ${plural(deleted, 'memory', 'memories')} that mem0 deleted are still in its history. They are not scanned.`,
							hint: 'Whoever may read the file may read them: `memory.reset()` of mem0 empties it.',
						},
					]),
			...(messages === 0
				? []
				: [
						{
							message: `mem0 keeps ${plural(messages, 'message')} of conversations in this file and makes memories from them. They are not memories yet, and are not scanned.`,
							hint: 'A message that plants something is found once a memory is made of it.',
						},
					]),
		];
	}

	close(): Promise<void> {
		return this.#file.close();
	}
}

function itemOf(row: SqliteRow): PageItem {
	const text = shown(row['new_memory']);
	const before = row['before'];
	return {
		entry: recordEntry({
			id: isText(row['id']) ? row['id'] : `row ${shown(row['row'])}`,
			text,
			members: without(row, 'row', 'before', 'id', 'new_memory', 'old_memory'),
			scope: null,
			when: isoTime(row['updated_at']) ?? isoTime(row['created_at']),
			madeFrom: isText(before) ? [before] : [],
			embedding: null,
		}),
		problems: [],
	};
}
