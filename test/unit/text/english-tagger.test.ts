import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEnglishTagger } from '../../../src/text/english-tagger.ts';

// The meta model's JSON doubles with each writing of what was written: some twenty are the longest string that there is.
test('a tagger that has been replaced forty times still tags as its first one did', async () => {
	const tag = await startEnglishTagger(0);
	const text = 'The clinic opens at nine. Ada waits outside.';
	const first = tag(text);
	assert.equal(first.sentences.length, 2);
	for (let i = 0; i < 40; i++) assert.deepEqual(tag(text), first);
});
