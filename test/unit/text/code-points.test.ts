import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { codePointsOf } from '../../../src/text/code-points.ts';

/** Of any units at all, lone surrogates included. */
const units = fc.array(fc.constantFrom('a', 'é', '\u2028', '\uD83D', '\uDE00', '\u{1F600}', '\u{20BB7}')).map((parts) => parts.join(''));

test('offsets are those of the string iterator, which takes a code point at a time', () => {
	fc.assert(
		fc.property(units, (text) => {
			const points = codePointsOf(text);
			let unit = 0;
			let point = 0;
			for (const character of text) {
				assert.equal(points.toUnits(point), unit);
				assert.equal(points.toPoints(unit), point);
				if (character.length === 2) assert.throws(() => points.toPoints(unit + 1), RangeError);
				unit += character.length;
				point++;
			}
			assert.deepEqual([points.length, points.toUnits(point), points.toPoints(unit)], [point, unit, point]);
		}),
	);
});

test('what is outside of the text has no offset', () => {
	const points = codePointsOf('a\u{1F600}');
	for (const outside of [-1, 3, 0.5, Number.NaN]) assert.throws(() => points.toUnits(outside), RangeError);
	for (const outside of [-1, 4, 2]) assert.throws(() => points.toPoints(outside), RangeError);
});
