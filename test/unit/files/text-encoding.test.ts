import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherEncoding } from '../../../src/files/read-file.ts';

const text = '{"text": "Ada likes tea."}\n';
const little = (says: string): Buffer => Buffer.from(says, 'utf16le');

test('an encoding that is not UTF-8 is known by its mark, and plain text without one by its zeros', () => {
	assert.equal(otherEncoding(little(`\uFEFF${text}`)), 'UTF-16 (little-endian)');
	assert.equal(otherEncoding(little(`\uFEFF${text}`).swap16()), 'UTF-16 (big-endian)');
	assert.equal(otherEncoding(little(`\uFEFF\u8336`)), 'UTF-16 (little-endian)');
	assert.equal(otherEncoding(little(text)), 'UTF-16 (little-endian)');
	assert.equal(otherEncoding(little(text).swap16()), 'UTF-16 (big-endian)');
	assert.equal(otherEncoding(Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0])), 'UTF-32');
	for (const one of ['', '{', '{}', text, `\uFEFF${text}`, '\u8336\u8336\u8336', 'SQLite format 3\0'])
		assert.equal(otherEncoding(Buffer.from(one, 'utf8')), null, one);
	assert.equal(otherEncoding(Buffer.alloc(64)), null);
});
