import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaDifference } from '../../../src/statistics/area-difference.ts';
import { clusteredAuc } from '../../../src/statistics/clustered-auc.ts';
import { seededRandom } from '../../../src/statistics/random.ts';
import { areaGain, judgingVariance, learningVariance, repeatedArea, repeatedAreaInterval } from '../../../src/statistics/repeated-area.ts';

const close = (found: number, expected: number): void => assert.ok(Math.abs(found - expected) < 1e-12, `${found}, not ${expected}`);

/** The same forty samples, two a cluster, with scores of their own. */
function scored(seed: number): { score: number; positive: boolean; cluster: string }[] {
	const random = seededRandom(seed);
	return Array.from({ length: 40 }, (_, i) => ({
		score: random() + (i % 3 === 0 ? 0.4 : 0),
		positive: i % 3 === 0,
		cluster: String(i >> 1),
	}));
}

test('of one repeat it is the clustered area', () => {
	const one = scored(1);
	const area = repeatedArea([one]);
	const clustered = clusteredAuc(one);
	close(area.value, clustered.value);
	close(judgingVariance(area), clustered.standardError ** 2);
	close(learningVariance(area, 0.8), clustered.standardError ** 2);
	const interval = repeatedAreaInterval(area, judgingVariance(area));
	close(interval.low, clustered.low);
	close(interval.high, clustered.high);
});

test('repeats that agree tell nothing new; those that differ widen what is known', () => {
	const [a, b] = [scored(1), scored(2)];
	const twice = repeatedArea([a, a, a]);
	close(judgingVariance(twice), clusteredAuc(a).standardError ** 2);
	close(learningVariance(twice, 0.8), clusteredAuc(a).standardError ** 2);

	const area = repeatedArea([a, b]);
	const [first, second] = [clusteredAuc(a), clusteredAuc(b)];
	close(area.value, (first.value + second.value) / 2);
	// Of two values the variance is half the square of their difference; the components are linear, so those of the mean are half of those of the sum: Var((A + B) / 2) = (2 Var A + 2 Var B − Var(A − B)) / 4.
	const between = (first.value - second.value) ** 2 / 2;
	const apart = areaDifference(a.map((d, i) => ({ ...d, other: b[i]!.score }))).standardError;
	const own = (2 * first.standardError ** 2 + 2 * second.standardError ** 2 - apart ** 2) / 4;
	close(judgingVariance(area), own + between / 2);
	close(learningVariance(area, 0.25), (Math.sqrt(own) + Math.sqrt(between) / 2) ** 2 + between / 2);
	assert.deepEqual(areaGain(area, area).values, [0, 0]);
	close(learningVariance(areaGain(area, area), 0.8), 0);
	// Against a score that nobody taught, every repeat is held to the same.
	const free = repeatedArea([b]);
	assert.deepEqual(
		areaGain(area, free).values.map((value) => value.toFixed(9)),
		[(first.value - second.value).toFixed(9), '0.000000000'],
	);
});
