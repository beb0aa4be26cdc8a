import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldsArea } from '../../../../lab/calibration/folds-area.ts';
import { judgedAnswers } from '../../../../lab/calibration/judged-answer.ts';
import { labelAnswers, labelAtRandom, labelingWays, labelNoises } from '../../../../lab/calibration/label-answers.ts';
import { labeledTraces } from '../../../../lab/calibration/labeled-traces.ts';
import { taughtFits } from '../../../../lab/calibration/product-fits.ts';
import { heldRates } from '../../../../lab/calibration/realized-rates.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { spanWith } from '../spad/made-up.ts';

/** Answers of one to three sentences; every fifth has one ungrounded sentence, whose scores are higher. */
const spans = Array.from({ length: 100 }, (_, i) => {
	const sentences = Array.from({ length: 1 + (i % 3) }, (__, k) =>
		spanWith(i % 5 === 0 && k === 0 ? 2 : 1, i % 5 === 0 && k === 0, `a${i}`),
	);
	return { response: [spanWith(1, i % 5 === 0, `a${i}`)], sentence: sentences };
});
const answers = judgedAnswers({ response: spans.flatMap((one) => one.response), sentence: spans.flatMap((one) => one.sentence) });

test('each way labels about as many sentences as asked for', () => {
	for (const way of labelingWays) {
		const labels = labelAnswers(answers, 60, way, seededRandom(1));
		assert.ok(labels.size >= 60 && labels.size <= 62, `${way}: ${labels.size}`);
	}
});

test('labels at random are as many, on the same sentences; by response they are on one sentence each, or on all of each', () => {
	const labels = labelAnswers(answers, 60, 'whole responses', seededRandom(1));
	const ungrounded = [...labels.values()].filter(Boolean).length;
	assert.ok(ungrounded > 3);
	for (const noise of labelNoises) {
		const other = labelAtRandom(labels, noise, seededRandom(2));
		assert.deepEqual(new Set(other.keys()), new Set(labels.keys()), noise);
		const bad = [...other].filter(([, is]) => is).map(([span]) => span);
		const responses = [...new Set(bad.map(({ id }) => id))];
		if (noise === 'each sentence') assert.equal(bad.length, ungrounded);
		// No response of `answers` has two ungrounded sentences.
		else assert.equal(responses.length, ungrounded, noise);
		if (noise === 'one sentence of a response') assert.equal(bad.length, responses.length);
		if (noise === 'whole responses')
			assert.deepEqual(
				bad,
				[...other.keys()].filter(({ id }) => responses.includes(id)),
			);
	}
});

test('traces carry the labels that were given and no others; a perfect score has an area of 1', async () => {
	const labels = labelAnswers(answers, 60, 'whole responses', seededRandom(3));
	const traces = labeledTraces(answers, labels);
	const truths = traces.flatMap(({ sentences }) => sentences.map(({ truth }) => truth));
	assert.deepEqual([truths.length, truths.filter(Boolean).length], [labels.size, [...labels.values()].filter(Boolean).length]);
	assert.equal(await foldsArea(traces, taughtFits[0], seededRandom(4)), 1);
});

test('a rate is held where the realized one lies in its interval', () => {
	const interval = (low: number, high: number) => ({ value: low, low, high });
	const seen = { scores: [0.9, 0.2, 0.8, 0.1], labels: Uint8Array.from([1, 1, 0, 0]) };
	// Flagged above a half: one of two of either kind, so half of what is flagged is ungrounded; three of four pairs are in order.
	assert.deepEqual(
		heldRates(
			{
				operatingPoint: { truePositiveRate: interval(0.4, 0.6), falsePositiveRate: interval(0, 0.4), precision: interval(0.5, 0.6) },
				auc: interval(0.7, 0.8),
			},
			0.5,
			seen,
		),
		{ 'true-positive rate': true, 'false-positive rate': false, precision: true, area: true },
	);
});
