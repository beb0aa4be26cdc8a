import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { review as reviewSchema, type Review } from '../../../src/formats/review.ts';
import { act, type Actor, type ReviewAction } from '../../../src/review/actions.ts';
import { exportReview, reviewedRecord, stillToDo } from '../../../src/review/export.ts';
import { finalText } from '../../../src/review/final-text.ts';
import { auditSample, nextOpen, statusOf } from '../../../src/review/review-progress.ts';
import { countOf } from '../../../src/review/values.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';
import { answerReview, contexts, dana, eli, reviewOfRelease, privateOriginal, sentences } from '../../support/example-review.ts';

const after = (review: Review, actions: readonly ReviewAction[], actor: Actor = dana): Review =>
	actions.reduce((held, action) => act(held, action, actor).review, review);
const textOf = (review: Review, id: string): string => review.items.find((item) => item.id === id)!.text;
/** Accepts whatever waits; what cannot be accepted goes on waiting. */
const acceptAll = (review: Review, actor: Actor = dana): Review => {
	const { order, items } = statusOf(review, actor.who);
	const next = after(
		review,
		order.filter((item) => items.get(item) === 'open').map((item) => ({ kind: 'accept', item })),
		actor,
	);
	return next.history.length === review.history.length ? next : acceptAll(next, actor);
};

describe('deciding', () => {
	test('Enter after Enter goes through what is marked by risk, then the sample, then it is ready', () => {
		let review = answerReview();
		const seen: string[] = [];
		for (let id = nextOpen(statusOf(review, 'Dana'), null); id !== null; id = nextOpen(statusOf(review, 'Dana'), id)) {
			seen.push(`${statusOf(review, 'Dana').stage} ${id}`);
			review = after(review, [{ kind: 'accept', item: id }]);
		}
		assert.deepEqual(seen, ['marked s2', 'marked s1', 'marked s6', 'marked s4', 'marked s5', 'audit s3']);
		assert.equal(statusOf(review, 'Dana').stage, 'ready');
		assert.deepEqual(stillToDo(statusOf(review, 'Dana'), review), []);
	});

	test('edit, redact a selection, restore; what would change nothing is no step', () => {
		const review = after(answerReview(), [
			{ kind: 'edit', item: 's4', text: ' A broken meter is replaced. ' },
			{ kind: 'redact', item: 's3', start: 10, end: 20 },
			{ kind: 'restore', item: 's6' },
		]);
		assert.equal(textOf(review, 's4'), 'A broken meter is replaced.');
		assert.equal(textOf(review, 's3'), 'Meters are [REDACTED] a year.');
		assert.equal(textOf(review, 's6'), sentences[5]);
		assert.deepEqual(
			review.items.flatMap(({ decisions }) => decisions.map(({ kind, who }) => `${kind} ${who}`)),
			['redact Dana', 'edit Dana', 'restore Dana'],
		);
		const again = act(review, { kind: 'accept', item: 's4' }, dana);
		assert.deepEqual([again.review, again.said], [review, 'Sentence 4 is already decided.']);
		assert.equal(act(review, { kind: 'edit', item: 's1', text: textOf(review, 's1') }, dana).review.items[0]!.decisions[0]!.kind, 'accept');
	});

	test('a redacted selection gets its value\u2019s placeholder', () => {
		const restored = after(answerReview(), [{ kind: 'restore', item: 's1' }]);
		const start = sentences[0]!.indexOf('Abel');
		assert.equal(
			textOf(after(restored, [{ kind: 'redact', item: 's1', start: start - 1, end: start + 10 }]), 's1'),
			'A similar case is that of [NAME].',
		);
	});

	test('all of a kind at once, undone at once', () => {
		const { review, said } = act(answerReview(), { kind: 'accept-kind', of: 'redaction' }, dana);
		assert.equal(said, '3 sentences accepted.');
		assert.equal(statusOf(review, 'Dana').decided, 3);
		assert.deepEqual(after(review, [{ kind: 'undo' }]).items, answerReview().items);
		assert.equal(act(review, { kind: 'accept-kind', of: 'refill' }, dana).said, 'There is nothing of this kind to decide.');
	});

	test('a value goes everywhere, however it is written, also across two sentences, and not within longer words', () => {
		const texts = ['The meter, Broken.', 'Meter readers break it.', 'Take meters-away: BROKEN\u00a0METER here.'];
		const { review, said } = act(answerReview({ texts }), { kind: 'redact-value', item: null, value: 'broken meter' }, dana);
		assert.equal(finalText(review), 'The meter, [REDACTED]. [REDACTED] readers break it. Take meters-away: [REDACTED] here.');
		assert.equal(said, '2 occurrences redacted as [REDACTED], in 3 sentences.');
	});

	test('who had not decided a sentence has still to look at it when a value goes from it', () => {
		const review = after(answerReview(), [
			{ kind: 'accept', item: 's3' },
			{ kind: 'redact-value', item: null, value: 'meter' },
			{ kind: 'redact-value', item: null, value: 'meters' },
		]);
		const { items } = statusOf(review, 'Dana');
		assert.deepEqual([items.get('s3'), items.get('s4')], ['decided', 'open']);
	});

	test('a value that was redacted everywhere does not come back: not by an edit, not by restoring', () => {
		let review = acceptAll(after(answerReview(), [{ kind: 'redact-value', item: null, value: 'Abel Zeawo' }]));
		assert.equal(statusOf(review, 'Dana').stage, 'ready');
		review = after(review, [{ kind: 'restore', item: 's1' }]);
		assert.deepEqual([...statusOf(review, 'Dana').returned], ['s1']);
		assert.match(act(review, { kind: 'accept', item: 's1' }, dana).said, /Redact it, or undo/);
		assert.throws(() => exportReview(review, 'text'), { code: 'RA921' });
		review = after(review, [{ kind: 'redact-value', item: 's1', value: 'abel zeawo' }]);
		assert.equal(statusOf(review, 'Dana').stage, 'ready');
	});
});

