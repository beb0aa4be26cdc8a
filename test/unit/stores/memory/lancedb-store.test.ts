import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { connect } from '@lancedb/lancedb';
import { lanceDbLibrary } from '../../../../src/stores/memory/lancedb/lancedb-library.ts';
import { lanceDbOpener } from '../../../../src/stores/memory/lancedb/lancedb-store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { collect, describeStore } from './store-contract.ts';
import { copyOf, expected, opened } from './written-databases.ts';

const signal = new AbortController().signal;
const python = await copyOf('lancedb');
const folder = temporaryFolder({ after }, 'rag-assay-lancedb-');

const texts = expected.lancedb.entries.map(({ text }) => text).filter((text) => text !== '');
describeStore({
	name: "Python's lancedb 0.40.0 wrote it",
	kind: 'lancedb',
	open: () => opened(lanceDbOpener, python),
	texts,
	searches: true,
	files: globSync(`${python}/**/*.{lance,manifest,txn,arrow}`).filter((path) => !path.endsWith('memories.lance')),
	broken: { open: () => opened(lanceDbOpener, join(python, 'memories.lance')), texts },
});

describe('LanceDB', () => {
	test('ids, members, scopes and embeddings', async () => {
		const store = await opened(lanceDbOpener, python);
		const entries = (await collect(store, 10)).flatMap((batch) => batch.entries);
		await store.close();
		assert.deepEqual(
			entries.map(({ id }) => id),
			['m0', 'm1', 'm4'],
		);
		assert.equal(entries[0]?.scope, 'memories, user_id=ada');
		assert.deepEqual(entries[0].metadata, { user_id: 'ada' });
		assert.equal(entries[0].embedding?.length, 8);
	});

	test('many rows in many parts come in order, and a reading sees one version', { timeout: 120_000 }, async () => {
		const database = await connect(folder);
		const rows = (from: number, length: number) =>
			Array.from({ length }, (_, i) => ({ text: `entry ${from + i}`, vector: [from + i, 1], payload: { user_id: 'ada' } }));
		const table = await database.createTable('many', rows(0, 3000));
		for (let part = 1; part < 5; part++)
			// oxlint-disable-next-line no-await-in-loop -- parts
			await table.add(rows(3000 * part, 3000));
		const store = await opened(lanceDbOpener, join(folder, 'many.lance'));
		const state = await store.state();
		assert.equal(await store.count(), 15_000);
		const read: string[] = [];
		let cursor = '';
		for await (const batch of store.read({ batch: 1000, signal })) {
			if (read.length === 0) await table.delete('true');
			read.push(...batch.entries.map(({ text }) => text));
			cursor = batch.cursor;
			if (read.length > 7000) break;
		}
		// In a store that is opened anew, behind what was read, though all of it is deleted now.
		const again = await opened(lanceDbOpener, folder);
		assert.notEqual(await again.state(), state);
		read.push(...(await collect(again, 1000, cursor)).flatMap(({ entries }) => entries.map(({ text }) => text)));
		assert.deepEqual(
			read,
			Array.from({ length: 15_000 }, (_, i) => `entry ${i}`),
		);
		assert.deepEqual(await collect(again, 10), []);
		await database.createTable('other', rows(0, 1));
		await assert.rejects(lanceDbOpener.open(folder, { signal }), { code: 'RA344', hint: /'many\.lance' and 'other\.lance'/ });
		await database.createTable('numbers', [{ n: 1 }]);
		await assert.rejects(lanceDbOpener.open(join(folder, 'numbers.lance'), { signal }), { code: 'RA345' });
		await Promise.all([store.close(), again.close()]);
		table.close();
		database.close();
	});

	test('without its library says how to install it', async () => {
		await assert.rejects(lanceDbLibrary({ RAG_ASSAY_LANCEDB: folder }), {
			code: 'RA346',
			message: /is not installed/,
			hint: /npm install --prefix/,
		});
	});

	test('another folder is none of its', async () => {
		assert.equal(await lanceDbOpener.open(tmpdir(), { signal }), null);
		assert.equal(await lanceDbOpener.open(join(folder, 'nothing'), { signal }), null);
	});
});
