import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { qdrantOpener } from '../../../../src/stores/memory/qdrant/qdrant-collection.ts';
import { documentedQdrant, type Point } from './documented-qdrant.ts';
import { freePort, listening } from './loopback.ts';
import { collect, describeStore } from './store-contract.ts';
import { opened } from './written-databases.ts';

const signal = new AbortController().signal;

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** mem0's payload. */
const points: Point[] = Array.from({ length: 7 }, (_, i) => ({
	id: uuid(7 - i),
	payload: { data: `memory ${7 - i}`, user_id: 'ada', created_at: '2026-01-02T03:04:05-08:00', hash: 'x' },
	vector: [1, 7 - i, 0.5],
}));
const vectors = { size: 3, distance: 'Cosine' };

const port = await listening(
	documentedQdrant({
		mem0: { points, vectors },
		named: {
			points: [
				{ id: 3, payload: { text: 'three' }, vector: { dense: [1, 2] } },
				{ id: 9, payload: { other: 1 }, vector: { dense: [3, 4] } },
			],
			vectors: { dense: { size: 2 } },
		},
	}),
);
const address = (collection: string): string => `qdrant+http://127.0.0.1:${port}/${collection}`;

describeStore({
	name: "a server written from Qdrant's documentation (no real one is to be had), through npm's client,",
	kind: 'qdrant',
	open: () => opened(qdrantOpener, address('mem0')),
	texts: points.map(({ payload }) => String(payload?.['data'])),
	searches: true,
	broken: { open: () => opened(qdrantOpener, address('named')), texts: ['three'] },
});

describe("Qdrant, by its documentation's wire format", () => {
	test("a point is an entry with mem0's members, and its vector", async () => {
		const store = await opened(qdrantOpener, address('mem0'));
		const [first] = (await collect(store, 1)).flatMap(({ entries }) => entries);
		await store.close();
		assert.equal(first?.id, uuid(1));
		assert.equal(first.when, '2026-01-02T03:04:05-08:00');
		assert.equal(first.scope, 'mem0, user_id=ada');
		assert.deepEqual(first.embedding, Float32Array.of(1, 1, 0.5));
	});

	test('a named vector, and ids that are numbers', async () => {
		const store = await opened(qdrantOpener, address('named'));
		const [first] = (await collect(store, 1)).flatMap(({ entries }) => entries);
		await store.close();
		assert.equal(first?.id, '3');
		assert.deepEqual(first.embedding, Float32Array.of(1, 2));
	});

	test('a point that is deleted while it is read costs no other one', async () => {
		const own = points.map((point) => point);
		const other = await listening(documentedQdrant({ mem0: { points: own, vectors } }));
		const store = await opened(qdrantOpener, `qdrant+http://127.0.0.1:${other}/mem0`);
		const read: string[] = [];
		for await (const { entries } of store.read({ batch: 2, signal })) {
			read.push(...entries.map(({ id }) => id));
			own.splice(
				own.findIndex(({ id }) => id === read.at(-1)),
				1,
			);
		}
		await store.close();
		assert.deepEqual(read, points.map(({ id }) => String(id)).toSorted());
	});

	test('errors say what to do, and no key', async () => {
		const locked = await listening(documentedQdrant({ mem0: { points, vectors } }, 's3cret'));
		await assert.rejects(qdrantOpener.open(`qdrant+http://wrong@127.0.0.1:${locked}/mem0`, { signal }), {
			code: 'RA343',
			hint: /QDRANT_API_KEY/,
		});
		const store = await opened(qdrantOpener, `qdrant+http://s3cret@127.0.0.1:${locked}/mem0`);
		assert.doesNotMatch(store.name, /s3cret/);
		await store.close();
		await assert.rejects(qdrantOpener.open(address('nothing'), { signal }), { code: 'RA344', hint: /'mem0' and 'named'/ });
		await assert.rejects(qdrantOpener.open(address(''), { signal }), { code: 'RA344' });
		await assert.rejects(qdrantOpener.open(`qdrant+http://127.0.0.1:${await freePort()}/mem0`, { signal }), { code: 'RA342' });
		assert.equal(await qdrantOpener.open('http://localhost:6333/mem0', { signal }), null);
	});
});
