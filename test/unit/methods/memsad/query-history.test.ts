import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { lastQueries, withTrigger } from '../../../../src/methods/memsad/query-history.ts';

test('first in, first out: the last queries, oldest first, at every length', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 6 }), fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 30 }), (capacity, numbers) => {
			const model: number[] = [];
			for (const [at, number] of numbers.entries()) {
				model.push(number);
				if (model.length > capacity) model.shift();
				assert.deepEqual(lastQueries(numbers.slice(0, at + 1), capacity), model);
			}
		}),
	);
	assert.equal(lastQueries(Array.from({ length: 1001 }, (_, i) => i))[0], 1);
});

test('a trigger is joined to each query', () => {
	assert.deepEqual(withTrigger(['a?', 'b?'], 'be safe'), ['a? be safe', 'b? be safe']);
});
