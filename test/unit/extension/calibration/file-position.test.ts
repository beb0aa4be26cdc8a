import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeInFile, rangeInFile } from '../../../../src/extension/calibration/file-position.ts';

test('lines end as they like, and characters count from their beginning', () => {
	const text = 'a\r\nbc\nd\re\u{1F600}f';
	const place = (of: string): unknown => placeInFile(text, text.indexOf(of));
	assert.deepEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(place), [
		{ line: 0, character: 0 },
		{ line: 1, character: 0 },
		{ line: 1, character: 1 },
		{ line: 2, character: 0 },
		{ line: 3, character: 0 },
		{ line: 3, character: 3 },
	]);
	assert.deepEqual(placeInFile(text, text.length), { line: 3, character: 4 });
});

test('a byte order mark is the file\u2019s, not the editor\u2019s', () => {
	assert.deepEqual(placeInFile('\uFEFFab', 1), { line: 0, character: 0 });
	assert.deepEqual(placeInFile('\uFEFFab', 2), { line: 0, character: 1 });
	assert.deepEqual(placeInFile('\uFEFFab', 0), { line: 0, character: 0 });
	assert.deepEqual(placeInFile('\uFEFFa\nb', 3), { line: 1, character: 0 });
});

test('a part is given by offsets, or by a place of a message, for which nothing is read', async () => {
	const unread = (): never => assert.fail('the file was read');
	assert.deepEqual(await rangeInFile({ start: 2, end: 3 }, () => Promise.resolve('a\nbc')), {
		start: { line: 1, character: 0 },
		end: { line: 1, character: 1 },
	});
	assert.deepEqual(await rangeInFile({ line: 4, column: 12 }, unread), {
		start: { line: 3, character: 11 },
		end: { line: 3, character: 11 },
	});
	assert.deepEqual((await rangeInFile({ line: 4 }, unread)).start, { line: 3, character: 0 });
});
