import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundedThreshold, resampledChoice } from '../../../../src/analysis/calibration/bounded-threshold.ts';
import { choiceErrors } from '../../../../src/analysis/calibration/choice-errors.ts';
import { crossValidatedFlags } from '../../../../src/analysis/calibration/cross-validated-flags.ts';
import { scoredSpan, type LabeledSpan } from '../../../../src/analysis/calibration/scored-span.ts';
import { chooseThreshold } from '../../../../src/analysis/calibration/threshold.ts';
import { clusterNumbers, thresholdPoint, type ThresholdPoint } from '../../../../src/analysis/calibration/threshold-point.ts';
import { randomFor, standardNormal, type Random } from '../../../../src/statistics/random.ts';
import { normalCdf } from '../../../../src/statistics/normal.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { madeTrace } from './made-traces.ts';

/** Scores of responses with one to four sentences. In each class they are normal with variance 1, and half of it is the response's. */
const world = { labels: 200, shift: 1.5, rates: [0.06, 0.24] } as const;
const rateNames = ['truePositiveRate', 'falsePositiveRate', 'precision'] as const;
type RateName = (typeof rateNames)[number];

const trace = madeTrace('made', [{ truth: false }]);

function drawLabels(random: Random): LabeledSpan[] {
	const spans: LabeledSpan[] = [];
	for (let response = 0; spans.length < world.labels; response++) {
		const [own, rate, sentences] = [standardNormal(random), world.rates[Number(random() < 0.5)]!, 1 + Math.floor(random() * 4)];
		for (let i = 0; i < sentences; i++) {
			const positive = random() < rate;
			const score = (own + standardNormal(random)) * Math.SQRT1_2 + (positive ? world.shift : 0);
			spans.push({ ...scoredSpan(trace, trace.sentences[0]!, score), positive, cluster: `r${response}` });
		}
	}
	return spans;
}

/** What a threshold does on all sentences of the world. */
function truthAt(threshold: number): Record<RateName, number> {
	const rate = (world.rates[0] + world.rates[1]) / 2;
	const [truePositiveRate, falsePositiveRate] = [normalCdf(world.shift - threshold), normalCdf(-threshold)];
	const hits = rate * truePositiveRate;
	return { truePositiveRate, falsePositiveRate, precision: hits / (hits + (1 - rate) * falsePositiveRate) };
}

const choose = (from: readonly LabeledSpan[]): number => boundedThreshold(from, 0.2) ?? chooseThreshold(from, { kind: 'f1' });

type Way = 'reported' | 'withoutChoice' | 'independent';

/**
 * Returns the share of draws whose interval contains the truth: the interval that reports show, the same without the errors of the choice, and
 * that of cross-validated verdicts as if they were independent.
 */
function coverage(draws: number): Record<Way, Record<RateName, number>> {
	const none = { truePositiveRate: 0, falsePositiveRate: 0, precision: 0 };
	const held = { reported: { ...none }, withoutChoice: { ...none }, independent: { ...none } };
	let written = 0;
	for (let draw = 0; draw < draws; draw++) {
		const spans = drawLabels(randomFor(1, `labels ${draw}`));
		if (boundedThreshold(spans, 0.2) === null) continue;
		const verdicts = crossValidatedFlags(spans, choose, 'above', draw, 'made');
		if (verdicts === null) continue;
		written++;
		const threshold = choose(spans);
		const list = { scores: spans.map(({ score }) => score), truths: spans.map(({ positive }): 0 | 1 => (positive ? 1 : 0)) };
		const clusters = clusterNumbers(spans.map(({ cluster }) => cluster));
		const errors = choiceErrors(spans, resampledChoice(spans, 0.2), { direction: 'above', seed: draw, name: 'made' });
		const truth = truthAt(threshold);
		const count = (of: Way, point: ThresholdPoint): void => {
			for (const rate of rateNames) {
				const { low, high } = point[rate] ?? { low: 0, high: 1 };
				if (low <= truth[rate] && truth[rate] <= high) held[of][rate]++;
			}
		};
		count('reported', thresholdPoint({ ...list, clusters }, threshold, 'above', { verdicts, errors }));
		count('withoutChoice', thresholdPoint({ ...list, clusters }, threshold, 'above', { verdicts }));
		count('independent', thresholdPoint(list, threshold, 'above', { verdicts }));
	}
	const shares = (of: Record<RateName, number>): Record<RateName, number> => ({
		truePositiveRate: of.truePositiveRate / written,
		falsePositiveRate: of.falsePositiveRate / written,
		precision: of.precision / written,
	});
	return { reported: shares(held.reported), withoutChoice: shares(held.withoutChoice), independent: shares(held.independent) };
}

slowTest(
	'intervals of rates contain the truth in 95 % of draws, and would not if they left out that the labels chose the threshold',
	() => {
		const { reported, withoutChoice, independent } = coverage(120);
		const found = JSON.stringify({ reported, withoutChoice, independent });
		for (const rate of rateNames) assert.ok(reported[rate] >= 0.95, found);
		assert.ok(withoutChoice.falsePositiveRate < 0.95, found);
		assert.ok(independent.falsePositiveRate < 0.9 && independent.truePositiveRate < 0.9, found);
	},
);

const labeled = (score: number, positive: boolean | null, cluster: string): Chosen => ({ score, positive, cluster });
type Chosen = Parameters<typeof choiceErrors>[0][number];

test('a threshold that the data do not choose has no bias, and the variance of clusters', () => {
	const data = Array.from({ length: 200 }, (_, i) => labeled(i % 4 === 0 ? 1 : 0, i % 2 === 0, String(i)));
	const { truePositiveRate, falsePositiveRate } = choiceErrors(data, () => 0.5, { direction: 'above', seed: 1, name: 'fixed' });
	// Of 100 positives, 50 are flagged: 0.5 · 0.5 / 100. Of 100 negatives, none is.
	assert.ok(truePositiveRate !== null && Math.abs(truePositiveRate.bias) < 0.015, JSON.stringify(truePositiveRate));
	assert.ok(Math.abs(truePositiveRate.variance / 0.0025 - 1) < 0.3, JSON.stringify(truePositiveRate));
	assert.deepEqual(falsePositiveRate, { bias: 0, variance: 0 });
});

test('a threshold that follows the labels overstates what it finds; the same seed gives the same errors', () => {
	const random = randomFor(1, 'noise');
	const data = Array.from({ length: 60 }, (_, i) => labeled(random(), i % 2 === 0, String(i)));
	const best = (from: readonly Chosen[]): number =>
		chooseThreshold(
			from.map(({ score, positive }) => ({ score, positive: positive === true })),
			{ kind: 'f1' },
		);
	const found = choiceErrors(data, best, { direction: 'above', seed: 1, name: 'noise' });
	assert.ok(found.precision !== null && found.precision.bias > 0.01, JSON.stringify(found));
	assert.deepEqual(choiceErrors(data, best, { direction: 'above', seed: 1, name: 'noise' }), found);
});

test('no rate without labels of its class; nothing is known of one cluster', () => {
	const grounded = Array.from({ length: 10 }, (_, i) => labeled(i, false, String(i)));
	assert.equal(choiceErrors(grounded, () => 5, { direction: 'above', seed: 1, name: 'one class' }).truePositiveRate, null);
	const one = grounded.map((span) => ({ ...span, cluster: 'one' }));
	assert.equal(choiceErrors(one, () => 5, { direction: 'above', seed: 1, name: 'one cluster' }).falsePositiveRate, null);
});