describe('the sample of what was not marked', () => {
	const plain = Array.from({ length: 12 }, (_, i) => `It is sentence ${'abcdefghijkl'[i]}.`);
	const review = answerReview({ texts: plain, read: false });

	test('has a fifth of it, and must be looked at', () => {
		assert.equal(auditSample(review).size, 3);
		assert.equal(statusOf(review, 'Dana').required, 3);
		assert.equal(statusOf(review, 'Dana').stage, 'audit');
		assert.equal(statusOf(acceptAll(review), 'Dana').stage, 'ready');
	});

	test('grows by as much again with each sentence of it that was changed, and shrinks when that is undone', () => {
		const [first] = auditSample(review);
		const changed = after(review, [{ kind: 'edit', item: first!, text: 'Other words.' }]);
		assert.equal(auditSample(changed).size, 6);
		assert.equal(auditSample(after(changed, [{ kind: 'undo' }])).size, 3);
	});

	slowTest('is drawn by the given randomness: each sentence equally often', () => {
		// A counter that goes through the numbers evenly, 2,000 draws of 3 in 12: 500 each, ±5 standard deviations of a binomial (19.4).
		let state = 1;
		const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
		const counts = new Map<string, number>();
		for (let draw = 0; draw < 2000; draw++)
			for (const id of auditSample(answerReview({ texts: plain, read: false, random }))) counts.set(id, (counts.get(id) ?? 0) + 1);
		for (const [id, count] of counts) assert.ok(Math.abs(count - 500) < 97, `${id}: ${count}`);
		assert.equal(counts.size, 12);
	});
});

describe('a second reviewer', () => {
	test('must decide everything that is to be looked at, under another name', () => {
		let review = acceptAll(answerReview({ reviewers: 2 }));
		assert.equal(statusOf(review, 'Dana').stage, 'second');
		// The same person, written otherwise.
		assert.equal(nextOpen(statusOf(review, ' dana '), null), null);
		assert.throws(() => exportReview(review, 'json'), /Somebody else|two people/);
		review = acceptAll(review, eli);
		assert.equal(statusOf(review, 'Eli').stage, 'ready');
		assert.deepEqual(reviewedRecord(review).reviewers, ['Dana', 'Eli']);
	});

	test('what one changes, the other decides again', () => {
		let review = acceptAll(acceptAll(answerReview({ reviewers: 2 })), eli);
		review = after(review, [{ kind: 'edit', item: 's4', text: 'It is replaced.' }], eli);
		assert.deepEqual([statusOf(review, 'Dana').items.get('s4'), statusOf(review, 'Eli').items.get('s4')], ['open', 'waiting']);
	});
});

// --- properties ---

