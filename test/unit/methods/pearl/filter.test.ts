import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
	boundedGap,
	boundedGapSensitivity,
	mixtureGapSensitivity,
	sparseVectorFilter,
	topKFilter,
} from '../../../../src/methods/pearl/filter.ts';
import { seededBits } from '../../../../src/privacy/random-bits.ts';

test('the sensitivity of the mixture’s gap is 1.33 nats with 8 documents and 2,048 tokens, as worked out in methods.md', () => {
	assert.equal(mixtureGapSensitivity(8, 2048).toFixed(2), '1.33');
	assert.equal(mixtureGapSensitivity(1, 2048), Math.log(2047));
});

test('one document more, less or emptied moves the bounded gap by no more than is said', () => {
	const gap = fc.oneof(fc.double({ min: -20, max: 20, noNaN: true }), fc.constantFrom(Infinity, -Infinity, Number.NaN));
	fc.assert(
		fc.property(fc.array(gap, { minLength: 1, maxLength: 12 }), gap, (gaps, other) => {
			const max = boundedGapSensitivity(gaps.length, 2) + 1e-12;
			const at = boundedGap(gaps, 2);
			assert.ok(Math.abs(boundedGap([other, ...gaps.slice(1)], 2) - at) <= 2 * max);
			assert.ok(Math.abs(boundedGap([0, ...gaps.slice(1)], 2) - at) <= max);
			assert.ok(Math.abs(boundedGap([...gaps, other], 2) - at) <= max);
			if (gaps.length > 1) assert.ok(Math.abs(boundedGap(gaps.slice(1), 2) - at) <= max);
		}),
	);
});

test('TOP-K with hardly any noise takes the highest and the lowest; what is in both is cut', () => {
	const options = { sensitivity: 1e-6, epsilon: 100, bits: seededBits(1) };
	assert.deepEqual(topKFilter([0.1, 0.9, 0.5, -0.4], 1, options), { cut: [1], refill: [3] });
	assert.deepEqual(topKFilter([0.1, 0.9, 0.5], 8, options), { cut: [0, 1, 2], refill: [] });
	assert.deepEqual(topKFilter([], 8, options), { cut: [], refill: [] });
});

test('SVT with hardly any noise takes what is above and below its thresholds, so many at most', () => {
	const options = { sensitivity: 1e-6, epsilon: 100, bits: seededBits(1) };
	const gaps = [0.1, 0.9, 0.5, -0.4, 0.95];
	assert.deepEqual(sparseVectorFilter(gaps, { high: 0.8, low: 0, k: 8 }, options), { cut: [1, 4], refill: [3] });
	assert.deepEqual(sparseVectorFilter(gaps, { high: 0.8, low: 0, k: 1 }, options), { cut: [1], refill: [3] });
});

test('at an honest budget the choice is noise: a far higher gap is cut about as often as any other', () => {
	const bits = seededBits(3);
	let highest = 0;
	for (let i = 0; i < 2000; i++)
		highest += topKFilter([1, 0, 0, 0], 1, { sensitivity: mixtureGapSensitivity(8, 2048), epsilon: 0.15, bits }).cut[0] === 0 ? 1 : 0;
	assert.ok(highest / 2000 > 0.2 && highest / 2000 < 0.35, String(highest / 2000));
});
