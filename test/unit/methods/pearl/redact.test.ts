import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinRedacted, redaction } from '../../../../src/methods/pearl/redact.ts';

test('neighbors that were cut are one', () => {
	assert.equal(joinRedacted([redaction, redaction, 'It is so.', redaction]), '[REDACTED] It is so. [REDACTED]');
	assert.equal(joinRedacted([]), '');
});
