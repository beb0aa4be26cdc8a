import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { pgvectorOpener } from '../../../../src/stores/memory/pgvector/postgres-store.ts';
import { freePort } from './loopback.ts';
import { collect, describeStore } from './store-contract.ts';
import { opened } from './written-databases.ts';

const signal = new AbortController().signal;
const database = await PGlite.create({ extensions: { vector } });
const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: await freePort(), maxConnections: 20 });
await server.start();
after(async () => {
	await server.stop();
	await database.close();
});
const base = `postgres://postgres:s3cret@${server.getServerConn()}/postgres`;

// Tables as mem0 2.2.1 and LangChain's PGVector (langchain-postgres 0.0.15) make them, and others.
await database.exec(`
	CREATE EXTENSION vector;
	CREATE TABLE mem0 (id UUID PRIMARY KEY, vector vector(3), payload JSONB);
	INSERT INTO mem0 SELECT ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, ('[1,' || i || ',0.5]')::vector,
		jsonb_build_object('data', 'memory ' || i, 'user_id', 'ada', 'hash', 'x', 'created_at', '2026-01-02T03:04:05.678901-08:00')
		FROM generate_series(1, 6) i;
	CREATE TABLE langchain_pg_collection (uuid UUID PRIMARY KEY, name VARCHAR NOT NULL UNIQUE, cmetadata JSON);
	CREATE TABLE langchain_pg_embedding (
		id VARCHAR PRIMARY KEY, collection_id UUID REFERENCES langchain_pg_collection (uuid), embedding VECTOR, document VARCHAR, cmetadata JSONB
	);
	INSERT INTO langchain_pg_collection VALUES ('11111111-0000-4000-8000-000000000000', 'manuals', NULL);
	INSERT INTO langchain_pg_embedding SELECT 'Doc' || i, '11111111-0000-4000-8000-000000000000', '[0.1,0.2]', 'page ' || i, '{"source": "a.pdf"}'
		FROM generate_series(1, 5) i;
	CREATE TABLE "Odd ""names" ("the key" BIGINT NOT NULL UNIQUE, "what it says" TEXT, kept BYTEA, at TIMESTAMPTZ);
	INSERT INTO "Odd ""names" VALUES (9007199254740993, 'large key', NULL, '2026-01-02 03:04:05+00'), (2, 'two', '\\x00', NULL), (10, '  ', NULL, NULL), (11, 'eleven', NULL, NULL);
	CREATE TABLE no_key (note TEXT, n INTEGER);
	INSERT INTO no_key VALUES ('a', 1), ('b', 1);
	CREATE TABLE no_text (id INTEGER PRIMARY KEY, embedding vector(2));
`);

describeStore({
	name: "mem0's table, in PGlite through npm's pg,",
	kind: 'pgvector',
	open: () => opened(pgvectorOpener, `${base}?table=mem0`),
	texts: [1, 2, 3, 4, 5, 6].map((i) => `memory ${i}`),
	searches: true,
});

const odd = `${base}?table=${encodeURIComponent('Odd "names')}&text=what+it+says`;
describeStore({
	name: 'any table, in PGlite',
	kind: 'pgvector',
	open: () => opened(pgvectorOpener, odd),
	texts: ['two', 'eleven', 'large key'],
	broken: { open: () => opened(pgvectorOpener, odd), texts: ['two', 'eleven', 'large key'] },
});

