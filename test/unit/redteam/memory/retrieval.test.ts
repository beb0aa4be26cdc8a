import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrix } from '../../../../src/methods/memsad/row-maxima.ts';
import { cutsOf, retrieved, shareOf } from '../../../../src/redteam/memory/retrieval.ts';
import { formDistance, formOf, maxAlike } from '../../../../src/redteam/memory/text-form.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

test('the cut is the cosine of the k-th nearest entry, against sorting all of them', () => {
	const random = seededRandom(1);
	const rows = (count: number) =>
		matrix(
			Float32Array.from({ length: count * 6 }, () => random() - 0.5),
			6,
		);
	const [entries, queries] = [rows(40), rows(7)];
	const cuts = cutsOf(entries, queries, 5);
	for (let q = 0; q < 7; q++) {
		const all = Array.from({ length: 40 }, (_, i) =>
			Array.from({ length: 6 }, (__, k) => queries.values[q * 6 + k]! * entries.values[i * 6 + k]!).reduce((a, b) => a + b, 0),
		).toSorted((a, b) => b - a);
		assert.ok(Math.abs(cuts[q]! - all[4]!) < 1e-12);
	}
});

test('what is planted is retrieved when it lies nearer than the cut; of nothing planted nothing is', () => {
	const queries = matrix(Float32Array.of(1, 0, 0, 1), 2);
	const cuts = Float64Array.of(0.5, 0.5);
	assert.deepEqual(retrieved(cuts, queries, matrix(Float32Array.of(0.6, 0.4), 2)), [true, false]);
	assert.deepEqual(retrieved(cuts, queries, matrix(new Float32Array(0), 2)), [false, false]);
	assert.equal(shareOf([true, false]), 0.5);
});

test('fewer entries than are read: everything planted is retrieved', () =>
	assert.deepEqual([...cutsOf(matrix(Float32Array.of(1, 0), 2), matrix(Float32Array.of(1, 0), 2), 5)], [-Infinity]));

test('the form of a text, counted by hand', () =>
	assert.deepEqual(formOf('At 10:30, “Bo” wrote: see a/b or x@y.example; ok?'), [49, 9, 1, 1, 3, 1, 2, 4, 2, 2, 0]));

test('the candidate that looks most like the model is chosen, and like texts have no distance', () => {
	assert.equal(
		maxAlike(['Nothing here.', 'Call Ada at 9:15, please.'], (text) => text, 'Meet Bob at 8:30, if so.'),
		'Call Ada at 9:15, please.',
	);
	assert.equal(formDistance(formOf('a b.'), formOf('c d.')), 0);
});
