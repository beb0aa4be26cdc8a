import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SearchedText } from '../../../../src/methods/support/searched-text.ts';
import { randomFor } from '../../../../src/statistics/random.ts';

test('a text has what it includes, and nothing else', () => {
	const random = randomFor(1, 'searched text');
	const signs = 'AB12é条';
	const drawn = (length: number): string => Array.from({ length }, () => signs.charAt(Math.floor(random() * signs.length))).join('');
	let [has, lacks] = [0, 0];
	for (let round = 0; round < 2000; round++) {
		const text = drawn(Math.floor(random() * 60));
		const part = drawn(Math.floor(random() * 6));
		const expected = text.includes(part);
		assert.equal(new SearchedText(text).has(part), expected, `${part} in ${text}`);
		if (expected) has++;
		else lacks++;
	}
	assert.ok(has > 200 && lacks > 200, `${has} ${lacks}`);
});
