import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonText } from '../../../src/cli/output/comparison-text.ts';
import type { ProfileComparison } from '../../../src/protocol/calibration.ts';
import { learnedPair } from '../../support/example-calibration-report.ts';

const comparison: ProfileComparison = {
	file: '/w/old.assay-profile.json',
	name: 'old',
	created: '2026-01-02',
	differs: ["The model is 'demo', and that of the profile is 'llama'."],
	made: ['Data: other.'],
	detectors: [
		{
			id: 'spad+ sentence',
			title: 'SPAD+ on sentences',
			change: 'changed',
			before: null,
			after: null,
			why: 'Another classifier, by more than noise.',
		},
	],
	learned: [learnedPair],
	learnedLeft: ['SPAD, responses: only the saved profile has such a classifier.'],
};

test('what changes, and what the classifiers of both models learned, side by side', () => {
	assert.deepEqual(comparisonText(comparison, { depth: 1 }).split('\n'), [
		'Compared with old of 2026-01-02:',
		"  The model is 'demo', and that of the profile is 'llama'.",
		'  Data: other.',
		'  spad+ sentence: changed. Another classifier, by more than noise.',
		'  SPAD+ on sentences: what both classifiers use, as shares of all mean |SHAP|. Their shares differ most for the contexts: 20% in old (llama), 53.8% in this run (demo). LN_NUM has the opposite effect.',
		'                                 old (llama)  this run (demo)',
		'  the question and instructions  25%          6.4%',
		'  the contexts                   20%          53.8%',
		'  the final norm                 55%          39.7%',
		'  LN_NUM                         55% \u2193        39.7% \u2191          opposite effect',
		'  RAG_NOUN                       \u2013            53.8% \u2193',
		'  QUERY_ADJ                      25% \u2191        6.4% \u2195',
		'  RAG_ADP                        20% \u2193        \u2013',
		'  SPAD, responses: only the saved profile has such a classifier.',
		'',
	]);
});

test('without classifiers the thresholds are compared alone', () => {
	const { learned: _, learnedLeft: __, ...alone } = comparison;
	assert.equal(comparisonText(alone, { depth: 1 }).split('\n').length, 5);
});
