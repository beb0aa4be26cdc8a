import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOf } from '../../../../src/analysis/calibration/area.ts';
import { thresholdNoise } from '../../../../src/analysis/calibration/threshold-noise.ts';
import { chooseThreshold } from '../../../../src/analysis/calibration/threshold.ts';
import { withinNoise } from '../../../../src/runner/calibration/within-noise.ts';
import { areaInterval } from '../../../../src/statistics/area-interval.ts';
import { standardNormal, seededRandom } from '../../../../src/statistics/random.ts';
import { normalQuantile } from '../../../../src/statistics/normal.ts';
import { quickTest, slowTest } from '../../../support/slow-test.ts';

const area = (value: number, half: number): { value: number; low: number; high: number } => ({
	value,
	low: value - half,
	high: Math.min(1, value + half),
});

test('closed forms: 1.96 for one figure, 2.24 for each of two, and the errors of both sides', () => {
	// Half a 95 % interval of 0.196 is a standard error of 0.1: z · √2 · 0.1, with scipy.stats.norm.ppf of 0.975 and 0.9875.
	const noise = { low: 0.304, high: 0.696 };
	const farthest = (auc: ReturnType<typeof area> | null): number =>
		withinNoise({ threshold: 0.5, auc }, { threshold: 0.5, auc }, noise).farthest ?? Number.NaN;
	assert.ok(Math.abs(farthest(null) - (1.959963984540054 * Math.SQRT2 * 0.1 * 0.196) / 0.1959963984540054) < 1e-12);
	assert.ok(Math.abs(farthest(area(0.8, 0.1)) / farthest(null) - 2.241402727604947 / 1.959963984540054) < 1e-12);
	const areas = (was: ReturnType<typeof area>, is: ReturnType<typeof area>): boolean | null =>
		withinNoise({ threshold: 0, auc: was }, { threshold: 0, auc: is }, null).areas;
	// The longer side of a lopsided one: the threshold 0.304 has 0.392 above it, twice as much.
	assert.ok(
		Math.abs((withinNoise({ threshold: 0, auc: null }, { threshold: 0.304, auc: null }, noise).farthest ?? 0) / farthest(null) - 2) < 1e-12,
	);
	// Standard errors of 0.0953 and 0.1520 of the log-odds, together √(0.0953² + 0.1520²) = 0.1794: from ln(0.8 / 0.2) = 1.386 on, 1.96 of them
	// reach to 1.738, which is the area 0.8504.
	const wide = (value: number, error: number) => ({ value, ...areaInterval(value, (error * value * (1 - value)) ** 2, 9) });
	assert.deepEqual(
		[0.849, 0.8505].map((value) => areas(wide(0.8, 0.0953), wide(value, 0.152))),
		[true, false],
	);
	assert.deepEqual(withinNoise({ threshold: 0, auc: null }, { threshold: 1, auc: area(0.9, 0.1) }, null), {
		thresholds: null,
		areas: null,
		farthest: null,
	});
});

test('areas near 1, where the side of an interval that faces away is many times the other', () => {
	const areas = (was: ReturnType<typeof area>, is: ReturnType<typeof area>): (boolean | null)[] =>
		[
			[was, is],
			[is, was],
		].map(([a, b]) => withinNoise({ threshold: 0, auc: a! }, { threshold: 0, auc: b! }, null).areas);
	// In log-odds 3.259 and 1.607, with standard errors of 0.128 and 0.432 off their intervals: 1.652 / 0.450 = 3.7 standard errors.
	assert.deepEqual(
		areas({ value: 0.963, low: 0.953, high: 0.971 }, { value: 0.833, low: 0.682, high: 0.921 }),
		[false, false],
		'their intervals do not even touch',
	);
	// One that ends at 1: √(0.1² + 0.02²) = 0.102 lies between 0.09 and 0.11.
	assert.deepEqual(areas({ value: 1, low: 0.9, high: 1 }, { value: 0.91, low: 0.8, high: 0.93 }), [true, true]);
	assert.deepEqual(areas({ value: 1, low: 0.9, high: 1 }, { value: 0.89, low: 0.8, high: 0.91 }), [false, false]);
	// The mirrored ones, at 0.
	assert.deepEqual(areas({ value: 0, low: 0, high: 0.1 }, { value: 0.09, low: 0.07, high: 0.2 }), [true, true]);
	assert.deepEqual(areas({ value: 0, low: 0, high: 0.1 }, { value: 0.11, low: 0.09, high: 0.2 }), [false, false]);
});

