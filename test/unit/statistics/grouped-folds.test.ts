import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leaveOneGroupOut, stratifiedFolds, stratifiedPart } from '../../../src/statistics/grouped-folds.ts';
import { seededRandom } from '../../../src/statistics/random.ts';

const alone = (labels: number[]) => ({ labels, groups: labels.map((_, i) => String(i)) });
const positivesIn = (rows: readonly number[], labels: ArrayLike<number>): number => rows.filter((row) => labels[row] === 1).length;
const everyRow = (folds: readonly (readonly number[])[]): number[] => folds.flat().toSorted((a, b) => a - b);
const grouped = fc
	.array(fc.record({ label: fc.integer({ min: 0, max: 1 }), group: fc.integer({ min: 0, max: 12 }).map(String) }), {
		minLength: 2,
		maxLength: 60,
		size: 'max',
	})
	.map((rows) => ({ labels: rows.map((r) => r.label), groups: rows.map((r) => r.group) }));

test('without groups: sizes and positives of folds differ by at most one', () => {
	const labels = Array.from({ length: 103 }, (_, i) => (i % 7 === 0 ? 1 : 0));
	const folds = stratifiedFolds(seededRandom(1), alone(labels), 20);
	assert.deepEqual(
		everyRow(folds),
		labels.map((_, i) => i),
	);
	const positives = folds.map((rows) => positivesIn(rows, labels));
	assert.ok(Math.max(...positives) - Math.min(...positives) <= 1);
	const negatives = folds.map((rows) => rows.length - positivesIn(rows, labels));
	assert.ok(Math.max(...negatives) - Math.min(...negatives) <= 1);
});

test('groups stay whole, every row stands in one fold, and none is empty', () => {
	fc.assert(
		fc.property(grouped, fc.integer({ min: 2, max: 6 }), fc.integer(), (samples, count, seed) => {
			fc.pre(new Set(samples.groups).size >= count);
			const folds = stratifiedFolds(seededRandom(seed), samples, count);
			assert.deepEqual(
				everyRow(folds),
				samples.groups.map((_, i) => i),
			);
			assert.ok(folds.length === count && folds.every((rows) => rows.length > 0));
			const homes = new Map<string, Set<number>>();
			folds.forEach((rows, f) =>
				rows.forEach((row) => homes.set(samples.groups[row]!, (homes.get(samples.groups[row]!) ?? new Set()).add(f))),
			);
			assert.ok([...homes.values()].every((set) => set.size === 1));
		}),
	);
});

test('groups of sentences: about as many positives in each fold', () => {
	// 200 responses of three sentences; in every third response all are positive.
	const samples = {
		labels: Array.from({ length: 600 }, (_, i) => (Math.floor(i / 3) % 3 === 0 ? 1 : 0)),
		groups: Array.from({ length: 600 }, (_, i) => `r${Math.floor(i / 3)}`),
	};
	for (const rows of stratifiedFolds(seededRandom(3), samples, 5)) {
		assert.ok(Math.abs(rows.length - 120) <= 3, String(rows.length));
		assert.ok(Math.abs(positivesIn(rows, samples.labels) - 40) <= 3);
	}
});

test('another seed, other folds; the same seed, the same', () => {
	const labels = Array.from({ length: 50 }, (_, i) => i % 2);
	assert.deepEqual(stratifiedFolds(seededRandom(5), alone(labels), 5), stratifiedFolds(seededRandom(5), alone(labels), 5));
	assert.notDeepEqual(stratifiedFolds(seededRandom(5), alone(labels), 5), stratifiedFolds(seededRandom(6), alone(labels), 5));
});

test('a part: its share of both classes, groups whole, nothing lost', () => {
	const labels = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0));
	const { part, rest } = stratifiedPart(seededRandom(2), alone(labels), 0.15);
	assert.equal(positivesIn(part, labels), 15);
	assert.equal(part.length, 60);
	assert.deepEqual(
		everyRow([part, rest]),
		labels.map((_, i) => i),
	);
	fc.assert(
		fc.property(grouped, fc.double({ min: 0.05, max: 0.95, noNaN: true }), fc.integer(), (samples, share, seed) => {
			fc.pre(new Set(samples.groups).size >= 2);
			const cut = stratifiedPart(seededRandom(seed), samples, share);
			assert.deepEqual(
				everyRow([cut.part, cut.rest]),
				samples.groups.map((_, i) => i),
			);
			assert.ok(cut.part.length > 0 && cut.rest.length > 0);
			const held = new Set(cut.part.map((row) => samples.groups[row]!));
			assert.ok(cut.rest.every((row) => !held.has(samples.groups[row]!)));
		}),
	);
});

test('one group out', () => {
	assert.deepEqual(leaveOneGroupOut({ labels: [1, 0, 1, 0], groups: ['b', 'a', 'b', 'c'] }), [[0, 2], [1], [3]]);
});

test('what cannot be cut is refused', () => {
	assert.throws(() => stratifiedFolds(seededRandom(1), { labels: [0, 1, 1], groups: ['a', 'a', 'b'] }, 3), RangeError);
	assert.throws(() => stratifiedFolds(seededRandom(1), alone([0, 1]), 1), RangeError);
	assert.throws(() => stratifiedPart(seededRandom(1), { labels: [0, 1], groups: ['a', 'a'] }, 0.5), RangeError);
	assert.throws(() => leaveOneGroupOut({ labels: [0], groups: [] }), RangeError);
});