describe('PostgreSQL', () => {
	test("mem0's and LangChain's members, scopes and embeddings", async () => {
		const [memory, page, large] = await Promise.all(
			[`${base}?table=mem0`, `${base}?table=langchain_pg_embedding`, odd].map(async (target) => {
				const store = await opened(pgvectorOpener, target);
				const entries = (await collect(store, 10)).flatMap((batch) => batch.entries);
				await store.close();
				return target === odd ? entries.at(-1)! : entries[0]!;
			}),
		);
		assert.equal(memory!.when, '2026-01-02T03:04:05.678901-08:00');
		assert.equal(memory!.scope, 'mem0, user_id=ada');
		assert.deepEqual(memory!.embedding, Float32Array.of(1, 1, 0.5));
		assert.deepEqual(Object.keys(memory!.metadata).toSorted(), ['created_at', 'hash', 'user_id']);
		assert.equal(page!.scope, 'manuals');
		assert.equal(page!.metadata['source'], 'a.pdf');
		assert.deepEqual(page!.embedding, Float32Array.of(0.1, 0.2));
		assert.equal(large!.id, '9007199254740993');
		assert.equal(large!.metadata['at'], '2026-01-02T03:04:05.000Z');
	});

	test('what is not clear is asked back, with what there is', async () => {
		// oxlint-disable-next-line no-await-in-loop -- a few
		for (const [target, expected] of [
			[base, { code: 'RA344', hint: /'langchain_pg_embedding', 'mem0', and 'no_text'/ }],
			[`${base}?table=nothing`, { code: 'RA344', message: /no table 'nothing'/ }],
			[`${base}?table=mem0&text=nothing`, { code: 'RA347', message: /only 'id', 'vector', and 'payload'/ }],
			[`${base}?table=no_text`, { code: 'RA345', hint: /&text=COLUMN/ }],
			[`${base}?table=no_key&text=note`, { code: 'RA347', message: /&id=COLUMN/ }],
			[`${base}?table=no_key&text=note&id=n`, { code: 'RA347', message: /does not tell the rows/ }],
			[`${base}?table=${encodeURIComponent('Odd "names')}`, { code: 'RA345' }],
		] as const)
			await assert.rejects(pgvectorOpener.open(target, { signal }), (error: Error) => {
				assert.doesNotMatch(JSON.stringify(error) + error.message, /s3cret/);
				return Object.entries(expected).every(([name, value]) => {
					const said = error[name as 'message'];
					assert.ok(value instanceof RegExp ? value.test(said) : said === value, `${target}: ${said}`);
					return true;
				});
			});
		const store = await opened(pgvectorOpener, `${base}?table=no_key&text=note&id=note`);
		assert.equal((await collect(store, 10)).flatMap(({ entries }) => entries).length, 2);
		await store.close();
	});

	test('it is named without its password, and is done once it is closed', async () => {
		const store = await opened(pgvectorOpener, `${base}?table=mem0`);
		assert.equal(store.name, `postgres://${server.getServerConn()}/postgres?table=mem0`);
		await store.close();
		await assert.rejects(collect(store, 1), { code: 'RA342' });
	});

	test('a row that is added or deleted while it is read moves no other', async () => {
		const store = await opened(pgvectorOpener, `${base}?table=langchain_pg_embedding`);
		const read: string[] = [];
		// PGlite has one session for all that connect, so that the store's own rule holds for the test as well.
		await assert.rejects(database.exec("DELETE FROM langchain_pg_embedding WHERE id = 'Doc1'"), { code: '25006' });
		await database.exec('SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE');
		for await (const { entries } of store.read({ batch: 2, signal })) {
			read.push(...entries.map(({ id }) => id));
			if (read.length === 2)
				await database.exec(
					"DELETE FROM langchain_pg_embedding WHERE id = 'Doc1'; INSERT INTO langchain_pg_embedding (id, document) VALUES ('A', 'early'), ('Z', 'late')",
				);
		}
		await database.exec("DELETE FROM langchain_pg_embedding WHERE id IN ('A', 'Z')");
		await store.close();
		assert.deepEqual(read, ['Doc1', 'Doc2', 'Doc3', 'Doc4', 'Doc5', 'Z']);
	});

	test('a server that is not there, and another address', async () => {
		await assert.rejects(pgvectorOpener.open(`postgres://u:s3cret@127.0.0.1:${await freePort()}/x`, { signal }), {
			code: 'RA342',
			message: /nothing listens there/,
		});
		await assert.rejects(pgvectorOpener.open('postgres://%zz@h/x', { signal }), { code: 'RA347' });
		assert.equal(await pgvectorOpener.open('mysql://h/x', { signal }), null);
	});
});
