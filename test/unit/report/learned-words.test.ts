import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceInWords, leaningOf, learnedFrom, sidesOf } from '../../../src/report/learned-words.ts';
import { learnedPair } from '../../support/example-calibration-report.ts';

const rowNouns = { one: 'sentence', many: 'sentences' };

test('a feature leans to a side only where its direction is clear', () => {
	assert.deepEqual([0.9, 0.3, 0.29, 0, null, -0.29, -0.3].map(leaningOf), [
		'raises',
		'raises',
		'mixed',
		'mixed',
		'mixed',
		'mixed',
		'lowers',
	]);
});

test('it says of how many rows the values are', () => {
	assert.equal(learnedFrom({ rows: 240, of: 240, rowNouns }), 'the 240 sentences that trained it');
	assert.equal(learnedFrom({ rows: 1000, of: 8846, rowNouns }), '1,000 of the 8,846 sentences that trained it');
});

test('sides are called by their models only where these differ', () => {
	assert.deepEqual(sidesOf(learnedPair, 'bank'), { before: 'bank (llama)', after: 'this run (demo)' });
	for (const models of [
		{ before: 'demo', after: 'demo' },
		{ before: null, after: 'demo' },
	])
		assert.deepEqual(sidesOf({ models }, 'bank'), { before: 'bank', after: 'this run' });
});

test('the largest difference is said, and what has the opposite effect', () => {
	const sides = { before: 'bank', after: 'this run' };
	assert.equal(
		differenceInWords(learnedPair, sides),
		'Their shares differ most for the contexts: 20% in bank, 53.8% in this run. LN_NUM has the opposite effect.',
	);
	const alike = { ...learnedPair, sources: learnedPair.sources.map((one) => ({ ...one, after: one.before + 0.04 })), features: [] };
	assert.equal(differenceInWords(alike, sides), 'Both use the same sources: no share differs by five percentage points or more.');
	assert.equal(differenceInWords({ sources: [], features: [] }, sides), 'Neither classifier uses a feature.');
});
