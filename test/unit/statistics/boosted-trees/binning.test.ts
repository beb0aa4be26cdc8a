import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { binFeatures, cutsOf } from '../../../../src/statistics/boosted-trees/binning.ts';
import { featureMatrix } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';

test('few different values have a bin each; the last bound is above all', () => {
	assert.deepEqual(cutsOf(Float32Array.of(-2, -2, 0, 3, 3), 4), Float32Array.of(0, 3, 6 + 1e-5));
	assert.deepEqual(cutsOf(Float32Array.of(7), 4).length, 1);
	assert.equal(cutsOf(new Float32Array(), 4).length, 0);
});

test('many values are bounded at the ranks of XGBoost', () => {
	// xgboost 3.2.0: QuantileDMatrix(arange(20), max_bin=4).get_quantile_cut().
	assert.deepEqual(
		[
			...cutsOf(
				Float32Array.from({ length: 20 }, (_, i) => i),
				4,
			),
		].slice(0, -1),
		[5, 10, 14],
	);
	// The same of maximum(arange(64), 20) with max_bin=8.
	assert.deepEqual(
		[
			...cutsOf(
				Float32Array.from({ length: 64 }, (_, i) => Math.max(i, 20)),
				8,
			),
		].slice(0, -1),
		[26, 31, 36, 42, 47, 52, 57],
	);
});

test('a bound parts values as it parts bins', () => {
	const value = fc.oneof(fc.float({ noNaN: true, min: -1000, max: 1000 }), fc.integer({ min: -3, max: 3 }), fc.constant(Number.NaN));
	fc.assert(
		fc.property(fc.array(value, { minLength: 1, maxLength: 60, size: 'max' }), fc.integer({ min: 2, max: 20 }), (values, maxBin) => {
			const binned = binFeatures(featureMatrix(values.map((x) => [x, 1])), maxBin);
			const cuts = binned.cuts[0]!;
			assert.ok(cuts.length <= maxBin);
			assert.ok(cuts.every((cut, i) => i === 0 || cut > cuts[i - 1]!));
			assert.deepEqual([...binned.firstSlot], [0, cuts.length + 1, cuts.length + 3]);
			const filled = new Set<number>();
			values.forEach((x, row) => {
				const bin = binned.slots[2 * row]!;
				filled.add(bin);
				if (Number.isNaN(x)) assert.equal(bin, cuts.length);
				else cuts.forEach((cut, i) => assert.equal(Math.fround(x) < cut, bin <= i));
			});
			for (let bin = 0; bin < cuts.length; bin++) assert.ok(filled.has(bin), `bin ${bin} is empty`);
		}),
	);
});
