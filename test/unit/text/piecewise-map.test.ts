import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { lineAndColumn, linesOf } from '../../../src/text/lines.ts';
import { MappedTextBuilder } from '../../../src/text/mapped-text-builder.ts';
import { piecewiseMap, sliceMap } from '../../../src/text/piecewise-map.ts';
import type { TextMap } from '../../../src/text/text-map.ts';

/** A text as a list of units with the document pieces they stand for: the oracle. */
const units = fc.array(
	fc.record({ unit: fc.constantFrom('a', 'b', '\n', '#'), written: fc.constantFrom(1, 1, 1, 2, 6), skipped: fc.constantFrom(0, 0, 0, 3) }),
	{ maxLength: 40 },
);
type Units = { unit: string; written: number; skipped: number }[];

function build(list: Units, offset: number): { map: TextMap; starts: number[]; text: string } {
	const builder = new MappedTextBuilder('d');
	const starts: number[] = [];
	let at = offset;
	for (const { unit, written, skipped } of list) {
		starts.push(at);
		if (written === 1) builder.append(unit, at);
		else builder.appendInstead(unit, at);
		at += written + skipped;
	}
	starts.push(at);
	const { map, text } = builder.build(at);
	return { map, starts, text };
}

test('a built map knows where every unit begins, and which unit covers every place', () => {
	fc.assert(
		fc.property(units, fc.nat(20), (list, offset) => {
			const { map, starts, text } = build(list, offset);
			assert.equal(text, list.map((u) => u.unit).join(''));
			assert.equal(map.length, list.length);
			assert.deepEqual(
				starts.map((_, i) => map.toDocument(i)),
				starts,
			);
			for (let place = 0; place < starts.at(-1)! + 5; place++) {
				// The last unit that begins at or before the place; the end behind the text's end.
				const covering =
					place >= starts.at(-1)!
						? list.length
						: Math.max(
								0,
								starts.findLastIndex((s) => s <= place),
							);
				assert.equal(map.toText(place), covering, `place ${place}`);
			}
		}),
	);
});

test('a slice says what the whole says of its part', () => {
	fc.assert(
		fc.property(units, fc.nat(9), fc.nat(40), fc.nat(40), (list, offset, a, b) => {
			const { map, starts } = build(list, offset);
			const [start, end] = [Math.min(a, b, list.length), Math.min(Math.max(a, b), list.length)];
			const slice = sliceMap(map, start, end);
			assert.equal(slice.length, end - start);
			assert.deepEqual(
				Array.from({ length: end - start + 1 }, (_, i) => slice.toDocument(i)),
				starts.slice(start, end + 1),
			);
			for (let place = 0; place < starts.at(-1)! + 5; place++) {
				assert.equal(slice.toText(place), Math.min(Math.max(map.toText(place), start), end) - start);
			}
		}),
	);
});

test('an identity at an offset, clamped', () => {
	const map = piecewiseMap([{ text: 0, document: 10 }], 3);
	assert.deepEqual(
		[-1, 0, 2, 3, 4].map((i) => map.toDocument(i)),
		[10, 10, 12, 13, 13],
	);
	assert.deepEqual(
		[0, 10, 12, 13, 99].map((i) => map.toText(i)),
		[0, 0, 2, 3, 3],
	);
});

test('breaks that do not rise are refused', () => {
	assert.throws(() => piecewiseMap([], 3), RangeError);
	assert.throws(
		() =>
			piecewiseMap(
				[
					{ text: 0, document: 0 },
					{ text: 2, document: 1 },
				],
				3,
			),
		RangeError,
	);
	assert.throws(
		() =>
			piecewiseMap(
				[
					{ text: 0, document: 0 },
					{ text: 4, document: 9 },
				],
				3,
			),
		RangeError,
	);
	assert.throws(() => sliceMap(piecewiseMap([{ text: 0, document: 0 }], 3), 2, 4), RangeError);
});

test('lines', () => {
	const text = 'a\r\nbb\n\rc\n';
	assert.deepEqual(
		[...linesOf(text)].map((l) => text.slice(l.start, l.end)),
		['a', 'bb', '', 'c'],
	);
	assert.deepEqual([...linesOf('')], []);
	assert.deepEqual([...linesOf('x\u2028y\fz')].length, 1);
	assert.deepEqual(
		[0, 1, 3, 4, 6, 7, 9].map((o) => lineAndColumn(text, o)).map((p) => `${p.line}:${p.column}`),
		['1:1', '1:2', '2:1', '2:2', '3:1', '4:1', '5:1'],
	);
});
