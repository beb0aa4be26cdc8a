import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOfSubsets } from '../../../../src/analysis/private/document-paths.ts';

/** As they come from JSON Lines without ids: named by their place. */
const lines = (texts: readonly string[]) => texts.map((text, i) => ({ id: `all.jsonl:${i + 1}`, text }));
const texts = Array.from({ length: 12 }, (_, i) => `document ${i}`);
const setsOf = (some: readonly string[], key: string): string[][] =>
	pathOfSubsets({ query: 'Why?' }, lines(some), 4, key).map(({ contexts }) => contexts.map(({ text }) => text));

test('a document taken away changes the set that it was in and no other, also where ids count lines', () => {
	for (const key of ['a', 'b', 'c'])
		for (const gone of texts.keys()) {
			const [all, less] = [setsOf(texts, key), setsOf(texts.toSpliced(gone, 1), key)];
			assert.deepEqual(
				less,
				all.map((set) => set.filter((text) => text !== texts[gone])),
			);
		}
	assert.notDeepEqual(setsOf(texts, 'a'), setsOf(texts, 'b'), 'and another key puts them elsewhere');
});
