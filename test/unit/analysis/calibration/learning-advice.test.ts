import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learningAdvice, roundedCount, type LearningCurve } from '../../../../src/analysis/calibration/learning-advice.ts';

const around = (value: number) => ({ value, low: value - 0.05, high: value + 0.05 });
const counts = { labels: 123, ungrounded: 40, groundedGroups: 50, ungroundedGroups: 30 };
const told: Omit<LearningCurve, 'advice'> = {
	counts,
	points: [{ labels: 98, auc: around(0.8) }],
	fallback: around(0.85),
	better: null,
	gain: { labels: 246, area: around(0.06) },
	more: 120,
};
const few = { ...told, points: [], better: 'fallback' as const, gain: null, more: null };
const [written, unwritten] = [
	{ fallbackName: 'mean entropy', isWritten: true, ofTrainSide: false },
	{ fallbackName: 'mean entropy', isWritten: false, ofTrainSide: false },
];

test('which of both tells apart better is said, and never that the other judges where a classifier is written', () => {
	const start = (isWritten: boolean): string =>
		`123 sentences are labeled, 40 of them not supported. ${isWritten ? 'A separate classifier with fixed settings, trained on 98 of them for this curve,' : 'A classifier trained on 98 of them'} separates other sentences with an AUC of 0.80 [0.75, 0.85]; mean entropy, which needs no labels, has 0.85 [0.80, 0.90]. `;
	const end = ' About 120 more labels would help: they should add 0.060 [0.010, 0.110] to the AUC.';
	for (const [better, subject, words] of [
		['fallback', written, 'Of the two, mean entropy is better, but the profile uses the classifier.'],
		['fallback', unwritten, 'Of the two, mean entropy is better. Trust it until a classifier is better.'],
		['classifier', written, 'Of the two, the classifier is better.'],
		['classifier', unwritten, 'Of the two, the classifier is better.'],
		[null, written, 'These labels are too few to say which of the two is better.'],
	] as const)
		assert.equal(learningAdvice({ ...told, better }, subject), `${start(subject.isWritten)}${words}${end}`);
});

test('labels of the train side alone are called so, and so are the areas on them', () => {
	const ofTrainSide = { ...written, ofTrainSide: true };
	assert.match(
		learningAdvice(told, ofTrainSide),
		/^Of the 123 labeled sentences on the train side, 40 are not supported\. .* separates other sentences of that side with an AUC of 0\.80 \[0\.75, 0\.85\]; mean entropy, which needs no labels, has 0\.85 \[0\.80, 0\.90\]\. /,
	);
	assert.equal(
		learningAdvice(few, ofTrainSide),
		'Of the 123 labeled sentences on the train side, 40 are not supported. These are too few to say how much they helped. That takes 40 labels, with both kinds in 5 traces.',
	);
});

test('thousands are set apart', () => {
	const gain = { labels: 1248, area: around(0.06) };
	assert.match(learningAdvice({ ...told, gain, more: null }, written), /: with 1,248 labels, the AUC would grow by /);
	assert.match(learningAdvice({ ...told, gain, more: 0 }, written), /: 1,248 labels would add at most /);
	assert.match(
		learningAdvice(
			{ ...told, gain, more: 1200, counts: { ...counts, labels: 4000, ungrounded: 1100 }, points: [{ labels: 1000, auc: around(0.8) }] },
			written,
		),
		/^4,000 sentences are labeled, 1,100 of .* trained on 1,000 of .* About 1,200 more labels would help/,
	);
});

test('labels are counted as people count', () => {
	const labelled = (labels: number): string =>
		learningAdvice({ ...few, counts: { ...counts, labels, ungrounded: 1 } }, unwritten).split(',')[0]!;
	assert.deepEqual([labelled(1), labelled(2)], ['1 sentence is labeled', '2 sentences are labeled']);
});

test('with nothing to compare to, nothing is called better', () => {
	assert.doesNotMatch(learningAdvice({ ...told, fallback: null, better: 'classifier' }, unwritten), /better/);
});

test('too few labels for a curve: mean entropy is trusted until then, but where a classifier is written there is no until', () => {
	assert.equal(
		learningAdvice(few, unwritten),
		'123 sentences are labeled, 40 of them not supported. These are too few: a classifier needs 40 labels, with both kinds in 5 traces. Until then, trust mean entropy, which needs no labels.',
	);
	assert.equal(
		learningAdvice(few, written),
		'123 sentences are labeled, 40 of them not supported. These are too few to say how much they helped. That takes 40 labels, with both kinds in 5 traces.',
	);
});

test("a number that is said with 'about' has two digits, and tens at least", () => {
	assert.deepEqual([1, 14, 95, 123, 369, 1234, 12_650].map(roundedCount), [10, 10, 100, 120, 370, 1200, 13_000]);
});
