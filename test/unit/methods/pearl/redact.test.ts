import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinRedacted, redactTail, redaction } from '../../../../src/methods/pearl/redact.ts';

test('neighbors that were cut are one', () => {
	assert.equal(joinRedacted([redaction, redaction, 'It is so.', redaction]), '[REDACTED] It is so. [REDACTED]');
	assert.equal(joinRedacted([]), '');
});

test('a text that breaks off is cut back to whole words', () => {
	assert.equal(redactTail('The ward is Nor'), 'The ward is [REDACTED]');
	assert.equal(redactTail('The ward is '), 'The ward is [REDACTED]');
	assert.equal(redactTail('The ward is 4.'), 'The ward is 4. [REDACTED]');
	assert.equal(redactTail('Nor'), '[REDACTED]');
	assert.equal(redactTail(''), '[REDACTED]');
});
