import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnedSideBySide } from '../../../../src/analysis/calibration/learned-side-by-side.ts';
import type { LearnedFeatures } from '../../../../src/formats/detectors/learned.ts';

/** As the paper finds them (section 4.4): one model goes by nouns from the contexts, the other by words of relation and by the question. */
const first: LearnedFeatures = {
	rows: 100,
	means: { RAG_NOUN: 0.5, LN_NUM: 0.3, FFN_PROPN: 0.15, PAST_PUNCT: 0.05 },
	directions: { RAG_NOUN: -0.9, LN_NUM: 0.8, FFN_PROPN: 0.1 },
};
const second: LearnedFeatures = {
	rows: 200,
	means: { RAG_ADP: 2, LN_NUM: 1, QUERY_ADJ: 0.98, SELF_X: 0.02 },
	directions: { RAG_ADP: -0.7, LN_NUM: -0.6, QUERY_ADJ: 0.9, SELF_X: 1 },
};

test('shares by source add up to 1 on both sides, whatever the size of the log-odds', () => {
	const { sources } = learnedSideBySide(first, second);
	assert.deepEqual(
		sources.map(({ title, before, after }) => [title, before, after]),
		[
			['the question and instructions', 0, 0.245],
			['the contexts', 0.5, 0.5],
			['the answer so far', 0.05, 0],
			['the token before', 0, 0.005],
			["the model's own layers", 0.15, 0],
			['the final norm', 0.3, 0.25],
		],
	);
});

test('kinds of words tell apart what sources alone do not; what weighs little on both sides has no line', () => {
	assert.deepEqual(learnedSideBySide(first, second).parts, [
		{ title: 'the contexts, content words', before: 0.5, after: 0 },
		{ title: 'the contexts, words of relation', before: 0, after: 0.5 },
		{ title: 'the final norm, numbers', before: 0.3, after: 0.25 },
		{ title: 'the question and instructions, content words', before: 0, after: 0.245 },
		{ title: "the model's own layers, content words", before: 0.15, after: 0 },
		{ title: 'the answer so far, punctuation and the rest', before: 0.05, after: 0 },
	]);
});

test('a feature with the opposite effect is marked, where both ways are clear', () => {
	const { features } = learnedSideBySide(first, second);
	assert.deepEqual(
		features.filter(({ reversed }) => reversed).map(({ name }) => name),
		['LN_NUM'],
	);
	assert.deepEqual(features[0], {
		name: 'RAG_NOUN',
		title: 'what nouns get from the contexts',
		before: { share: 0.5, direction: -0.9 },
		after: { share: 0, direction: null },
		reversed: false,
	});
	const unclear = { ...second, directions: { ...second.directions, LN_NUM: -0.2 } };
	assert.ok(learnedSideBySide(first, unclear).features.every(({ reversed }) => !reversed));
});

test('a classifier that goes by nothing, and features of another version, are no trouble', () => {
	const nothing = { rows: 5, means: {}, directions: {} };
	assert.deepEqual(learnedSideBySide(nothing, nothing), { sources: [], parts: [], features: [] });
	const { sources, features } = learnedSideBySide(nothing, { rows: 5, means: { OF_TOMORROW: 1 }, directions: {} });
	assert.deepEqual(sources, [{ name: 'unknown', title: 'features of another version', before: 0, after: 1 }]);
	assert.deepEqual(features[0]?.title, 'features of another version');
});

test('the ten that weigh most on either side are shown', () => {
	const many = (from: string): LearnedFeatures => ({
		rows: 9,
		means: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${from}${i}`, 30 - i])),
		directions: {},
	});
	const { features } = learnedSideBySide(many('A'), many('B'));
	assert.equal(features.length, 20);
	assert.ok(features.every(({ name }) => Number(name.slice(1)) < 10));
});
