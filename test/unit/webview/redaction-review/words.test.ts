import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act } from '../../../../src/review/actions.ts';
import { nextOpen, statusOf } from '../../../../src/review/review-progress.ts';
import type { Review } from '../../../../src/formats/review.ts';
import { changedWords, openKinds, progressWords, stageWords, stateWords } from '../../../../webview/redaction-review/words.ts';
import { answerReview, dana } from '../../../support/example-review.ts';

function acceptAll(review: Review): Review {
	const item = nextOpen(statusOf(review, 'Dana'), null);
	return item === null ? review : acceptAll(act(review, { kind: 'accept', item }, dana).review);
}

test('what is to be done now, in each stage', () => {
	const words = (review: Review): string => stageWords(statusOf(review, 'Dana'), review, 'Dana');
	assert.match(words(answerReview()), /^Decide what is marked, riskiest first: 6 sentences left, the sample included\.$/);
	assert.match(words(answerReview({ texts: ['It is so.', 'It was so.'], read: false })), /^No sentence is marked\. Look at the sample/);
	assert.match(words(acceptAll(answerReview({ reviewers: 2 }))), /^You \(Dana\) have decided everything\. A second reviewer/);
	assert.equal(words(acceptAll(answerReview())), 'Everything is decided: the text can be exported.');
	const back = act(
		acceptAll(act(answerReview(), { kind: 'redact-value', item: null, value: 'Abel Zeawo' }, dana).review),
		{ kind: 'restore', item: 's1' },
		dana,
	).review;
	assert.match(words(back), /^1 sentence has a value again/);
});

test('kinds that wait, how far it is, and a sentence\u2019s state', () => {
	const review = act(answerReview({ reviewers: 2 }), { kind: 'accept', item: 's1' }, dana).review;
	const status = statusOf(review, 'Dana');
	assert.deepEqual(
		openKinds(review, status).map(({ kind, count }) => `${kind} ${count}`),
		['redaction 2', 'kept 3', 'recognizer 2', 'public-surprise 1', 'leak 1', 'ungrounded 1'],
	);
	assert.equal(
		progressWords(status, review),
		'you have decided 1 of 6; 1 of them waits for the second reviewer (5 marked, 1 drawn from the others)',
	);
	const all = acceptAll(answerReview({ reviewers: 2 }));
	assert.match(progressWords(statusOf(all, 'Dana'), all), /^you have decided 6 of 6; 6 of them wait for the second reviewer \(/);
	assert.match(progressWords(statusOf(all, 'Eli'), all), /^you have decided 0 of 6 \(/);
	assert.equal(stateWords(review.items[0]!, 'waiting', false), 'Accepted by Dana; waits for the second reviewer');
	assert.equal(stateWords(review.items[1]!, 'open', false), 'To be decided');
});

test('that an original is to be shown beside a review is not said to be another answer', () => {
	const asked = { name: 'a.release.json', decided: 3, same: 2 };
	const text = changedWords({ why: 'text', ...asked });
	assert.equal(text.title, 'The answer changed since this review began');
	assert.equal(text.text, '3 sentences of a.release.json had been decided, and 2 of them are unchanged.');
	const original = changedWords({ why: 'original', ...asked });
	assert.doesNotMatch(original.title, /changed/);
	assert.match(
		original.text,
		/^The release has not changed\. 3 sentences of a\.release\.json .* 2 of them are kept, .* ends the guarantee\. To continue without/,
	);
});
