import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byRotatedName, isRotatedName, shapeOf, stemOf, unpackedName } from '../../../src/files/rotated-names.ts';

describe('names that rotation gives', () => {
	it('are the log\u2019s with a number, a date or a word behind it', () => {
		for (const name of ['log.1', 'log.12', 'log-20260131', 'log.2026-01-31T23:59:00Z', 'log-20260131.2', 'log.old', 'log~', 'log_bak'])
			assert.equal(isRotatedName(name, 'log'), true, name);
		for (const name of ['log', 'logs', 'log1', 'log.txt', 'log.rag-assay.json', 'catalog.1', 'log.1.txt'])
			assert.equal(isRotatedName(name, 'log'), false, name);
		assert.equal(isRotatedName('worker-2.log', 'worker.log'), false);
	});

	it('say quickly that a long name is none', () => {
		assert.equal(isRotatedName(`log.${'1.'.repeat(100_000)}x`, 'log'), false);
	});

	it('have a shape without their numbers, and begin as the log does without its ending', () => {
		assert.equal(shapeOf('log-2026-01-31.10'), 'log-#-#-#.#');
		assert.equal(unpackedName('log.2.gz'), 'log.2');
		assert.deepEqual(['queries.jsonl', 'log', '.log'].map(stemOf), ['queries', 'log', '.log']);
	});

	it('are in order, the older first: counts fall, and dates grow', () => {
		const inOrder = (names: string[]): void => assert.deepEqual(names.toReversed().toSorted(byRotatedName), names);
		inOrder(['log.10', 'log.9', 'log.1']);
		inOrder(['queries.2.jsonl', 'queries.1.jsonl']);
		inOrder(['log-20260131', 'log-20260201']);
		inOrder(['log-2026-01-31', 'log-2026-02-01', 'log-2026-10-01']);
		inOrder(['log-20260131.9', 'log-20260131.10']);
		inOrder(['log.1795834844', 'log.1795834845']);
	});
});
