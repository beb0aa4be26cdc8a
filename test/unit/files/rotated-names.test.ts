import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byRotatedName, isRotatedName, nameLikeness, shapeOf, stemOf, unpackedName } from '../../../src/files/rotation-plan.ts';

describe('names that rotation gives', () => {
	it('are the log\u2019s with a number, a date or a word behind it', () => {
		for (const name of ['log.1', 'log.12', 'log-20260131', 'log.2026-01-31T23:59:00Z', 'log-20260131.2', 'log.old', 'log~', 'log_bak'])
			assert.equal(isRotatedName(name, 'log'), true, name);
		for (const name of ['log', 'logs', 'log1', 'log.txt', 'log.rag-assay.json', 'catalog.1', 'log.1.txt'])
			assert.equal(isRotatedName(name, 'log'), false, name);
		assert.equal(isRotatedName('worker-2.log', 'worker.log'), false);
	});

	it('may be ids, days, months and ages, too', () => {
		const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
		for (const name of [`log.${id}`, 'log.mon', 'log.Tuesday', 'log-2026-Jan-31', 'log.older'])
			assert.equal(isRotatedName(name, 'log'), true, name);
		for (const name of ['log.monitor', 'log.marked', `log.${id}.txt`]) assert.equal(isRotatedName(name, 'log'), false, name);
	});

	it('are compared with one that rotation has given', () => {
		const ids = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'];
		for (const [name, example, likeness] of [
			['log.2', 'log.1', 'alike'],
			['log-20260131', 'log.1', 'akin'],
			['log.tue', 'log.mon', 'akin'],
			['log.old', 'log.older', 'akin'],
			[`log.${ids[0]}`, `log.${ids[1]}`, 'akin'],
			['log.a1b2', 'log.77c0', 'akin'],
			['log.old', 'log.1', 'unlike'],
			['log.beta', 'log.alpha', 'unlike'],
			['log.lock', 'log.1', 'other'],
			['log.rag-assay.json', 'log.alpha', 'other'],
			['logs.1', 'log.1', 'other'],
			['log.1', null, 'alike'],
			['log.alpha', null, 'unlike'],
			['log.rag-assay.json', null, 'other'],
		] as const)
			assert.equal(nameLikeness(name, 'log', example), likeness, `${name} and ${example}`);
		const ofStem = (name: string): string => nameLikeness(name, 'queries.jsonl', 'queries-mon.jsonl');
		assert.deepEqual(['queries-tue.jsonl', 'queries-2.jsonl', 'queries.csv', 'queries.jsonl.1'].map(ofStem), [
			'akin',
			'unlike',
			'other',
			'other',
		]);
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
		inOrder(['log.oldest', 'log.older', 'log.old']);
	});

	it('are in order by the name of the oldest file where it tells whether counts fall', () => {
		const sorted = (oldest: string): string[] => ['log-2', 'log-1', 'log-3'].toSorted((a, b) => byRotatedName(a, b, oldest));
		assert.deepEqual(sorted('log-0'), ['log-1', 'log-2', 'log-3']);
		assert.deepEqual(sorted('log-4'), ['log-3', 'log-2', 'log-1']);
		assert.deepEqual(sorted('log.old'), ['log-3', 'log-2', 'log-1']);
	});
});
