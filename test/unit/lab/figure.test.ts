import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterBootstrap } from '../../../lab/cluster-bootstrap.ts';
import { areaFigure, medianFigure } from '../../../lab/demo-model/contamination.ts';
import { share, shareOfParts } from '../../../lab/figure.ts';
import { seededRandom } from '../../../src/statistics/random.ts';
import { atMost } from '../../../lab/target.ts';

const near = (actual: number | null, expected: number, tolerance: number) =>
	assert.ok(actual !== null && Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);

test('a share with its exact interval: none of 10 is [0, 1 - 0.025^(1/10)]', () => {
	const { low, high, ...figure } = share(
		'none',
		Array.from({ length: 10 }, () => 1),
		(x) => x > 1,
		atMost(0.5),
	);
	assert.deepEqual(figure, { name: 'none', value: 0, n: 10, unit: '', target: atMost(0.5) });
	assert.equal(low, 0);
	near(high, 1 - 0.025 ** 0.1, 1e-9);
	assert.equal(share('nothing', [], () => true).n, 0);
});

test('a bootstrap of independent cases has the normal interval: 400 of 1,000 is 0.4 ± 1.96 √(0.24 / 1000) = ± 0.0304', () => {
	const cases = Array.from({ length: 1000 }, (_, i) => (i < 400 ? 1 : 0));
	const mean = (drawn: readonly number[]) => drawn.reduce((sum, x) => sum + x, 0) / drawn.length;
	const { low, high } = clusterBootstrap(seededRandom(1), cases, mean, 4000);
	near(low, 0.4 - 0.0304, 0.003);
	near(high, 0.4 + 0.0304, 0.003);
	assert.throws(() => clusterBootstrap(seededRandom(1), [], mean), RangeError);
});

test('parts of one case that are all alike widen the interval: four equal parts each, by 2 against independent ones', () => {
	const cases = Array.from({ length: 250 }, (_, i) => Array.from({ length: 4 }, () => i < 100));
	const { value, low, high, n } = shareOfParts('alike', seededRandom(2), [...cases, []], (x) => x);
	assert.equal(n, 1000);
	assert.equal(value, 0.4);
	near(low, 0.4 - 0.0608, 0.006);
	near(high, 0.4 + 0.0608, 0.006);
});

test('where no part is so, the interval is that of as many trials as cases', () => {
	const { value, low, high } = shareOfParts('none', seededRandom(2), [[1, 1, 1], [1], []], (x) => x > 1);
	assert.deepEqual([value, low], [0, 0]);
	near(high, 1 - 0.025 ** (1 / 2), 1e-9);
	const all = shareOfParts('all', seededRandom(2), [[1, 1, 1], [1]], (x) => x === 1);
	near(all.low, 0.025 ** (1 / 2), 1e-9);
	assert.equal(all.high, 1);
	assert.equal(shareOfParts('nothing', seededRandom(2), [[], []], () => true).n, 0);
});

test('low Z means memorised: area and medians', () => {
	const of = (values: readonly number[], prefix: string) => values.map((z, i) => ({ z, entity: `${prefix}${i}` }));
	// Pairs of (1, 2, 6) and (3, 4, 5) with the first lower: 3 + 3 + 0 of 9.
	const { value, n } = areaFigure(of([1, 2, 6], 'm'), of([3, 4, 5], 'f'));
	near(value, 6 / 9, 1e-12);
	assert.equal(n, 6);
	const { value: median, low, high, n: count } = medianFigure('median', [...of([1, 2, 3], 'a'), { z: 10, entity: 'a0' }], seededRandom(3));
	assert.deepEqual([median, count], [2.5, 4]);
	assert.ok(low! >= 1 && high! <= 10 && low! < high!);
});
