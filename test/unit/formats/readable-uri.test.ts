import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileKind } from '../../../src/formats/file-names.ts';
import { readableName, readableUri, shownTrace } from '../../../src/formats/readable-uri.ts';

test('the URI of a readable document leads back to its file and trace', () => {
	for (const file of ['file:///a/answers.jsonl', 'file:///c%3A/x%20y/r%23.csv', 'file://server/share/a.json'])
		for (const id of ['line 12', 'a/b', '../..', '100%', 'ünï', 'x'.repeat(5000), '', '?q#f'])
			for (const uri of [readableUri(file, id), readableUri(file, id).replaceAll('(', '%28')]) {
				assert.equal(fileKind(uri), 'rag-md');
				assert.deepEqual(shownTrace(uri), { file, name: readableName(id) }, uri);
				assert.ok(uri.length < 400);
			}
	assert.equal(readableUri('file:///a/b.jsonl', 'line 12'), 'rag-assay-trace:/a/b.jsonl/line%2012.rag.md');
	assert.notEqual(readableName('a/b'), readableName('a?b'));
});

test('other URIs show no trace of a file', () => {
	for (const uri of ['file:///a/b.rag.md', 'untitled:Untitled-1', 'rag-assay-trace:/a.jsonl', 'rag-assay-trace:/a.jsonl/%.rag.md'])
		assert.equal(shownTrace(uri), null, uri);
});
