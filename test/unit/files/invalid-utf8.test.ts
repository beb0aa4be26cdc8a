import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstInvalidByte } from '../../../src/files/invalid-utf8.ts';

test('the first byte that is no UTF-8 is found behind characters of several bytes, and a replacement character is none', () => {
	const bytes = (...parts: (string | number[])[]): Buffer =>
		Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
	assert.equal(firstInvalidByte(bytes('')), null);
	assert.equal(firstInvalidByte(bytes('Ada trinkt grünen Tee 🍵\uFFFD.')), null);
	assert.equal(firstInvalidByte(bytes('Ada ', [0xff], ' tea')), 4);
	assert.equal(firstInvalidByte(bytes('grün🍵\uFFFD', [0xc3], 'a')), 12);
	// Cut in the middle of a character.
	assert.equal(firstInvalidByte(bytes('tea ', [0xf0, 0x9f])), 4);
});
