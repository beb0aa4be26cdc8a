import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { chromaFolderOpener } from '../../../../src/stores/memory/chroma-folder/chroma-folder.ts';
import { langgraphSqliteOpener } from '../../../../src/stores/memory/langgraph-sqlite/langgraph-store.ts';
import { mem0HistoryOpener } from '../../../../src/stores/memory/mem0-history/mem0-history.ts';
import type { MemoryStore } from '../../../../src/stores/memory/memory-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { collect, describeStore } from './store-contract.ts';
import { copyOf, expected, opened } from './written-databases.ts';

const folder = temporaryFolder({ after }, 'rag-assay-sqlite-');
const signal = new AbortController().signal;

const history = join(await copyOf('mem0'), 'history.db');
const langgraph = join(await copyOf('langgraph'), 'store.db');
const chroma = await copyOf('chroma');
const mem0Chroma = join(await copyOf('mem0'), 'chroma');

const deleted = new Set(expected.mem0.history.flatMap((row) => (row.event === 'DELETE' ? [row.memory_id] : [])));
const versions = expected.mem0.history.filter((row) => row.new_memory !== null && !deleted.has(row.memory_id));

describeStore({
	name: 'mem0 2.2.1',
	kind: 'mem0-history',
	open: () => opened(mem0HistoryOpener, history),
	texts: versions.map((row) => row.new_memory!),
	files: [history],
});

describeStore({
	name: 'LangGraph 3.1.2',
	kind: 'langgraph-sqlite',
	open: () => opened(langgraphSqliteOpener, langgraph),
	texts: ['Ada likes tea.', 'The dentist is Dr. Vey.', 'Bo prefers trains.', 'Bo is allergic to nuts.', '{"language":"de","level":3}'],
	files: [langgraph],
	broken: { open: () => opened(langgraphSqliteOpener, brokenLangGraph()), texts: ['fine'] },
});

describeStore({
	name: 'Chroma 1.5.9',
	kind: 'chroma-folder',
	open: () => opened(chromaFolderOpener, chroma),
	texts: expected.chroma.entries.map(({ text }) => text),
	files: [join(chroma, 'chroma.sqlite3')],
});

describeStore({
	name: 'Chroma 1.5.9 under mem0 2.2.1',
	kind: 'chroma-folder',
	open: () => opened(chromaFolderOpener, join(mem0Chroma, 'chroma.sqlite3')),
	texts: expected.mem0.entries.map(({ text }) => text),
	files: [join(mem0Chroma, 'chroma.sqlite3')],
});

describe("mem0's history", () => {
	test('a version is made from the version before it, as mem0 tells', async () => {
		const entries = await entriesOf(await opened(mem0HistoryOpener, history));
		const rewritten = versions.filter((row) => row.event === 'UPDATE');
		assert.equal(rewritten.length, 2);
		for (const row of versions) {
			const entry = entries.find(({ id }) => id === row.id);
			const before = versions.find((one) => one.memory_id === row.memory_id && one.new_memory === row.old_memory);
			assert.deepEqual(entry?.madeFrom, before === undefined ? [] : [before.id], row.id);
			assert.equal(entry?.metadata['memory_id'], row.memory_id);
		}
	});

	test('what mem0 deleted is no entry, and is said to linger', async () => {
		const store = await opened(mem0HistoryOpener, history);
		const [deletedTexts, messages] = await store.remarks();
		await store.close();
		assert.match(deletedTexts?.message ?? '', /1 memory that mem0 deleted/);
		assert.match(messages?.message ?? '', /2 messages of conversations/);
	});
});

describe('LangGraph', () => {
	test('an embedding is that of its item, and a namespace the scope', async () => {
		const entries = await entriesOf(await opened(langgraphSqliteOpener, langgraph));
		const tea = entries.find(({ id }) => id === 'users.ada/tea');
		assert.equal(tea?.scope, 'users.ada');
		// LangGraph embeds the JSON of the whole value where no field is named.
		assert.deepEqual(tea.embedding, vectorOf('{"text": "Ada likes tea.", "topic": "drinks"}'));
		assert.deepEqual(tea.metadata['value'], { text: 'Ada likes tea.', topic: 'drinks' });
	});
});

describe('a Chroma folder', () => {
	test('ids, scopes, metadata and embeddings are as Chroma says', async () => {
		const entries = await entriesOf(await opened(chromaFolderOpener, chroma));
		for (const { collection, id, text, metadata } of expected.chroma.entries) {
			const entry = entries.find((one) => one.id === `${collection}/${id}`);
			assert.equal(entry?.text, text);
			assert.deepEqual(entry.metadata, metadata ?? {});
			assert.deepEqual(entry.embedding, vectorOf(text));
			const user = metadata?.['user_id'];
			assert.equal(entry.scope, typeof user === 'string' ? `${collection}, user_id=${user}` : collection);
		}
	});

	test('deleted and replaced texts that linger in the queue are said, and are no entries', async () => {
		const store = await opened(chromaFolderOpener, chroma);
		const [remark, ...others] = await store.remarks();
		const texts = (await entriesOf(store)).map(({ text }) => text);
		assert.match(remark?.message ?? '', /1 deleted text and 1 earlier text, which no query finds \('notes\/b' and 'notes\/c'\)\.$/);
		assert.deepEqual(others, []);
		for (const text of expected.chroma.lingering) assert.ok(!texts.includes(text));
	});
});

