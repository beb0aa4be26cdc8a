import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawLabels } from '../../../../lab/calibration/draw-labels.ts';
import { measureFewLabels } from '../../../../lab/calibration/measure-few-labels.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import { slowTest } from '../../../support/slow-test.ts';
import { spanWith } from '../spad/made-up.ts';

/** Spans whose features say the truth but for noise, two to a group, a fifth of them positive; their entropy says little. */
function spans(count: number, seed: number, informative = true) {
	const random = seededRandom(seed);
	return Array.from({ length: count }, (_, i) => {
		const positive = random() < 0.2;
		const made = spanWith((informative && positive ? 1 : 0) + random(), positive, `${seed}-${i >> 1}`);
		return { ...made, scores: { ...made.scores, entropy: random() + (positive ? 0.2 : 0) } };
	});
}

test('more labels begin with the same ones; stratified ones stand in every quarter of the entropy', () => {
	const all = spans(200, 1);
	for (const choice of ['random', 'stratified'] as const) {
		const [few, more] = [20, 60].map((count) => drawLabels(all, count, choice, seededRandom(3)));
		assert.deepEqual(more?.slice(0, 20), few);
		assert.equal(new Set(more).size, 60);
	}
	const sorted = all.map(({ scores }) => scores.entropy).toSorted((a, b) => a - b);
	const chosen = drawLabels(all, 40, 'stratified', seededRandom(4));
	const counts = [0, 1, 2, 3].map(
		(q) => chosen.filter(({ scores: { entropy } }) => entropy >= sorted[50 * q]! && (q === 3 || entropy < sorted[50 * (q + 1)]!)).length,
	);
	assert.deepEqual(counts, [10, 10, 10, 10]);
});

slowTest('figures by number of labels: better with more, nothing on shuffled labels', async () => {
	const figures = await measureFewLabels(spans(160, 1), spans(400, 2), {
		seed: 1,
		draws: 3,
		searchDraws: 1,
		resamples: 100,
		signal: new AbortController().signal,
		log: () => undefined,
	});
	const value = (name: string): number => figures.find((figure) => figure.name === name)?.value ?? assert.fail(`no figure ${name}`);
	assert.ok(value('SPAD+ with CG, random, 100 labels') > value('mean entropy, 0 labels') + 0.1);
	assert.equal(value('SPAD+ with CG, stratified, 100 labels, share of draws above mean entropy'), 1);
	assert.equal(value('SPAD+, random, 100 labels, share of draws above mean entropy'), 1);
	// About twenty of a hundred are ungrounded, two to a group: always in five groups.
	assert.equal(value('random, 100 labels: share of draws from which the product fits a classifier'), 1);
	assert.ok(value('logit-9, all labels') > 0.9);
	// 80 positives of 400 and three draws: a standard error of about 0.02.
	assert.ok(Math.abs(value('SPAD+ with CG, 160 shuffled labels') - 0.5) < 0.08);
	assert.equal(
		figures.some(({ name }) => name.includes('300 labels')),
		false,
		'there are no 300',
	);
	const said = figures.filter(({ name }) => name.startsWith('learning curve of 100 labels, share of draws that'));
	assert.deepEqual([said.length, said.reduce((sum, { value: share }) => sum + share, 0).toFixed(6)], [3, '1.000000']);
	assert.ok(value('learning curve of 100 labels, share whose interval of the area holds that on the test side') > 0.5);
});
