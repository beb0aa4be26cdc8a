import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOf } from '../../../../src/analysis/calibration/area.ts';
import { thresholdNoise } from '../../../../src/analysis/calibration/threshold-noise.ts';
import { chooseThreshold } from '../../../../src/analysis/calibration/threshold.ts';
import { withinNoise } from '../../../../src/runner/calibration/within-noise.ts';
import { standardNormal } from '../../../../src/statistics/gaussian.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';

const area = (value: number, half: number): { value: number; low: number; high: number } => ({ value, low: value - half, high: Math.min(1, value + half) });

test('closed forms: 1.96 for one figure, 2.24 for each of two, and the errors of both sides', () => {
	// Half a 95 % interval of 0.196 is a standard error of 0.1: z · √2 · 0.1, with scipy.stats.norm.ppf of 0.975 and 0.9875.
	const noise = { low: 0.304, high: 0.696 };
	const farthest = (auc: ReturnType<typeof area> | null): number => withinNoise({ threshold: 0.5, auc }, { threshold: 0.5, auc }, noise).farthest ?? Number.NaN;
	assert.ok(Math.abs(farthest(null) - 1.959963984540054 * Math.SQRT2 * 0.1 * 0.196 / 0.1959963984540054) < 1e-12);
	assert.ok(Math.abs(farthest(area(0.8, 0.1)) / farthest(null) - 2.241402727604947 / 1.959963984540054) < 1e-12);
	const areas = (was: ReturnType<typeof area>, is: ReturnType<typeof area>): boolean | null => withinNoise({ threshold: 0, auc: was }, { threshold: 0, auc: is }, null).areas;
	// The longer side of a lopsided one: the threshold 0.304 has 0.392 above it, twice as much.
	assert.ok(Math.abs((withinNoise({ threshold: 0, auc: null }, { threshold: 0.304, auc: null }, noise).farthest ?? 0) / farthest(null) - 2) < 1e-12);
	// √(0.03² + 0.04²) = 0.05: intervals of 0.80 ± 0.03 and 0.86 ± 0.04 overlap, and yet 0.06 is more than chance.
	assert.deepEqual([areas(area(0.8, 0.03), area(0.849, 0.04)), areas(area(0.8, 0.03), area(0.86, 0.04))], [true, false]);
	// An interval cut off at 1 is not narrower for that.
	assert.equal(areas(area(0.99, 0.1), area(0.9, 0.02)), true);
	assert.deepEqual(withinNoise({ threshold: 0, auc: null }, { threshold: 1, auc: area(0.9, 0.1) }, null), { thresholds: null, areas: null, farthest: null });
});

test('where draws may have no finite threshold, what lies within the lower side is chance, and of the rest nobody can tell', () => {
	// The lower side of 0.196 is a standard error of 0.1: 1.96 · √2 · 0.1 = 0.277.
	const far = (was: number) => withinNoise({ threshold: was, auc: null }, { threshold: 0.5, auc: null }, { low: 0.304, high: null });
	assert.deepEqual([far(0.77), far(0.78), far(0.22), far(9)], [true, null, null, null].map((thresholds) => ({ thresholds, areas: null, farthest: Infinity })));
});

test('an area that is told apart without a fault, or tied, is not certain', () => {
	const scores = (positives: number, wrong: number) => Array.from({ length: 40 }, (_, i) => ({ score: i < positives - wrong || i === 39 && wrong > 0 ? 1 : 0, positive: i < positives, cluster: String(i) }));
	const areas = (was: ReturnType<typeof areaOf>, is: ReturnType<typeof areaOf>): boolean | null => withinNoise({ threshold: 0, auc: was }, { threshold: 0, auc: is }, null).areas;
	const [perfect, nearly, chance] = [areaOf(scores(15, 0)), areaOf(scores(15, 1)), areaOf(scores(15, 0).map((span) => ({ ...span, score: 0 })))];
	assert.deepEqual([perfect?.value, chance?.value], [1, 0.5]);
	assert.deepEqual([areas(perfect, nearly), areas(nearly, perfect), areas(perfect, chance)], [true, true, false]);
	// As an earlier version wrote it: no width says nothing of chance.
	const narrow = { value: 1, low: 1, high: 1 };
	assert.deepEqual([areas(narrow, nearly), areas(narrow, perfect), areas(narrow, chance), areas(narrow, { value: 0.5, low: 0.5, high: 0.5 })], [true, true, false, null]);
});

test('independent draws of one distribution are called changed about one time in twenty', () => {
	const random = seededRandom(11);
	const draw = () => Array.from({ length: 160 }, (_, i) => ({ score: standardNormal(random) + (i % 4 === 0 ? 1.2 : 0), positive: i % 4 === 0, cluster: String(i) }));
	for (const criterion of [{ kind: 'f1' }, { kind: 'quantile', probability: 0.9 }] as const) {
		const choose = (data: ReturnType<typeof draw>): number => chooseThreshold(data, criterion);
		const trials = 250;
		let changed = 0;
		for (let i = 0; i < trials; i++) {
			const [was, is] = [draw(), draw()];
			const { thresholds, areas } = withinNoise({ threshold: choose(was), auc: areaOf(was) }, { threshold: choose(is), auc: areaOf(is) }, thresholdNoise(is, (drawn) => choose([...drawn]), i, criterion.kind));
			if (thresholds === false || areas === false) changed++;
		}
		// Where only the new threshold's noise counts, about one in five are.
		assert.ok(changed / trials <= 0.08, `${criterion.kind}: ${changed} of ${trials}`);
		assert.ok(changed > 0, 'what is never changed tells nothing');
	}
});
