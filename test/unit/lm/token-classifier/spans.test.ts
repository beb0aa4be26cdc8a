import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { tagsOf } from '../../../../src/lm/token-classifier/label-scheme.ts';
import { spansOf, type ClassifiedToken } from '../../../../src/lm/token-classifier/spans.ts';

const labels = ['O', 'B-PER', 'I-PER', 'E-PER', 'S-PER', 'B-LOC', 'I-LOC', 'E-LOC', 'S-LOC'];
const [tags, byLabel] = [tagsOf(labels), (label: string) => tags[labels.indexOf(label)]];

/** Words, each with its pieces and their labels. */
function tokensOf(words: readonly (readonly [string, string])[][]): { text: string; tokens: ClassifiedToken[] } {
	let text = '';
	const tokens: ClassifiedToken[] = [];
	for (const pieces of words) {
		for (const [i, [piece, label]] of pieces.entries()) {
			// The blank before a word belongs to its first piece, as alignment has it.
			const start = text.length;
			text += i === 0 && start > 0 ? ` ${piece}` : piece;
			tokens.push({ start, end: text.length, tag: byLabel(label), score: 0.5, continues: i > 0 });
		}
	}
	return { text, tokens };
}

const piece = fc.tuple(fc.constantFrom('a', 'é', '😀', '漢', 'Ünl', '-'), fc.constantFrom(...labels));
const words = fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { maxLength: 12 });

describe('spans of classified tokens', () => {
	test('any labels: in order, apart, within the text, of whole characters, without blanks at their ends; each marked token is in one', () => {
		fc.assert(
			fc.property(words, fc.constantFrom('simple' as const, 'first' as const), (given, aggregation) => {
				const { text, tokens } = tokensOf(given);
				const spans = spansOf(text, tokens, aggregation);
				for (const [i, { start, end }] of spans.entries()) {
					assert.ok(start >= (spans[i - 1]?.end ?? 0) && start < end && end <= text.length);
					const value = text.slice(start, end);
					assert.equal(value, value.trim());
					// No half of a surrogate pair.
					assert.equal(new TextDecoder().decode(new TextEncoder().encode(value)), value);
				}
				if (aggregation === 'simple')
					for (const { start, end, tag } of tokens) {
						const within = spans.filter((one) => one.start < end && start < one.end);
						assert.deepEqual(
							within.map(({ label }) => label),
							tag === undefined ? [] : [tag.kind],
						);
					}
			}),
		);
	});

	test('whole words by first: no span begins or ends within one, and its label is that of a first piece', () => {
		fc.assert(
			fc.property(words, (given) => {
				const { text, tokens } = tokensOf(given);
				const inner = new Set(tokens.filter(({ continues }) => continues).map(({ start }) => start));
				for (const { start, end, label } of spansOf(text, tokens, 'first')) {
					assert.ok(!inner.has(start) && !inner.has(end));
					assert.ok(tokens.some((token) => !token.continues && token.start < end && token.end > start && token.tag?.kind === label));
				}
			}),
		);
	});

	test('written in any scheme, values beside each other are found as they were written', () => {
		const schemes = {
			BIO: (i: number, _n: number) => (i === 0 ? 'B' : 'I'),
			BIOES: (i: number, n: number) => (n === 1 ? 'S' : i === 0 ? 'B' : i === n - 1 ? 'E' : 'I'),
			BILOU: (i: number, n: number) => (n === 1 ? 'U' : i === 0 ? 'B' : i === n - 1 ? 'L' : 'I'),
			BMES: (i: number, n: number) => (n === 1 ? 'S' : i === 0 ? 'B' : i === n - 1 ? 'E' : 'M'),
		};
		const value = fc.record({ kind: fc.constantFrom('O', 'PER', 'E-MAIL'), tokens: fc.integer({ min: 1, max: 4 }) });
		for (const mark of Object.values(schemes)) {
			const all = ['O', ...['PER', 'E-MAIL'].flatMap((kind) => 'BIELSUM'.split('').map((place) => `${place}-${kind}`))];
			const known = tagsOf(all);
			fc.assert(
				fc.property(fc.array(value), (given) => {
					const tokens: ClassifiedToken[] = [];
					const expected: [number, number, string][] = [];
					for (const { kind, tokens: n } of given) {
						const start = tokens.length;
						for (let i = 0; i < n; i++) {
							const label = kind === 'O' ? 'O' : `${mark(i, n)}-${kind}`;
							tokens.push({ start: start + i, end: start + i + 1, tag: known[all.indexOf(label)], score: 1, continues: false });
						}
						if (kind !== 'O') expected.push([start, start + n, kind]);
					}
					const spans = spansOf('x'.repeat(tokens.length), tokens, 'simple');
					assert.deepEqual(
						spans.map(({ start, end, label }) => [start, end, label]),
						expected,
					);
				}),
			);
		}
	});

	test('kinds alone go on beside each other; a token without text of its own ends nothing', () => {
		const [outside, name] = tagsOf(['O', 'GIVENNAME']);
		const token = (start: number, end: number, tag: ClassifiedToken['tag']): ClassifiedToken => ({
			start,
			end,
			tag,
			score: 1,
			continues: false,
		});
		assert.deepEqual(
			spansOf('\u200BAnn Lee\u00A0ok', [token(0, 4, name), token(4, 4, outside), token(4, 9, name), token(9, 11, outside)], 'simple'),
			[{ start: 1, end: 8, label: 'GIVENNAME', score: 1 }],
		);
	});

	test('marks are read where every label has one, and nothing else is taken for one', () => {
		assert.deepEqual(tagsOf(['O', 'E-MAIL', 'PHONE']), [
			undefined,
			{ place: 'inside', kind: 'E-MAIL' },
			{ place: 'inside', kind: 'PHONE' },
		]);
		assert.deepEqual(tagsOf(['I-EMAIL', 'O', 'I-CITY'])[0], { place: 'inside', kind: 'EMAIL' });
		assert.deepEqual(tagsOf(['B_first_name', 'L-LAST-NAME', 'none']), [
			{ place: 'begin', kind: 'first_name' },
			{ place: 'end', kind: 'LAST-NAME' },
			undefined,
		]);
	});
});
