import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellsOf, widthOf, wrap, wrapText } from '../../../src/cli/output/cells.ts';
import { visible } from '../../../src/cli/output/plain-text.ts';

test('wide characters take two columns, combining marks none', () => {
	assert.equal(widthOf(cellsOf('日本')), 4);
	assert.equal(widthOf(cellsOf('e\u0301')), 1);
	assert.equal(widthOf(cellsOf('👩‍👩‍👧')), 2);
});

test('lines break at spaces, a long word where it must', () => {
	assert.deepEqual(wrapText('one two three', 8), ['one two', 'three']);
	assert.deepEqual(wrapText('abcdefghij kl', 4), ['abcd', 'efgh', 'ij', 'kl']);
	assert.deepEqual(wrapText('a\nb\n', 10), ['a', 'b', '']);
	assert.deepEqual(wrapText('', 10), ['']);
});

test('no line is too wide and nothing but spaces is lost', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: fc.constantFrom('a', 'é', ' ', '日', '👍', '\n', '\t', 'b') }),
			fc.integer({ min: 2, max: 20 }),
			(text, width) => {
				const lines = wrap(cellsOf(text), width);
				for (const line of lines) assert.ok(widthOf(line) <= width);
				const bare = (s: string) => s.replace(/\s/g, '');
				assert.equal(
					bare(
						lines
							.flat()
							.map((cell) => cell.text)
							.join(''),
					),
					bare(text),
				);
			},
		),
	);
});

test('cells know where they stand in the file, also after CRLF and control characters', () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom('a', '\r\n', '\u0007', '日', ' ') }), (text) => {
			const shown = visible(text);
			assert.equal(shown.length, text.length);
			for (const cell of cellsOf(shown)) if (cell.text === 'a' || cell.text === '日') assert.ok(text.startsWith(cell.text, cell.offset));
		}),
	);
});

test('a text longer than the segmenter sees at a time has the same cells', () => {
	const odd = ['a', ' ', '\n', '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}', 'e\u0301', '\u{1F1E9}\u{1F1EA}', '\u4e2d', '\r\n'];
	const whole = new Intl.Segmenter('en', { granularity: 'grapheme' });
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...odd), { minLength: 1500, maxLength: 3000 }), (parts) => {
			const text = parts.join('');
			assert.deepEqual(
				cellsOf(text).map((cell) => cell.offset),
				Array.from(whole.segment(text), ({ index }) => index),
			);
		}),
		{ numRuns: 20, endOnFailure: true },
	);
});

test('characters are cut as the segmenter of the whole text cuts them', () => {
	const whole = new Intl.Segmenter('en', { granularity: 'grapheme' });
	for (const text of [
		'a e\u0301 b\u0301',
		'x\r\ny\tz',
		'\u201ca\u201d\u{1f469}\u200d\u{1f469}\u200d\u{1f467} b',
		'1\ufe0f\u20e32',
		'\u65e5\u672c a',
		'~\u0301!',
	])
		assert.deepEqual(
			cellsOf(text).map(({ offset }) => offset),
			Array.from(whole.segment(text), ({ index }) => index),
		);
});
