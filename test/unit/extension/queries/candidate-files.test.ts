import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidatesFor } from '../../../../src/extension/queries/input-choices.ts';

const files = [
	'/w/package.json',
	'/w/a/notes.jsonl',
	'/w/q/benign.queries.jsonl',
	'/w/q/documents.jsonl',
	'/w/q/log.jsonl',
	'/w/q/log.rag-assay.json',
	'/w/runs.json',
];

test('lists begin with what it most likely is, in the folder of the log', () => {
	assert.deepEqual(candidatesFor('log', files), ['/w/q/log.jsonl', '/w/runs.json']);
	assert.deepEqual(candidatesFor('benign', files), ['/w/q/benign.queries.jsonl']);
	assert.deepEqual(candidatesFor('store', files, '/w/q/log.jsonl'), ['/w/q/documents.jsonl', '/w/a/notes.jsonl']);
});
