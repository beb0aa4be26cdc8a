import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeForeign } from '../../../../src/formats/foreign/foreign-names.ts';

test('JSON, JSON Lines and CSV may be of another tool; settings and files of the product are not', () => {
	for (const name of ['answers.json', 'a/b.jsonl', 'C:\\x\\RUN.NDJSON', 'file:///d/result.csv', 'run.tsv', 'my-package.json'])
		assert.equal(mayBeForeign(name), true, name);
	for (const name of [
		'a.txt',
		'package.json',
		'/w/package-lock.json',
		'file:///w/tsconfig.build.json',
		'.vscode/settings.json',
		'trace.schema.json',
		'a.rag-assay.json',
		'a.assay-profile.json',
		'response.jsonl',
		'source_info.jsonl',
		'a.queries.jsonl',
		'memory/notes.jsonl',
		'a.release.json',
		'answers.json.bak',
	])
		assert.equal(mayBeForeign(name), false, name);
});
