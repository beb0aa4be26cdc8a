import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaDifference } from '../../../src/statistics/area-difference.ts';
import { standardNormal, seededRandom } from '../../../src/statistics/random.ts';

const near = (actual: number, expected: number, tolerance = 1e-12) =>
	assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

/** Score, other score, positive, cluster; some are equal. */
const sample: readonly [number, number, 0 | 1, number][] = [
	[1.7, 0.3, 0, 0],
	[-0.8, 1.1, 1, 0],
	[0.2, -0.4, 1, 0],
	[-0.3, 0.9, 1, 1],
	[0.7, 0.2, 0, 1],
	[0.8, -0.7, 0, 1],
	[-1.0, 0.9, 0, 1],
	[2.1, 0.1, 0, 2],
	[0.9, 1.3, 1, 2],
	[0.3, 0.9, 0, 2],
	[0.9, -1.2, 0, 2],
	[-0.3, 0.5, 0, 3],
	[0.6, 0.4, 0, 3],
	[2.5, 0.8, 1, 4],
	[0.5, 1.6, 0, 4],
	[2.2, -0.2, 0, 4],
	[3.0, 0.0, 0, 4],
	[1.7, 0.3, 0, 5],
	[4.3, 2.1, 1, 5],
	[1.7, 0.3, 1, 6],
	[0.7, -0.5, 1, 7],
	[0.7, 0.6, 1, 7],
	[0.4, 0.2, 0, 7],
	[0, -0.9, 0, 7],
];
const data = sample.map(([score, other, positive, cluster]) => ({ score, other, positive: positive === 1, cluster: String(cluster) }));

// By the definitions, over the differences of all pairs of a positive and a negative, in numpy: 14/27 less 19/27.
test('difference, standard error and interval agree with the definitions over all pairs', () => {
	const found = areaDifference(data);
	near(found.value, -0.18518518518518517);
	near(found.standardError, 0.12426491014819092);
	near(found.low, -0.42873993361774526);
	near(found.high, 0.05836956324737491);
	near(areaDifference(data.map((d, i) => ({ ...d, cluster: String(i) }))).standardError, 0.17482949897972558);
});

test('turned round it is the negative; scores that order alike do not differ', () => {
	const [one, turned] = [areaDifference(data), areaDifference(data.map((d) => ({ ...d, score: d.other, other: d.score })))];
	near(turned.value, -one.value);
	near(turned.low, -one.high);
	const same = areaDifference(data.map((d) => ({ ...d, other: Math.exp(d.score) })));
	assert.deepEqual([same.value, same.standardError, same.low, same.high], [0, 0, 0, 0]);
});

test('of two scores that are as good as each other, one is found worse in one draw of forty', () => {
	const random = seededRandom(5);
	const trials = 1000;
	// What both see of a span, and what each sees alone; two spans a cluster.
	const worse =
		Array.from({ length: trials }, () =>
			areaDifference(
				Array.from({ length: 100 }, (_, i) => {
					const shared = standardNormal(random) + (i % 4 === 0 ? 1.2 : 0);
					return {
						score: shared + standardNormal(random),
						other: shared + standardNormal(random),
						positive: i % 4 === 0,
						cluster: String(i >> 1),
					};
				}),
			),
		).filter(({ high }) => high < 0).length / trials;
	assert.ok(worse > 0.01 && worse < 0.045, `${worse} of draws`);
});

test('without spans in two clusters of each class there is no interval', () => {
	assert.throws(() => areaDifference(data.filter(({ positive }) => positive)), RangeError);
});
