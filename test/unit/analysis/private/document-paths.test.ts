import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOfEach, pathOfSubsets } from '../../../../src/analysis/private/document-paths.ts';

/** As they come from JSON Lines without ids: named by their place. */
const lines = (texts: readonly string[]) => texts.map((text, i) => ({ id: `all.jsonl:${i + 1}`, text }));
const texts = Array.from({ length: 12 }, (_, i) => `document ${i}`);
const setsOf = (some: readonly string[], key: string): string[][] =>
	pathOfSubsets({ query: 'Why?' }, lines(some), 4, key).map((parts) => parts?.contexts.map(({ text }) => text) ?? []);

test('a document taken away changes the set that it was in and no other, also where ids count lines', () => {
	for (const key of ['a', 'b', 'c'])
		for (const gone of texts.keys()) {
			const all = setsOf(texts, key);
			for (const less of [texts.toSpliced(gone, 1), texts.with(gone, ''), texts.with(gone, ' \n\u00a0')])
				assert.deepEqual(
					setsOf(less, key),
					all.map((set) => set.filter((text) => text !== texts[gone])),
				);
		}
	assert.notDeepEqual(setsOf(texts, 'a'), setsOf(texts, 'b'), 'and another key puts them elsewhere');
});

test('a blank document, or one whose beginning is, keeps its place with a path that takes no part', () => {
	const paths = pathOfEach({ query: 'Why?' }, lines(['a', '', 'b', '\n\t ', `${' '.repeat(100_000)}c`]));
	assert.deepEqual(
		paths.map((parts) => parts?.contexts ?? null),
		[[{ id: '1', text: 'a' }], null, [{ id: '1', text: 'b' }], null, null],
	);
	assert.deepEqual(pathOfSubsets({ query: 'Why?' }, lines(['', ' ']), 2, 'key'), [null, null]);
});
