import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Release } from '../../../src/formats/release.ts';
import type { LedgerCheck, Review } from '../../../src/formats/review.ts';
import { reviewed } from '../../../src/formats/reviewed-answer.ts';
import { act, type ReviewAction } from '../../../src/review/actions.ts';
import { afterFormer, carryOver } from '../../../src/review/carry-over.ts';
import { exportReview } from '../../../src/review/export.ts';
import { finalText } from '../../../src/review/final-text.ts';
import { guaranteeOf, guaranteeTitle, promiseInWords, promisedBy } from '../../../src/review/guarantee.ts';
import { answerReview, dana, eli, privateOriginal, release, reviewOfRelease } from '../../support/example-review.ts';

/** Asked for again: it says a sentence of the first, and one of its own. */
const ward = 'Shingles are seen in Ward F.';
const other: Release = {
	...release,
	id: 'r-2',
	text: `${ward} ${release.sentences[1]!.text}`,
	sentences: [{ text: ward, kind: 'released', conflictsWith: [] }, release.sentences[1]!],
};
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
			[{ kind: 'redact', item: 's3', start: 0, end: 2 }, /^Sentence 3: words were removed by hand/],
			[{ kind: 'redact-value', item: null, value: 'cetirizine' }, /^Sentence 1: words were removed by hand/],
			[{ kind: 'edit', item: 's3', text: '' }, /^Sentence 3: it was edited/],
		] as const satisfies readonly (readonly [ReviewAction, RegExp])[]) {
			const ended = after(review, action);
			const status = guaranteeOf(ended);
			assert.equal(status.kind, 'void', action.kind);
			assert.match(status.why.join(), why);
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

	test('private text that was restored once stays without a guarantee, whichever release takes its place', () => {
		const restored = after(reviewOfRelease(privateOriginal), { kind: 'restore', item: 's3' });
		assert.match(restored.items[2]!.text, /Leo Jiopio/);
		const next = carryOver(restored, reviewOfRelease(null, other));
		assert.match(next.items[1]!.text, /Leo Jiopio/, 'what was decided is there still');
		assert.equal(kind(next), 'void');
		assert.match(guaranteeOf(next).why.join(), /while the private original was on screen/);
		assert.doesNotMatch(exportReview(after(next, ...accept('s1', 's2')), 'text'), /^Privacy guarantee/m);
		// Begun anew, they still know it.
		const anew = afterFormer(restored, reviewOfRelease(null, other));
		assert.equal(kind(anew), 'holds');
		assert.equal(kind(after(anew, { kind: 'edit', item: 's1', text: 'Leo Jiopio got it.' })), 'void');
	});

	test("another release of the name, or an answer, is more than the release: a person's words are not covered by its guarantee then", () => {
		const edited = after(reviewOfRelease(null, { ...other, guarantee: null }), { kind: 'edit', item: 's2', text: 'Ward F has it.' });
		const next = carryOver(edited, reviewOfRelease());
		assert.equal(next.items[1]!.text, 'Ward F has it.');
		assert.match(guaranteeOf(next).why.join(), /^Sentence 2: it was edited after another text of this name was on screen\.$/);
		// Nor by putting a private original beside it.
		assert.equal(kind(carryOver(next, reviewOfRelease(privateOriginal))), 'void');
		const ofAnswer = carryOver(answerReview({ texts: [release.sentences[0]!.text, release.sentences[1]!.text] }), reviewOfRelease());
		assert.equal(kind(ofAnswer), 'holds');
		assert.equal(kind(after(ofAnswer, { kind: 'edit', item: 's1', text: 'Cetirizine.' })), 'void');
	});

	test('a sentence that another release had and this one has not stays out, though a private original has it', () => {
		const former = after(reviewOfRelease(null, { ...other, guarantee: null }), ...accept('s1', 's2'));
		const both = carryOver(former, reviewOfRelease([...privateOriginal, other.sentences[0]!.text]));
		assert.equal(kind(both), 'holds');
		assert.equal(finalText(both), release.text);
	});

	test('what goes out tells nothing of a private original: neither that one is left out in front, nor which sentences resemble it', () => {
		const front = reviewOfRelease(['Ward F is full.', ...privateOriginal]);
		assert.equal(finalText(front), release.text);
		assert.equal(
			finalText(after(front, { kind: 'restore', item: 's1' })),
			'Ward F is full. ' + release.text,
			'restored, it stands in front',
		);
		const cut = after(reviewOfRelease(), { kind: 'edit', item: 's2', text: '' });
		const [unlike, like] = [['Ward F is full.'], privateOriginal].map((original) => {
			const held = carryOver(cut, reviewOfRelease(original));
			// Somebody else alone looks at what was left out.
			const read = held.items.reduce(
				(review, { id, reasons }) =>
					act(review, { kind: 'accept', item: id }, reasons.some((reason) => reason.kind === 'unreleased') ? eli : dana).review,
				held,
			);
			const record = reviewed.parse(JSON.parse(exportReview(read, 'json')));
			assert.notEqual(record.guarantee, 'no privacy guarantee');
			return record;
		});
		assert.deepEqual(unlike, like);
	});

	test('neighbors that were cut are one in the text, and in what goes out', () => {
		const [first, second] = release.sentences.map(({ text }) => text);
		const texts = [first!, '[REDACTED]', '[REDACTED]', second!, '[REDACTED]'];
		const text = `${first} [REDACTED] ${second} [REDACTED]`;
		const cut = reviewOfRelease(null, {
			...release,
			text,
			sentences: texts.map((one) => ({ text: one, kind: 'redacted', conflictsWith: [] })),
		});
		assert.equal(kind(cut), 'holds');
		assert.equal(finalText(cut), text);
	});

	test('a release that is not what its ledger recorded has none; one that was not compared says so', () => {
		const checked = (check: LedgerCheck, of = release): Review => reviewOfRelease(null, of, 1, check);
		const differs = { kind: 'differs', why: 'its text is another.' } as const;
		const away = { kind: 'not-checked', why: 'it lies elsewhere.' } as const;
		assert.equal(guaranteeTitle(guaranteeOf(checked(differs))), 'No privacy guarantee');
		assert.deepEqual(guaranteeOf(checked(differs)).why, ['The release does not match its ledger: its text is another.']);
		assert.equal(kind(checked({ kind: 'matches' })), 'holds');
		for (const review of [checked(away), reviewOfRelease(privateOriginal, release, 1, away)]) {
			const status = guaranteeOf(review);
			assert.equal(guaranteeTitle(status), 'Guarantee claimed, not verified');
			assert.match(status.why.join('\n'), /^Its file claims ε = 3, δ = 1e-5 .*\nNot checked against its ledger: it lies elsewhere\./);
			assert.equal(promisedBy(status), 'guarantee claimed, not verified');
		}
		assert.equal(kind(after(reviewOfRelease(privateOriginal, release, 1, away), { kind: 'restore', item: 's2' })), 'void');
		const done = after(checked(away), ...accept('s1', 's2'));
		for (const [format, title] of [
			['text', /\n-- \nGuarantee claimed, not verified\.\n/],
			['markdown', /\n---\n\n\*\*Guarantee claimed, not verified\.\*\*\n/],
			['json', /"guarantee": "guarantee claimed, not verified"/],
		] as const) {
			assert.match(exportReview(done, format), title);
			assert.match(exportReview(done, format), /Not checked against its ledger: it lies elsewhere\./);
			assert.doesNotMatch(exportReview(done, format), /Privacy guarantee/);
		}
		// The ledger has the text, not its sentences.
		const [one, two] = release.sentences;
		const changed = { ...release, sentences: [one!, { ...two!, text: 'Leo Jiopio takes it.' }] };
		assert.match(guaranteeOf(checked({ kind: 'matches' }, changed)).why.join(), /does not consist of its sentences/);
		assert.match(guaranteeOf(checked(away, { ...release, ledger: null })).why.join(), /No ledger's entry paid/);
		// What did not match does not match because its ledger is away now.
		assert.equal(kind(carryOver(checked(differs), reviewOfRelease(privateOriginal, release, 1, away))), 'none');
	});

	test('a guarantee is never written smaller than it is', () => {
		const written = promiseInWords({ ...release.guarantee!, epsilon: 2.3449, delta: 1.0001e-5, group: [] });
		assert.equal(written, 'ε = 2.35, δ = 1.01e-5 (the text of one document replaced by nothing)');
		assert.match(promiseInWords({ ...release.guarantee!, delta: 0, group: [] }), /^ε = 3, δ = 0 \(/);
	});

	test('the export has it with its ledger entry, or says that there is none anymore', () => {
		const done = after(reviewOfRelease(privateOriginal), ...accept('s1', 's2', 's3'));
		const record = reviewed.parse(JSON.parse(exportReview(done, 'json')));
		assert.deepEqual(record.guarantee, release.guarantee);
		assert.deepEqual(record.release, { id: 'r-1', corpus: 'wards', decoder: 'sentence-vote', ledger: release.ledger });
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
			/^.*Leo Jiopio.*\n\n-- \nThe privacy guarantee has ended\.\nSentence 2: private text was restored\./,
		);
		assert.match(
			exportReview(done, 'markdown'),
			/\n---\n\n\*\*Privacy guarantee: ε = 3, δ = 1e-5 \(the text of one document replaced by nothing\); for a person with 2 documents: ε = 6, δ = 2\.1e-4\.\*\*\n/,
		);
	});
});
