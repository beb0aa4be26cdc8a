import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOfIcu } from '../../../../scripts/write-cldr-words.ts';
import { cldrWords } from '../../../../src/methods/support/cldr-words.ts';

test('the words of several languages are those of the ICU of this Node', () => {
	assert.deepEqual(cldrWords, wordsOfIcu(), 'run: npx node scripts/write-cldr-words.ts');
});
