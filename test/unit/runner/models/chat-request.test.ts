import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfter } from '../../../../src/runner/models/chat-request.ts';

test('a Retry-After is seconds or a date', () => {
	const now = Date.parse('2015-10-21T07:27:50Z');
	for (const [header, expected] of [
		['120', 120_000],
		[' 0 ', 0],
		// The date of RFC 9110's own kind.
		['Wed, 21 Oct 2015 07:28:00 GMT', 10_000],
		['Wed, 21 Oct 2015 07:27:00 GMT', 0],
		['-5', undefined],
		['1.5', undefined],
		['soon', undefined],
		['', undefined],
		[null, undefined],
	] as const)
		assert.equal(retryAfter(header, now), expected, String(header));
});
