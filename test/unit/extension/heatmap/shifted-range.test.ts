import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { shifted, type TextChange } from '../../../../src/extension/heatmap/shifted-range.ts';

const at = (line: number, character: number) => ({ line, character });
const change = (from: [number, number], to: [number, number], text: string): TextChange => ({
	range: { start: at(...from), end: at(...to) },
	text,
});

test('a place moves with what is written before it, in its line and above', () => {
	assert.deepEqual(shifted(at(2, 5), [change([2, 0], [2, 0], 'ab')]), at(2, 7));
	assert.deepEqual(shifted(at(2, 5), [change([1, 3], [1, 3], 'a\nb')]), at(3, 5));
	assert.deepEqual(shifted(at(2, 5), [change([2, 2], [2, 2], 'a\nbc')]), at(3, 5));
	assert.deepEqual(shifted(at(2, 5), [change([0, 0], [2, 1], '')]), at(0, 4));
	assert.deepEqual(shifted(at(2, 5), [change([2, 6], [3, 0], 'later')]), at(2, 5));
	assert.deepEqual(shifted(at(2, 5), [change([2, 3], [2, 9], 'x')]), at(2, 3), 'it was within what is gone');
});

test('it stays at its character, whatever is written before or behind it', () => {
	const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 });
	fc.assert(
		fc.property(text, text, fc.nat(), fc.nat(), fc.nat(), (before, written, a, b, c) => {
			const document = TextDocument.create('a:', 'x', 0, `${before}#`);
			const [start, end] = [a % (before.length + 1), b % (before.length + 1)].toSorted((one, other) => one - other) as [number, number];
			const place = end + (c % (before.length - end + 1));
			const range = { start: document.positionAt(start), end: document.positionAt(end) };
			const now = shifted(document.positionAt(place), [{ range, text: written }]);
			const after = TextDocument.create('a:', 'x', 0, `${before.slice(0, start)}${written}${before.slice(end)}#`);
			assert.equal(after.offsetAt(now), place + written.length - (end - start));
		}),
	);
});
