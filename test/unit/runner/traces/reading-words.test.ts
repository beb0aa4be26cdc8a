import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadingWords } from '../../../../src/runner/traces/analyze-files.ts';

test('what a trace takes is said where that is long, then at once for what follows, until another trace begins', () => {
	const reading = new ReadingWords();
	reading.hear('Scoring, with about 312 MiB of memory at most', false);
	assert.equal(reading.of('a.rag.md'), 'Analyzing a.rag.md');
	reading.hear('Scoring, with about 312 MiB of memory at most, about 12 s in all', true);
	assert.equal(reading.of('a.rag.md'), 'Scoring, with about 312 MiB of memory at most, about 12 s in all: a.rag.md');
	reading.hear('Attributing, with about 557 MiB of memory at most', false);
	assert.equal(reading.of('a.rag.md'), 'Attributing, with about 557 MiB of memory at most: a.rag.md');
	reading.begin();
	assert.equal(reading.of('b.rag.md'), 'Analyzing b.rag.md');
});
