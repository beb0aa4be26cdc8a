import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bestF1 } from '../../../src/statistics/best-f1.ts';

test('by hand: between the scores where F1 is largest', () => {
	// Flagging 6, 5, 4, 3: three hits of four flagged, three positives: 6/7.
	assert.deepEqual(bestF1([1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 1, 1]), { threshold: 2.5, f1: 6 / 7 });
	// Equal scores stay together.
	assert.deepEqual(bestF1([0.5, 0.5, 0.25], [1, 0, 0]), { threshold: 0.375, f1: 2 / 3 });
});

test('neighboring floats are told apart', () => {
	const [low, high] = [1 + 2 ** -52, 1 + 2 ** -51];
	const { threshold } = bestF1([high, low], [1, 0]);
	assert.ok(high > threshold && !(low > threshold));
});

test('a score that says nothing flags nothing', () => {
	assert.deepEqual(bestF1([1, 1, 1], [1, 0, 1]), { threshold: 1, f1: 0 });
	assert.deepEqual(bestF1([1, 2], [1, 0]), { threshold: 2, f1: 0 });
});

test('no other threshold is better, but for flagging all', () => {
	const data = fc.array(fc.record({ score: fc.integer({ min: 0, max: 15 }), label: fc.integer({ min: 0, max: 1 }) }), {
		minLength: 1,
		maxLength: 30,
		size: 'max',
	});
	fc.assert(
		fc.property(data, (rows) => {
			const positives = rows.filter((r) => r.label === 1).length;
			fc.pre(positives > 0);
			const f1 = (threshold: number): number => {
				const flagged = rows.filter((r) => r.score > threshold);
				return flagged.length === rows.length ? 0 : (2 * flagged.filter((r) => r.label === 1).length) / (flagged.length + positives);
			};
			const best = bestF1(
				rows.map((r) => r.score),
				rows.map((r) => r.label),
			);
			assert.equal(f1(best.threshold), best.f1);
			for (let threshold = -0.5; threshold < 16; threshold += 0.5) assert.ok(f1(threshold) <= best.f1);
		}),
	);
});

test('without positives, labels or numbers there is no F1', () => {
	assert.throws(() => bestF1([1, 2], [0, 0]), RangeError);
	assert.throws(() => bestF1([1, 2], [1]), RangeError);
	assert.throws(() => bestF1([1, Number.NaN], [1, 0]), RangeError);
});
