import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Review } from '../../../src/formats/review.ts';
import { reviewed } from '../../../src/formats/reviewed.ts';
import { act, type ReviewAction } from '../../../src/review/actions.ts';
import { carryOver } from '../../../src/review/carry-over.ts';
import { exportReview } from '../../../src/review/export.ts';
import { guaranteeOf, guaranteeTitle, promiseInWords } from '../../../src/review/guarantee.ts';
import { answerReview, dana, privateOriginal, release, reviewOfRelease } from './a-review.ts';

const after = (review: Review, ...actions: ReviewAction[]): Review =>
	actions.reduce((held, action) => act(held, action, dana).review, review);
const kind = (review: Review): string => guaranteeOf(review).kind;
const accept = (...items: string[]): ReviewAction[] => items.map((item) => ({ kind: 'accept', item }));

describe('what becomes of the guarantee', () => {
	test('an ordinary answer has none, whatever is done', () => {
		assert.equal(guaranteeTitle(guaranteeOf(answerReview())), 'No privacy guarantee');
		assert.equal(kind(after(answerReview(), { kind: 'redact-value', item: null, value: 'meter' })), 'none');
	});

	test('nor has a release without one, which says why', () => {
		const { why } = guaranteeOf(reviewOfRelease(null, { ...release, guarantee: null, notes: ['It was made with a seed.'] }));
		assert.deepEqual(why, ['It was made with a seed.']);
	});

	test('without a private original on screen everything is post-processing', () => {
		const review = reviewOfRelease();
		for (const action of [
			{ kind: 'accept', item: 's1' },
			{ kind: 'edit', item: 's1', text: 'Cetirizine.' },
			{ kind: 'redact', item: 's2', start: 0, end: 2 },
			{ kind: 'redact-value', item: null, value: 'cetirizine' },
			{ kind: 'restore', item: 's2' },
		] satisfies ReviewAction[])
			assert.equal(kind(after(review, action)), 'holds', action.kind);
	});

	test('with one, accepting what is proposed keeps it; restoring, editing and taking out by hand end it, and undo brings it back', () => {
		const review = reviewOfRelease(privateOriginal);
		assert.equal(kind(after(review, ...accept('s1', 's2', 's3'))), 'holds');
		for (const [action, why] of [
			[{ kind: 'restore', item: 's2' }, /^Sentence 2: private text was restored\.$/],
			[{ kind: 'edit', item: 's1', text: 'Cetirizine.' }, /^Sentence 1: it was edited while/],
			[{ kind: 'redact', item: 's3', start: 0, end: 2 }, /^Sentence 3: words were taken out by hand/],
			[{ kind: 'redact-value', item: null, value: 'cetirizine' }, /^Sentence 1: words were taken out by hand/],
			[{ kind: 'edit', item: 's3', text: '' }, /^Sentence 3: it was edited/],
		] as const satisfies readonly (readonly [ReviewAction, RegExp])[]) {
			const ended = after(review, action);
			const standing = guaranteeOf(ended);
			assert.equal(standing.kind, 'void', action.kind);
			assert.match(standing.why.join(), why);
			assert.equal(kind(after(ended, { kind: 'undo' })), 'holds', action.kind);
		}
		// A sentence whose original is what was released.
		assert.equal(kind(after(review, { kind: 'restore', item: 's1' })), 'holds');
	});

	test('what was edited before the private original was put beside it stays covered', () => {
		const edited = after(reviewOfRelease(), { kind: 'edit', item: 's1', text: 'Cetirizine.' });
		const both = carryOver(edited, reviewOfRelease(privateOriginal));
		assert.equal(both.items[0]!.text, 'Cetirizine.');
		assert.equal(kind(both), 'holds');
		assert.equal(kind(after(both, { kind: 'edit', item: 's1', text: 'Cetirizine!' })), 'void');
	});

	test('a guarantee is never written smaller than it is', () => {
		const written = promiseInWords({ ...release.guarantee!, epsilon: 2.3449, delta: 1.0001e-5, group: [] });
		assert.equal(written, 'ε = 2.35, δ = 1.01e-5 (the text of one document replaced by nothing)');
	});

	test('the export has it with its ledger entry, or says that there is none any more', () => {
		const done = after(reviewOfRelease(privateOriginal), ...accept('s1', 's2', 's3'));
		const record = reviewed.parse(JSON.parse(exportReview(done, 'json')));
		assert.deepEqual(record.guarantee, release.guarantee);
		assert.deepEqual(record.release, { id: 'r-1', corpus: 'wards', ledger: release.ledger });
		assert.equal(record.text, release.text);
		// As of a review that never saw the original: how many sentences that has would be private.
		const { sentences, marked, audited } = reviewed.parse(
			JSON.parse(exportReview(after(reviewOfRelease(), ...accept('s1', 's2')), 'json')),
		);
		assert.deepEqual([record.sentences, record.marked, record.audited, record.decisions.length], [sentences, marked, audited, 2]);
		const ended = after(done, { kind: 'restore', item: 's2' });
		const voided = reviewed.parse(JSON.parse(exportReview(ended, 'json')));
		assert.equal(voided.guarantee, 'no privacy guarantee');
		assert.deepEqual(voided.release?.ledger, release.ledger, 'what was spent stays spent');
		assert.match(
			exportReview(ended, 'text'),
			/^.*Leo Jiopio.*\n\n-- \nNo privacy guarantee any more\.\nSentence 2: private text was restored\./,
		);
		assert.match(
			exportReview(done, 'markdown'),
			/\n---\n\n\*\*Privacy guarantee: ε = 3, δ = 1e-5 \(the text of one document replaced by nothing\); for a person with 2 documents: ε = 6, δ = 2\.1e-4\.\*\*\n/,
		);
	});
});
