import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { TrackedSpan, type Change } from '../../../../src/extension/vscode/tracked-span.ts';

const apply = (text: string, { rangeOffset, rangeLength, text: inserted }: Change): string =>
	text.slice(0, rangeOffset) + inserted + text.slice(rangeOffset + rangeLength);

/** A user's edit before or behind the response: from and to are fractions of that part. */
const userEdit = fc.record({
	kind: fc.constant('user' as const),
	before: fc.boolean(),
	from: fc.nat(1000),
	to: fc.nat(1000),
	text: fc.constantFrom('', 'a', 'b', '\n', 'ab', '😀'),
});
/** One of ours; `interrupted`: by so many user's edits before the editor sees it, which it then refuses. */
const ownEdit = fc.record({
	kind: fc.constant('own' as const),
	text: fc.constantFrom('a', 'b', 'ab', '\n', 'word '),
	append: fc.boolean(),
	interrupted: fc.array(userEdit, { maxLength: 2 }),
});

describe('a tracked span', () => {
	test("user's and own edits in any order: the response is whole, and the user's text is as the user left it", () => {
		fc.assert(
			fc.property(
				fc.string({ maxLength: 8 }),
				fc.string({ maxLength: 8 }),
				fc.array(fc.oneof(userEdit, ownEdit), { maxLength: 20 }),
				(head, tail, steps) => {
					// The parts are the oracle, kept apart from the start; the document only knows its text.
					let [before, response, after] = [head, '', tail];
					let document = head + tail;
					const span = new TrackedSpan(head.length);
					const type = ({ before: here, from, to, text }: typeof userEdit extends fc.Arbitrary<infer T> ? T : never): void => {
						// With nothing written yet, what is typed at its place counts as before it.
						const part = here || response === '' ? before : after;
						const inBefore = here || response === '';
						const [a, b] = [from, to].map((fraction) => Math.round((fraction / 1000) * part.length)).toSorted((x, y) => x - y) as [
							number,
							number,
						];
						if (a === b && text === '') return;
						const change = { rangeOffset: (inBefore ? 0 : before.length + response.length) + a, rangeLength: b - a, text };
						const edited = apply(part, { ...change, rangeOffset: a });
						if (inBefore) before = edited;
						else after = edited;
						document = apply(document, change);
						span.changed([change]);
					};
					for (const step of steps) {
						if (step.kind === 'user') {
							type(step);
							continue;
						}
						for (const interruption of [...step.interrupted, undefined]) {
							const own = span.announce(step.text, step.append);
							if (interruption !== undefined) {
								const unchanged = document;
								type(interruption);
								if (document === unchanged) span.made();
								else span.refused();
								continue;
							}
							document = apply(document, own);
							response = step.append ? response + step.text : step.text;
							span.changed([own]);
							span.made();
						}
						assert.equal(document, before + response + after);
					}
					assert.equal(document, before + response + after);
					assert.equal(document.slice(span.start, span.end), response);
				},
			),
			{ numRuns: 2000 },
		);
	});

	test("the same text typed at the same place is the user's when our edit was refused", () => {
		const span = new TrackedSpan(3);
		span.changed([span.announce('one', true)]);
		span.made();
		const own = span.announce(' ', true);
		span.changed([{ ...own }]);
		span.refused();
		assert.deepEqual([span.start, span.end], [3, 6]);
	});

	test("an edit that reaches over an edge leaves the user's text outside", () => {
		const over = (change: Change): number[] => {
			const span = new TrackedSpan(10);
			span.changed([span.announce('0123456789', true)]);
			span.made();
			span.changed([change]);
			return [span.start, span.end];
		};
		assert.deepEqual(over({ rangeOffset: 8, rangeLength: 4, text: 'xyz' }), [11, 19]);
		assert.deepEqual(over({ rangeOffset: 18, rangeLength: 4, text: 'xyz' }), [10, 18]);
		assert.deepEqual(over({ rangeOffset: 5, rangeLength: 20, text: 'xyz' }), [8, 8]);
		assert.deepEqual(over({ rangeOffset: 12, rangeLength: 2, text: 'xyz' }), [10, 21], 'inside');
		assert.deepEqual(over({ rangeOffset: 20, rangeLength: 0, text: 'xyz' }), [10, 20], 'behind');
	});
});
