import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { confidenceGap, sentenceMean, sentenceTopMean } from '../../../../src/methods/confidence-gap/confidence-gap.ts';

const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);
const entropyOf = (p: number[]): number => -p.reduce((sum, x) => sum + (x > 0 ? x * Math.log(x) : 0), 0);

test('closed forms: uniform over eight against certain, against uniform over two, and against itself', () => {
	const uniform = entropyOf(Array.from({ length: 8 }, () => 1 / 8));
	const gap = confidenceGap(
		Float64Array.of(uniform, uniform, uniform, 0),
		Float64Array.of(entropyOf([1]), entropyOf([0.5, 0.5]), uniform, Math.log(3)),
	);
	near(gap[0]!, Math.log(8));
	near(gap[1]!, Math.log(4));
	near(gap[2]!, 0);
	// Context that blurs: negative.
	near(gap[3]!, -Math.log(3));
});

test('paths of different lengths are a defect', () => {
	assert.throws(() => confidenceGap(new Float64Array(2), new Float64Array(3)), RangeError);
	assert.throws(() => sentenceMean(new Float64Array(0)), RangeError);
	assert.throws(() => sentenceTopMean(new Float64Array(0)), RangeError);
});

test('a sentence of fewer than five tokens uses all it has', () => {
	near(sentenceTopMean(Float64Array.of(3)), 3);
	near(sentenceTopMean(Float64Array.of(1, -2, 4)), 1);
	near(sentenceTopMean(Float64Array.of(5, 1, 4, 2, 3, 0, -9)), 3);
});

test('means agree with brute force: no choice of five has a higher mean than the top five', () => {
	const values = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 5, maxLength: 9 });
	fc.assert(
		fc.property(values, (list) => {
			const array = Float64Array.from(list);
			near(sentenceMean(array), list.reduce((a, b) => a + b) / list.length);
			let best = -Infinity;
			for (let chosen = 0; chosen < 1 << list.length; chosen++) {
				const five = list.filter((_, i) => (chosen >> i) & 1);
				if (five.length === 5) best = Math.max(best, five.reduce((a, b) => a + b) / 5);
			}
			assert.ok(Math.abs(sentenceTopMean(array) - best) < 1e-9);
			// The caller's numbers stay as they were.
			assert.deepEqual(Array.from(array), list);
		}),
		{ numRuns: 50 },
	);
});