test('where draws may have no finite threshold, what lies within the lower side is chance, and of the rest nobody can tell', () => {
	// The lower side of 0.196 is a standard error of 0.1: 1.96 · √2 · 0.1 = 0.277.
	const far = (was: number) => withinNoise({ threshold: was, auc: null }, { threshold: 0.5, auc: null }, { low: 0.304, high: null });
	assert.deepEqual(
		[far(0.77), far(0.78), far(0.22), far(9)],
		[true, null, null, null].map((thresholds) => ({ thresholds, areas: null, farthest: Infinity })),
	);
});

test('an area that is told apart without a fault, or tied, is not certain', () => {
	const scores = (positives: number, wrong: number) =>
		Array.from({ length: 40 }, (_, i) => ({
			score: i < positives - wrong || (i === 39 && wrong > 0) ? 1 : 0,
			positive: i < positives,
			cluster: String(i),
		}));
	const areas = (was: ReturnType<typeof areaOf>, is: ReturnType<typeof areaOf>): boolean | null =>
		withinNoise({ threshold: 0, auc: was }, { threshold: 0, auc: is }, null).areas;
	const [perfect, nearly, chance] = [
		areaOf(scores(15, 0)),
		areaOf(scores(15, 1)),
		areaOf(scores(15, 0).map((span) => ({ ...span, score: 0 }))),
	];
	assert.deepEqual([perfect?.value, chance?.value], [1, 0.5]);
	assert.deepEqual([areas(perfect, nearly), areas(nearly, perfect), areas(perfect, chance)], [true, true, false]);
	// As an earlier version wrote it: no width says nothing of chance.
	const narrow = { value: 1, low: 1, high: 1 };
	assert.deepEqual(
		[areas(narrow, nearly), areas(narrow, perfect), areas(narrow, chance), areas(narrow, { value: 0.5, low: 0.5, high: 0.5 })],
		[true, true, false, null],
	);
});

slowTest('independent draws of one distribution are called changed about one time in twenty', () => {
	const random = seededRandom(11);
	const draw = () =>
		Array.from({ length: 160 }, (_, i) => ({
			score: standardNormal(random) + (i % 4 === 0 ? 1.2 : 0),
			positive: i % 4 === 0,
			cluster: String(i),
		}));
	for (const criterion of [{ kind: 'f1' }, { kind: 'quantile', probability: 0.9 }] as const) {
		const choose = (data: ReturnType<typeof draw>): number => chooseThreshold(data, criterion);
		const trials = 250;
		let changed = 0;
		for (let i = 0; i < trials; i++) {
			const [was, is] = [draw(), draw()];
			const { thresholds, areas } = withinNoise(
				{ threshold: choose(was), auc: areaOf(was) },
				{ threshold: choose(is), auc: areaOf(is) },
				thresholdNoise(is, (drawn) => choose([...drawn]), i, criterion.kind),
			);
			if (thresholds === false || areas === false) changed++;
		}
		// Where only the new threshold's noise counts, about one in five are.
		assert.ok(changed / trials <= 0.08, `${criterion.kind}: ${changed} of ${trials}`);
		assert.ok(changed > 0, 'what is never changed tells nothing');
	}
});

for (const [trials, declare] of [
	[200, quickTest],
	[1000, slowTest],
] as const)
	declare(`equal areas near 1 are called changed about one time in twenty, and a drop is seen: ${trials} trials`, () => {
		const random = seededRandom(12);
		const draw = (truth: number, positives: number, of: number) =>
			areaOf(
				Array.from({ length: of }, (_, i) => ({
					score: standardNormal(random) + (i < positives ? Math.SQRT2 * normalQuantile(truth) : 0),
					positive: i < positives,
					cluster: String(i),
				})),
			);
		const changed = (was: () => ReturnType<typeof areaOf>, is: () => ReturnType<typeof areaOf>): number => {
			return (
				Array.from({ length: trials }, () => withinNoise({ threshold: 0, auc: was() }, { threshold: 0, auc: is() }, null).areas).filter(
					(near) => near === false,
				).length / trials
			);
		};
		for (const [truth, positives, of] of [
			[0.963, 35, 264],
			[0.963, 12, 73],
			[0.75, 12, 73],
		] as const) {
			const share = changed(
				() => draw(truth, positives, of),
				() => draw(truth, positives, of),
			);
			// By the longer sides in the area itself it is 0.0025 and 0 at 0.963.
			// Of fewer trials, by two and a half standard errors of a share of one in twenty.
			const spread = 2.5 * Math.sqrt(0.05 * 0.95) * (1 / Math.sqrt(trials) - 1 / Math.sqrt(1000));
			assert.ok(share >= 0.035 - spread && share <= 0.09 + spread, `${truth} of ${positives}/${of}: ${share}`);
		}
		// By the longer sides 0.24.
		const drop = changed(
			() => draw(0.963, 35, 264),
			() => draw(0.833, 12, 73),
		);
		assert.ok(drop >= 0.7, `0.963 to 0.833: ${drop}`);
	});
