import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { elementsOf, membersOf, rangeAt } from '../../../src/formats/json-ranges.ts';
import { processorSeconds } from '../../support/processor-time.ts';

/** Reads a value again by its ranges alone; leaves by `JSON.parse`. */
function rebuilt(text: string, start: number, end: number): unknown {
	if (text[start] === '{')
		return Object.fromEntries([...membersOf(text, start)].map(([key, range]) => [key, rebuilt(text, range.start, range.end)]));
	if (text[start] === '[') return elementsOf(text, start).map((range) => rebuilt(text, range.start, range.end));
	return JSON.parse(text.slice(start, end));
}

test('ranges of members and elements hold the values that JSON.parse finds', () => {
	const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
	fc.assert(
		fc.property(json, fc.constantFrom(undefined, 1, '\t', '\r\n'), (value, space) => {
			const text = `{"before": "}\\\\", "at":${JSON.stringify(value, undefined, space)}} {"`;
			const range = rangeAt(text, 0, ['at']);
			assert.deepEqual(JSON.parse(text.slice(range.start, range.end)), value);
			assert.deepEqual(rebuilt(text, range.start, range.end), value);
		}),
	);
});

test('strings may hold brackets, quotes and backslashes; keys may be escaped; the last of repeated keys counts', () => {
	const text = '{ "a\\u0062" : "}]\\"\\\\" , "c":[ ] ,"c" : [ 1e5 ,{}, null],"d":-0.5 }';
	const members = membersOf(text, 0);
	assert.deepEqual(
		[...members].map(([key, { start, end }]) => [key, text.slice(start, end)]),
		[
			['ab', '"}]\\"\\\\"'],
			['c', '[ 1e5 ,{}, null]'],
			['d', '-0.5'],
		],
	);
	assert.deepEqual(
		elementsOf(text, members.get('c')!.start).map(({ start, end }) => text.slice(start, end)),
		['1e5', '{}', 'null'],
	);
});

test('of a path that ends nowhere, the nearest parent', () => {
	const text = ' {"a": [1, {"b": 2}]} ';
	const at = (...path: PropertyKey[]) => {
		const { start, end } = rangeAt(text, 1, path);
		return text.slice(start, end);
	};
	assert.deepEqual(
		[at('a', 1, 'b'), at('a', 1, 'c'), at('a', 2), at('a', 0, 'x'), at('z'), at()],
		['2', '{"b": 2}', '[1, {"b": 2}]', '1', '{"a": [1, {"b": 2}]}', '{"a": [1, {"b": 2}]}'],
	);
});

test('a string of many backslashes and quotes takes no more than its length in time', () => {
	const text = JSON.stringify({ a: '\\"'.repeat(500_000), b: 1 });
	const took = processorSeconds(() => assert.equal(text.slice(membersOf(text, 0).get('b')!.start), '1}'));
	assert.ok(took < 2, `${took} s`);
});
