import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { jsonStringText, jsonValueText } from '../../../src/formats/json-text.ts';
import { assertMapsJson } from './json-map.ts';

/** A unit and some way to write it in a JSON string. */
const written = fc
	.tuple(
		fc.constantFrom(...Array.from('ab/"\\\b\f\n\r\t\0\u001f\u007f\u2028é'), '\uD83D', '\uDE00'),
		fc.constantFrom('plain', 'short', 'hex', 'HEX'),
	)
	.map(([unit, way]) => {
		const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
		const short = { '"': '\\"', '\\': '\\\\', '/': '\\/', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' }[unit];
		if (way === 'short' && short !== undefined) return short;
		const mustEscape = unit < ' ' || unit === '"' || unit === '\\';
		return way === 'hex' || (mustEscape && way !== 'HEX') ? `\\u${hex}` : way === 'HEX' ? `\\u${hex.toUpperCase()}` : unit;
	});

test('a string has the value that JSON.parse gives it, however it is escaped, and each unit its place', () => {
	fc.assert(
		fc.property(fc.array(written), fc.nat(5), (parts, before) => {
			const json = `"${parts.join('')}"`;
			const text = `${'x'.repeat(before)}${json} \\n`;
			const mapped = jsonStringText('d', text, { start: before, end: before + json.length });
			assert.equal(mapped.text, JSON.parse(json));
			assert.equal(mapped.document, 'd');
			assertMapsJson(mapped, text);
		}),
	);
});

test('the places of an escaped pair are those of its halves', () => {
	const { text, map } = jsonStringText('d', '"a\\ud83d\\uDE00\\n"', { start: 0, end: 17 });
	assert.equal(text, 'a\u{1F600}\n');
	assert.deepEqual(
		[0, 1, 2, 3, 4].map((at) => map.toDocument(at)),
		[1, 2, 8, 14, 16],
	);
	assert.deepEqual(
		[0, 1, 2, 7, 8, 13, 14, 15, 16].map((at) => map.toText(at)),
		[0, 0, 1, 1, 2, 2, 3, 3, 4],
	);
});

test('a value stays JSON and reads without escapes of characters beyond ASCII', () => {
	const json = '{"a\\u00e9": "\\ud83d\\ude00 \\\\u00e9 \\u0022 \\u0007 \\u0085 \\ud83d \\uDE00 \\u201c", "n": [1.0]}';
	const mapped = jsonValueText('d', `  ${json}`, { start: 2, end: 2 + json.length });
	assert.equal(mapped.text, '{"aé": "\u{1F600} \\\\u00e9 \\u0022 \\u0007 \\u0085 \\ud83d \\uDE00 “", "n": [1.0]}');
	assert.deepEqual(JSON.parse(mapped.text), JSON.parse(json));
	assert.equal(mapped.map.toDocument(mapped.text.length), 2 + json.length);
	assert.equal(mapped.map.toDocument(mapped.text.indexOf('1.0')), 2 + json.indexOf('1.0'));
});
