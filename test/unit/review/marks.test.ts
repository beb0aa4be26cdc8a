import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recognizePii } from '../../../src/text/pii/recognize.ts';
import { linesBeside } from '../../../src/review/final-text.ts';
import { isMarked, statusOf } from '../../../src/review/review-progress.ts';
import { answerReview, privateOriginal, release, reviewOfRelease, sentences } from '../../support/example-review.ts';

describe('what is marked', () => {
	test('personal values, values of the contexts, findings and the most surprising quarter; what is proposed has placeholders', () => {
		const review = answerReview();
		assert.equal(linesBeside(review).original, `${sentences.join('\n')}\n`);
		assert.deepEqual(
			review.items.map(({ text }) => text),
			[
				'A similar case is that of [NAME].',
				'The phone number of [NAME] is [PHONE].',
				'Meters are read once a year.',
				'A broken meter is replaced free of charge.',
				'Nobody else has to be told.',
				'Write to [EMAIL] for a form.',
			],
		);
		assert.deepEqual(
			review.items.map(({ reasons }) => reasons.map(({ kind }) => kind)),
			[['leak', 'recognizer'], ['leak', 'leak', 'recognizer'], [], ['ungrounded'], ['public-surprise'], ['recognizer']],
		);
		assert.equal(review.items[1]!.reasons[1]!.text, 'The phone number “011 1494 3603” is also in context record-2.');
		// 9 of 0, 1, 2, 3, 9, 5: the first of six, of which a quarter is one.
		assert.deepEqual(review.items[4]!.reasons[0], {
			kind: 'public-surprise',
			text: 'Hard to guess without the contexts: among the most surprising sentences of this answer.',
			figures:
				'Number 1 of the 6 sentences that the model read: 9.0 nats a token on average. This is an order within the answer, not a threshold.',
		});
	});

	test('what a model finds names it, behind what rules find', () => {
		const spans = (text: string) => [...text.matchAll(/oyelaran/gu)].map(({ index }) => ({ start: index, end: index + 8, label: 'PER' }));
		const { items } = answerReview({
			texts: ['Ask oyelaran, or 011 1494 3603.', 'Ask Abel Zeawo.', 'Nothing.'],
			recognize: (text) => recognizePii(text, { model: { model: 'ner', spans: spans(text) } }),
		});
		assert.deepEqual(
			items.map(({ text, reasons }) => [text, reasons.find(({ kind }) => kind === 'recognizer')?.text]),
			[
				['Ask [NAME 1], or [PHONE].', 'Reads like personal data: phone number; name, by ner.'],
				['Ask [NAME 2].', 'Reads like personal data: name.'],
				['Nothing.', undefined],
			],
		);
	});

	test('the order is by risk; without a model the recognizers alone mark', () => {
		const { order } = statusOf(answerReview(), 'Dana');
		// Both leaks before what is recognized alone, that before a finding, that before surprise.
		assert.deepEqual(order, ['s2', 's1', 's6', 's4', 's5', 's3']);
		const unread = answerReview({ read: false });
		assert.deepEqual(
			unread.items.filter(isMarked).map(({ id }) => id),
			['s1', 's2', 's6'],
		);
		assert.ok(unread.items.every(({ surprise }) => surprise === null));
	});

	test('several values of a kind are numbered, the same value alike', () => {
		const { items } = answerReview({ texts: ['It is that of Abel Zeawo.', 'It is that of Clara Osei.', 'Tell ABEL  ZEAWO so.'] });
		assert.deepEqual(
			items.map(({ text }) => text),
			['It is that of [NAME 1].', 'It is that of [NAME 2].', 'Tell [NAME 1] so.'],
		);
	});

	test('of a release, what is not released as it is, and what contradicts', () => {
		const { items } = reviewOfRelease(null, {
			...release,
			sentences: release.sentences.map((one, i) => ({ ...one, kind: 'released', conflictsWith: [1 - i] })),
		});
		assert.deepEqual(
			items.map(({ kind, reasons }) => [kind, reasons[0]?.text]),
			[
				[
					'conflict',
					'Contradicts released sentence 2: they give different values for the same thing. At most one can be right, and the release cannot say which.',
				],
				[
					'conflict',
					'Contradicts released sentence 1: they give different values for the same thing. At most one can be right, and the release cannot say which.',
				],
			],
		);
		assert.deepEqual(
			reviewOfRelease().items.map(({ kind, private: isPrivate }) => [kind, isPrivate]),
			[
				['kept', false],
				['refill', false],
			],
		);
	});

	test('beside a private original, what was not released stands where it was and stays out', () => {
		const { items } = reviewOfRelease(privateOriginal);
		assert.deepEqual(
			items.map(({ original, proposed, private: isPrivate }) => [original, proposed, isPrivate]),
			[
				[privateOriginal[0], release.sentences[0]!.text, false],
				[privateOriginal[1], '', true],
				[privateOriginal[2], release.sentences[1]!.text, true],
			],
		);
		assert.equal(items[1]!.reasons[0]!.kind, 'unreleased');
	});
});