const ids = answerReview().items.map(({ id }) => id);
const words = ['Abel Zeawo', 'meter', '011 1494 3603', 'the', 'similar case', 'mara.lind@grid.example', 'a', 'NAME', 'read once'];
const action: fc.Arbitrary<ReviewAction> = fc.oneof(
	fc.record({ kind: fc.constantFrom('accept' as const, 'restore' as const), item: fc.constantFrom(...ids) }),
	fc.record({
		kind: fc.constant('edit' as const),
		item: fc.constantFrom(...ids),
		text: fc.oneof(fc.constantFrom(...sentences, ...words, ''), fc.string()),
	}),
	fc.record({ kind: fc.constant('redact' as const), item: fc.constantFrom(...ids), start: fc.nat(50), end: fc.nat(50) }),
	fc.record({ kind: fc.constant('redact-value' as const), item: fc.option(fc.constantFrom(...ids)), value: fc.constantFrom(...words) }),
	fc.record({
		kind: fc.constant('accept-kind' as const),
		of: fc.constantFrom('redaction' as const, 'leak' as const, 'ungrounded' as const),
	}),
);
const moves = fc.array(fc.tuple(action, fc.constantFrom(dana, eli)), { maxLength: 25 });
const run = (start: Review, given: readonly (readonly [ReviewAction, Actor])[]): Review =>
	given.reduce((held, [one, actor]) => act(held, one, actor).review, start);
const times = (review: Review, kind: 'undo' | 'redo', count: number): Review =>
	after(
		review,
		Array.from({ length: count }, () => ({ kind })),
	);

describe('whatever people do', () => {
	const sizes = [
		[20, quickTest],
		[100, slowTest],
	] as const;
	for (const [numRuns, declare] of sizes)
		declare(`undoing everything gives the start, doing it again the end; every state can be kept: ${numRuns} times`, () => {
			fc.assert(
				fc.property(moves, fc.nat(25), (given, back) => {
					const start = answerReview({ reviewers: 2 });
					const end = run(start, given);
					assert.deepEqual(reviewSchema.parse(JSON.parse(JSON.stringify(end))), end);
					const undone = times(end, 'undo', end.history.length);
					assert.deepEqual([undone.items, undone.done], [start.items, 0]);
					assert.deepEqual(times(undone, 'redo', end.history.length), end);
					assert.deepEqual(times(times(end, 'undo', Math.min(back, end.done)), 'redo', Math.min(back, end.done)), end);
				}),
				{ numRuns },
			);
		});

	for (const [numRuns, declare] of sizes)
		declare(`nothing goes out while something is undecided: ${numRuns} times`, () => {
			fc.assert(
				fc.property(moves, fc.constantFrom(1, 2), (given, reviewers) => {
					const end = run(answerReview({ reviewers }), given);
					const isReady = statusOf(end, 'Dana').stage === 'ready';
					// By hand: everybody that is needed has decided the words that go out.
					const undecided = end.items.filter((item) => {
						const isFree =
							item.kind === 'kept' && item.reasons.length === 0 && item.text === item.proposed && !auditSample(end).has(item.id);
						const last = ['Dana', 'Eli'].filter((who) => item.decisions.findLast((one) => one.who === who)?.text === item.text);
						return !isFree && last.length < reviewers;
					});
					if (undecided.length > 0) assert.equal(isReady, false);
					if (isReady) exportReview(end, 'json');
					else assert.throws(() => exportReview(end, 'text'), { code: 'RA921' });
				}),
				{ numRuns },
			);
		});

	for (const [numRuns, declare] of [
		[50, quickTest],
		[300, slowTest],
	] as const)
		declare(`an exported text never has a value that was redacted everywhere: ${numRuns} times`, () => {
			let exported = 0;
			fc.assert(
				fc.property(moves, fc.constantFrom(...words), moves, (before, value, later) => {
					const taken = run(answerReview(), [...before, [{ kind: 'redact-value', item: null, value }, dana]]);
					const end = acceptAll(run(taken, later));
					if (statusOf(end, 'Dana').stage !== 'ready') return;
					exported++;
					assert.equal(countOf(end, value), 0, finalText(end));
					for (const format of ['text', 'markdown', 'json'] as const) {
						const text = exportReview(end, format);
						// The letters alone, but for what stands for it.
						if (value.length > 8)
							assert.ok(!text.replaceAll(/\W/g, '').toLowerCase().includes(value.replaceAll(/\W/g, '').toLowerCase()), text);
					}
				}),
				{ numRuns },
			);
			assert.ok(exported > numRuns / 10, String(exported));
		});

	test('an export of a release has nothing of a private original that nobody restored', () => {
		const json = exportReview(acceptAll(reviewOfRelease(privateOriginal)), 'json');
		for (const secret of ['Leo', 'Jiopio', 'Ward F', '081']) assert.ok(!json.includes(secret), secret);
		const answer = exportReview(acceptAll(answerReview()), 'json');
		for (const secret of ['Abel', 'Zeawo', '1494', 'jo.hartig@', ...contexts.map(({ id }) => id)])
			assert.ok(!answer.includes(secret), secret);
	});
});
