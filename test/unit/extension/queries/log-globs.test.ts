import assert from 'node:assert/strict';
import { matchesGlob } from 'node:path';
import { test } from 'node:test';
import { queryLogGlobs } from '../../../../src/extension/queries/input-choices.ts';

test('logs of the settings are documents of the runner, whatever their names, and so are labeled queries', () => {
	const globs = queryLogGlobs(['/w/log.jsonl', '/w/a/log.jsonl', 'C:\\w\\runs [1].json']);
	assert.equal(globs.length, 3);
	const matches = (file: string) => globs.some((glob) => matchesGlob(file, glob));
	for (const file of ['/w/log.jsonl', '/w/runs [1].json', '/w/deep/benign.queries.jsonl']) assert.ok(matches(file), file);
	for (const file of ['/w/documents.jsonl', '/w/runs 1.json', '/w/a.json']) assert.ok(!matches(file), file);
});
