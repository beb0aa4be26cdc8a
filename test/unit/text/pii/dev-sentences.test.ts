import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recognizeTaggedPii } from '../../../../lab/pii/load-recognizer.ts';
import { recognizePii } from '../../../../src/text/pii/recognize.ts';
import { devSentences } from './dev-sentences.ts';

test('there are enough sentences, and some hold nothing', () => {
	assert.ok(devSentences.length >= 150);
	assert.ok(devSentences.filter(({ values }) => values.length === 0).length >= 40);
});

for (const { text, values } of devSentences)
	test(text, async () => {
		const shown = (found: readonly { type: string; start: number; end: number }[]): string[] =>
			found.map(({ type, start, end }) => `${type}: ${text.slice(start, end)}`);
		assert.deepEqual(shown(recognizePii(text)), shown(values));
		assert.deepEqual(shown(await recognizeTaggedPii(text)), shown(values));
	});
