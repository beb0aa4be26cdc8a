import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inQuotes } from '../../../src/report/value-words.ts';

test('quoted values have no marks that emphasize, and keep other signs', () => {
	assert.equal(inQuotes('27** nautical miles'), '\u201c27 nautical miles\u201d');
	assert.equal(inQuotes('**Omar *Said***'), '\u201cOmar Said\u201d');
	assert.equal(inQuotes('`max_size_2`'), '\u201cmax_size_2\u201d');
	assert.equal(inQuotes('2*3'), '\u201c2*3\u201d');
	assert.equal(inQuotes('***'), '\u201c***\u201d');
});
