import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clusteredAuc } from '../../../src/statistics/clustered-auc.ts';

const near = (actual: number, expected: number, tolerance = 1e-12) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

/** Score, positive, cluster: normal scores shifted by class and cluster, rounded so that some are equal. */
const sample: readonly [number, 0 | 1, number][] = [
	[1.7, 0, 0], [-0.8, 1, 0], [0.2, 1, 0], [-0.3, 1, 1], [0.7, 0, 1], [0.8, 0, 1], [-1.0, 0, 1], [2.1, 0, 2], [0.9, 1, 2], [0.3, 0, 2], [0.9, 0, 2],
	[-0.3, 0, 3], [0.6, 0, 3], [2.5, 1, 4], [0.5, 0, 4], [2.2, 0, 4], [3.0, 0, 4], [1.7, 0, 5], [4.3, 1, 5], [1.7, 1, 6], [0.7, 1, 7], [0.7, 1, 7], [0.4, 0, 7], [0, 0, 7],
];

// By the definitions, over all pairs of a positive and a negative, in numpy.
const expected = { value: 0.5185185185185185, clustered: 0.12919392138086785, delong: 0.13313845252466455 };

test('area and standard error agree with the definitions over all pairs', () => {
	const found = clusteredAuc(sample.map(([score, positive, cluster]) => ({ score, positive: positive === 1, cluster: String(cluster) })));
	near(found.value, expected.value);
	near(found.standardError, expected.clustered);
	near(found.low, expected.value - 1.959963984540054 * expected.clustered);
});

test('with one score a cluster it is DeLong\'s', () => {
	const found = clusteredAuc(sample.map(([score, positive], i) => ({ score, positive: positive === 1, cluster: String(i) })));
	near(found.value, expected.value);
	near(found.standardError, expected.delong);
});

test('perfect separation is 1, with no width; without scores in two clusters of each class there is no interval', () => {
	const separated = [3, 4, 1, 2].map((score, i) => ({ score, positive: i < 2, cluster: String(i) }));
	assert.deepEqual(clusteredAuc(separated), { value: 1, standardError: 0, low: 1, high: 1 });
	assert.throws(() => clusteredAuc(separated.slice(1)), RangeError);
	assert.throws(() => clusteredAuc([]), RangeError);
});

test('a rising change of scores changes nothing, a negation mirrors', () => {
	const datum = fc.record({ score: fc.integer({ min: -20, max: 20 }), positive: fc.boolean(), cluster: fc.constantFrom('a', 'b', 'c', 'd') });
	fc.assert(fc.property(fc.array(datum, { minLength: 12, maxLength: 60 }), (data) => {
		const clusters = (positive: boolean) => new Set(data.filter((d) => d.positive === positive).map((d) => d.cluster)).size;
		fc.pre(clusters(true) > 1 && clusters(false) > 1);
		const found = clusteredAuc(data);
		assert.deepEqual(clusteredAuc(data.map((d) => ({ ...d, score: Math.exp(d.score / 10) }))), found);
		const mirrored = clusteredAuc(data.map((d) => ({ ...d, score: -d.score })));
		near(mirrored.value, 1 - found.value);
		near(mirrored.standardError, found.standardError, 1e-9);
	}));
});
