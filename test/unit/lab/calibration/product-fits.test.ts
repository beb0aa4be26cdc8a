import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JudgedAnswer } from '../../../../lab/calibration/judged-answer.ts';
import { labelAnswers } from '../../../../lab/calibration/label-answers.ts';
import { labeledTraces } from '../../../../lab/calibration/labeled-traces.ts';
import { taughtFits, writtenFit, type HeldOutScores } from '../../../../lab/calibration/product-fits.ts';
import type { MeasuredTrace } from '../../../../src/analysis/calibration/measure.ts';
import type { GivenOptions } from '../../../../src/analysis/calibration/method-options.ts';
import { areaUnderCurve } from '../../../../src/statistics/auc.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { spanWith } from '../spad/made-up.ts';

const random = seededRandom(1);
/** Answers of one to three sentences; one of every fourth is ungrounded and has higher scores. The answer as a whole has none of that. */
const answers: JudgedAnswer[] = Array.from({ length: 120 }, (_, i) => {
	const sentences = Array.from({ length: 1 + (i % 3) }, (__, k) => {
		const isUngrounded = i % 4 === 0 && k === 0;
		return spanWith((isUngrounded ? 2 : 0) + random(), isUngrounded, `a${i}`);
	});
	return { id: `a${i}`, response: spanWith(random(), i % 4 === 0, `a${i}`), sentences };
});
const traces = labeledTraces(answers, labelAnswers(answers, 1000, 'whole responses', seededRandom(2)));

for (const id of ['mean-entropy sentence', 'confidence-gap sentence'] as const)
	test(`${id}: its threshold is on the side of the suspect sentences`, async () => {
		const { scores, labels, threshold } = await judged(id, {});
		assert.equal(labels.length, answers.flatMap(({ sentences }) => sentences).length);
		assert.deepEqual(
			Array.from(scores, (score) => score > threshold),
			Array.from(labels, (label) => label === 1),
		);
	});

test('a classifier of sentences that judges responses is judged by the most suspect sentence of each', async () => {
	const { scores, labels } = await judged('spad response', { draws: 1 });
	assert.equal(labels.length, answers.length);
	// Read as a whole, a response tells nothing.
	assert.ok(areaUnderCurve(scores, labels) > 0.95);
});

async function judged(id: (typeof taughtFits)[number]['id'], options: GivenOptions): Promise<HeldOutScores & { threshold: number }> {
	const sides = traces.map((trace, i): MeasuredTrace => ({ ...trace, split: i % 3 === 0 ? 'test' : 'train' }));
	const written = await writtenFit(taughtFits.find((fit) => fit.id === id)!, sides, { seed: 1, options });
	assert.ok(written !== null);
	return { ...written.judge(answers), threshold: written.threshold };
}
