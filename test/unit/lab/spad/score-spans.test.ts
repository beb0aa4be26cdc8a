import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectors, logit9 } from '../../../../lab/spad/detectors.ts';
import { leakageCheck } from '../../../../lab/spad/leakage-check.ts';
import { scoreSpans } from '../../../../lab/spad/score-spans.ts';
import { standardPlan } from '../../../../src/methods/spad/fit-plan.ts';
import { areaUnderCurve } from '../../../../src/statistics/auc.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { spanWith } from './made-up.ts';
import { intervalHolds } from '../../../../lab/target.ts';

/** Positives score from 0.4 to 1.4, negatives from 0 to 1. */
function side(name: string, seed: number, count: number) {
	const random = seededRandom(seed);
	return Array.from({ length: count }, (_, i) => spanWith((i % 3 === 0 ? 0.4 : 0) + random(), i % 3 === 0, `${name}${i}`));
}
const [train, held] = [side('a', 1, 300), side('b', 2, 150)];
const context = () => ({ random: seededRandom(1), plan: { ...standardPlan, draws: 2, folds: 3 }, signal: new AbortController().signal });
const truth = held.map(({ positive }) => Number(positive));

for (const detector of detectors) {
	test(`${detector.name} finds what its numbers say, with a threshold from the training side`, async () => {
		const { scores, flagged } = await scoreSpans(detector, train, held, context());
		// P(positive > negative) for these two uniform distributions is 1 - 0.6^2 / 2 = 0.82.
		assert.ok(Math.abs(areaUnderCurve(scores, truth) - 0.82) < 0.08);
		const share = Array.from(flagged).reduce((sum, x) => sum + x, 0) / held.length;
		assert.ok(share > 0.1 && share < 0.9);
	});
}

test('a group on both sides is refused by what is trained', async () => {
	await assert.rejects(scoreSpans(detectors[0]!, train, [...held, train[0]!], context()), RangeError);
});

test('shuffled labels leave nothing to be found', async () => {
	const { value, low, high } = await leakageCheck(
		'sentence',
		detectors.find(({ name }) => name === logit9) ?? detectors[0]!,
		train,
		held,
		context(),
	);
	// Areas of 150 spans vary by 0.05, their mean of ten by 0.016.
	assert.ok(value > 0.44 && value < 0.56);
	assert.ok(low !== null && high !== null && low < value && value < high && high - low < 0.15);
});

test("the leakage check's interval misses 0.5 once in twenty times, though all shuffles are judged on the same scores", async () => {
	// A score is nothing that is trained: ten shuffles differ in their labels alone, and cannot have more in common.
	const unvaried = detectors.find(({ kind }) => kind === 'score')!;
	const random = seededRandom(5);
	const checks = 300;
	let holding = 0;
	for (let i = 0; i < checks; i++) {
		// oxlint-disable-next-line no-await-in-loop -- they draw from one stream
		const { low, high, target } = await leakageCheck('sentence', unvaried, train.slice(0, 12), held.slice(0, 60), { ...context(), random });
		assert.deepEqual(target, intervalHolds(0.5));
		if (low! <= 0.5 && 0.5 <= high!) holding++;
	}
	// 285 of 300 on average, with a standard deviation of 3.8.
	assert.ok(holding >= 274 && holding <= 296, `${holding} of ${checks}`);
});

test('the leakage check fails where what is judged stands among the features', async () => {
	const leaking = detectors.find(({ kind }) => kind === 'score')!;
	const { low } = await leakageCheck('sentence', leaking, train, held, { ...context(), random: () => 0.999999 });
	// Nothing is shuffled by such a stream, so that the scores know the labels.
	assert.ok(low! > 0.5);
});
