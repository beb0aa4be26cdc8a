import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCancellation, placedSentenceOf, sentenceOf, userErrorOf } from '../../../../src/extension/vscode/failure.ts';

test("a user's error is found in an answer's data and told with its hint and code", () => {
	const error = Object.assign(new Error('f.md:1: RA102: No query. Add one.'), {
		code: -32803,
		data: { code: 'RA102', message: 'No query.', hint: 'Add one.', stack: 'no' },
	});
	assert.deepEqual(userErrorOf(error), { code: 'RA102', message: 'No query.', hint: 'Add one.' });
	assert.equal(sentenceOf(error), 'No query. Add one. (RA102)');
});

test('the file that it is about is named where one was asked for', () => {
	const error = Object.assign(new Error('x'), {
		data: { code: 'RA507', message: 'It cannot be written.', hint: 'Name another.', place: { file: '/proc/p.json', line: 3 } },
	});
	assert.equal(placedSentenceOf(error), '/proc/p.json: It cannot be written. Name another. (RA507)');
	assert.equal(placedSentenceOf(new Error('pipe broke')), 'pipe broke');
});

test('another error is told by its message, never with a stack', () => {
	const error = new Error('pipe broke');
	assert.equal(userErrorOf(error), undefined);
	assert.equal(sentenceOf(error), 'pipe broke');
	assert.equal(sentenceOf('text'), 'text');
});

test('a cancellation is nothing to tell', () => {
	assert.equal(isCancellation({ code: -32800, message: 'cancelled' }), true);
	assert.equal(isCancellation(Object.assign(new Error('x'), { name: 'Canceled' })), true);
	assert.equal(isCancellation(new Error('cancelled')), false);
});