describe('any SQLite store', () => {
	test('another database, another file and no file are no stores of these kinds', async () => {
		const other = join(folder, 'other.db');
		const database = new DatabaseSync(other);
		database.exec(
			'CREATE TABLE history (id); CREATE VIEW store AS SELECT 1 AS prefix, 2 AS key, 3 AS value, 4 AS created_at, 5 AS updated_at',
		);
		database.close();
		// oxlint-disable-next-line no-await-in-loop -- a few
		for (const opener of [mem0HistoryOpener, langgraphSqliteOpener, chromaFolderOpener])
			for (const target of [other, history.replace('history.db', 'none.db'), import.meta.filename, folder])
				assert.equal(await opener.open(target, { signal }), null, `${opener.kind} ${target}`);
	});

	test('rows that only the write-ahead log has are read, nothing changes and nothing is left, not even where nothing can be written', async () => {
		const wal = await copyOf('wal');
		const names = await readdir(wal);
		const before = await hashesOf(wal);
		await chmod(wal, 0o555);
		const texts = (await entriesOf(await opened(mem0HistoryOpener, join(wal, 'history.db')))).map(({ text }) => text);
		await chmod(wal, 0o755);
		assert.ok(texts.includes('Only the log has this.'));
		assert.deepEqual(await readdir(wal), names);
		assert.deepEqual(await hashesOf(wal), before);
	});

	test('what another program writes meanwhile, in its log or in the file, is read; nobody is locked out', async () => {
		for (const mode of ['WAL', 'DELETE']) {
			const path = join(folder, `live-${mode}.db`);
			const writer = new DatabaseSync(path);
			writer.exec(`PRAGMA journal_mode = ${mode}`);
			writer.exec('CREATE TABLE store (prefix TEXT, key TEXT, value TEXT, created_at, updated_at, PRIMARY KEY (prefix, key))');
			const insert = writer.prepare('INSERT INTO store VALUES (?, ?, ?, NULL, NULL)');
			const put = (n: number): unknown => insert.run('p', String(n).padStart(6, '0'), JSON.stringify({ text: `entry ${n}` }));
			for (let n = 0; n < 10; n++) put(n);
			// oxlint-disable-next-line no-await-in-loop -- one mode behind the other
			const store = await opened(langgraphSqliteOpener, path);
			const texts: string[] = [];
			let next = 10;
			// oxlint-disable-next-line no-await-in-loop -- as above
			for await (const { entries } of store.read({ batch: 3, signal })) {
				texts.push(...entries.map(({ text }) => text));
				if (next < 40) for (let n = 0; n < 10; n++) put(next++);
			}
			assert.deepEqual(
				texts,
				Array.from({ length: 40 }, (_, n) => `entry ${n}`),
				mode,
			);
			writer.close();
			// oxlint-disable-next-line no-await-in-loop -- as above
			await store.close();
		}
	});

	test('a damaged file and an unfinished journal are said with their place', async () => {
		const damaged = join(folder, 'damaged.db');
		const bytes = await readFile(history);
		bytes.fill(0xff, 100, 4096);
		await writeFile(damaged, bytes);
		await assert.rejects(mem0HistoryOpener.open(damaged, { signal }), { name: 'UserError', code: 'RA340', place: { file: damaged } });
		const journaled = join(dirname(await copyOf('mem0')), 'mem0', 'history.db');
		await writeFile(`${journaled}-journal`, Buffer.alloc(512, 1));
		await assert.rejects(mem0HistoryOpener.open(journaled, { signal }), { code: 'RA340', message: /middle of writing/ });
	});

	test('a cursor of another store is refused', async () => {
		const store = await opened(langgraphSqliteOpener, langgraph);
		await assert.rejects(collect(store, 1, '17'), { code: 'RA349' });
		await assert.rejects(collect(store, 1, 'nonsense'), { code: 'RA349' });
		await store.close();
	});
});

function brokenLangGraph(): string {
	const path = join(folder, 'broken.db');
	const database = new DatabaseSync(path);
	database.exec(`
		CREATE TABLE IF NOT EXISTS store (prefix TEXT, key TEXT, value TEXT, created_at, updated_at, PRIMARY KEY (prefix, key));
		INSERT OR REPLACE INTO store VALUES ('p', 'a', '{"text": "fine"}', NULL, NULL), ('p', 'b', '{"text": ', NULL, NULL);
	`);
	database.close();
	return path;
}

async function entriesOf(store: MemoryStore) {
	try {
		return (await collect(store, 1000)).flatMap(({ entries }) => entries);
	} finally {
		await store.close();
	}
}

async function hashesOf(path: string): Promise<string[]> {
	const names = (await readdir(path)).toSorted();
	return Promise.all(
		names.map(async (name) =>
			createHash('sha256')
				.update(await readFile(join(path, name)))
				.digest('hex'),
		),
	);
}

/** As `embed` of `write.py` has it. */
function vectorOf(text: string): Float32Array {
	const numbers = [...createHash('sha256').update(text).digest().subarray(0, 8)].map((byte) => byte - 127.5);
	const norm = Math.sqrt(numbers.reduce((sum, n) => sum + n * n, 0));
	return Float32Array.from(numbers.map((n) => n / norm));
}
