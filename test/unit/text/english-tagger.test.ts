import assert from 'node:assert/strict';
import { startEnglishTagger } from '../../../src/text/english-tagger.ts';
import { quickTest, slowTest } from '../../support/slow-test.ts';

// The meta model's JSON doubles with each writing of what was written: some twenty are the longest string that there is.
for (const [times, declare] of [
	[4, quickTest],
	[40, slowTest],
] as const) {
	declare(`a tagger that has been replaced ${times} times still tags as its first one did`, async () => {
		const tag = await startEnglishTagger(0);
		const text = 'The clinic opens at nine. Ada waits outside.';
		const first = tag(text);
		assert.equal(first.sentences.length, 2);
		for (let i = 0; i < times; i++) assert.deepEqual(tag(text), first);
	});
}
