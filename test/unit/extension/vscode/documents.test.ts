import assert from 'node:assert/strict';
import { test } from 'node:test';
import { traceFileAt } from '../../../../src/extension/vscode/workspace-text.ts';

test('a path names a trace, half of a pair, or nothing of ours', () => {
	assert.deepEqual(traceFileAt('/a/b.rag.md'), { kind: 'trace' });
	assert.deepEqual(traceFileAt('/a/b.prompt.md'), { kind: 'prompt', sibling: '/a/b.response.md' });
	assert.deepEqual(traceFileAt('/a/b.response.md'), { kind: 'response', sibling: '/a/b.prompt.md' });
	assert.deepEqual(traceFileAt('/a\nb/c.d.prompt.md'), { kind: 'prompt', sibling: '/a\nb/c.d.response.md' });
	for (const path of ['/a/b.md', '/a/rag.md', '/a/.prompt.md', '/a/b.prompt.md.txt', '/a.rag.md/readme.md', '/a/b.RAG.md'])
		assert.equal(traceFileAt(path), undefined, path);
});
