import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { numberInWords } from '../../../src/wording/schema-text.ts';

test('which numbers are allowed, as people say it', () => {
	assert.equal(numberInWords(z.number()), 'a number');
	assert.equal(numberInWords(z.number().int()), 'a whole number');
	assert.equal(numberInWords(z.number().int().nonnegative()), 'a whole number of at least 0');
	assert.equal(numberInWords(z.number().int().positive()), 'a whole number of at least 1');
	assert.equal(numberInWords(z.number().int().min(1).max(200)), 'a whole number from 1 to 200');
	assert.equal(numberInWords(z.number().min(1e-6).lt(1)), 'a number of at least 0.000001 and below 1');
	assert.equal(numberInWords(z.number().gt(0).lte(2)), 'a number above 0 and of at most 2');
});
