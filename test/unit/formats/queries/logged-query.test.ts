import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBenignQueriesFile } from '../../../../src/formats/queries/logged-query.ts';

test('files of ordinary queries are known by their names', () => {
	for (const file of ['benign.queries.jsonl', '/a/benign.queries.jsonl', 'C:\\a\\benign.queries.jsonl', '/a/support.benign.queries.jsonl'])
		assert.ok(isBenignQueriesFile(file), file);
	for (const file of [
		'benign.jsonl',
		'notbenign.queries.jsonl',
		'a.queries.jsonl',
		'benign.queries.jsonl.bak',
		'/benign.queries.jsonl/log.jsonl',
	])
		assert.ok(!isBenignQueriesFile(file), file);
});
