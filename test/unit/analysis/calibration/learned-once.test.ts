import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnedOnce } from '../../../../src/analysis/calibration/learned-once.ts';
import { learned, repcs, spad } from '../../../support/example-calibration-report.ts';

test('what a classifier learned stands with the first detector that it judges for; the others name that one', () => {
	const sentences = { ...spad, learned };
	const responses = { ...spad, id: 'spad+ response', learned: structuredClone(learned) };
	assert.deepEqual(learnedOnce([repcs, sentences, responses]), [
		repcs,
		sentences,
		{ ...responses, learned: null, sameClassifierAs: 'spad+ sentence' },
	]);
});

test('classifiers that learned different things, or are of other features, keep what they learned', () => {
	const alone = [
		{ ...spad, learned },
		{ ...spad, id: 'spad+ response', learned: { ...learned, of: learned.of + 1 } },
		{ ...spad, id: 'spad sentence', method: 'spad', learned },
		{ ...spad, id: 'other', learned: null },
	];
	assert.deepEqual(learnedOnce(alone), alone);
});
