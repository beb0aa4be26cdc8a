import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { historyOf, QueryHistory, withTrigger } from '../../../../src/methods/memsad/query-history.ts';

test('first in, first out: the last queries, oldest first, at every length', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 6 }), fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 30 }), (capacity, numbers) => {
			const history = new QueryHistory(2, capacity);
			const model: number[] = [];
			for (const number of numbers) {
				history.push({ text: `query ${number}`, embedding: Float32Array.of(number, -number) });
				model.push(number);
				if (model.length > capacity) model.shift();
				assert.equal(history.size, model.length);
				assert.deepEqual(
					model.map((_, at) => history.text(at)),
					model.map((one) => `query ${one}`),
				);
				assert.deepEqual(
					[...history.embeddings().values],
					model.flatMap((one) => [one, -one]),
				);
			}
			assert.throws(() => history.text(history.size), RangeError);
		}),
	);
});

test('what is given of it is a copy', () => {
	const history = historyOf([{ text: 'a', embedding: Float32Array.of(1, 0) }]);
	history.embeddings().values[0] = 7;
	assert.deepEqual([...history.embeddings().values], [1, 0]);
});

test('a history of more queries than it may hold has the last of them', () => {
	const queries = ['a', 'b', 'c'].map((text, at) => ({ text, embedding: Float32Array.of(at) }));
	const history = historyOf(queries, 2);
	assert.deepEqual([history.size, history.text(0), history.text(1)], [2, 'b', 'c']);
	assert.throws(() => historyOf([]), RangeError);
	assert.throws(() => new QueryHistory(2, 0), RangeError);
	assert.throws(() => history.push({ text: 'wide', embedding: Float32Array.of(1, 2) }), RangeError);
});

test('a trigger is joined to each query', () => {
	assert.deepEqual(withTrigger(['a?', 'b?'], 'be safe'), ['a? be safe', 'b? be safe']);
});
