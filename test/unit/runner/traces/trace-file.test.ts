import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { OpenDocuments } from '../../../../src/runner/lsp/open-documents.ts';
import { traceFileOf } from '../../../../src/runner/traces/trace-file.ts';

test('a pair is one file, a document without a name is known by its language, a data set is nothing for an editor', () => {
	const open = new OpenDocuments();
	open.set(TextDocument.create('untitled:Untitled-1', 'rag-trace', 1, ''));
	open.set(TextDocument.create('file:///d/response.jsonl', 'jsonl', 1, ''));
	assert.deepEqual(
		[
			'file:///d/n.rag.md',
			'file:///d/n.prompt.md',
			'untitled:Untitled-1',
			'untitled:Untitled-2',
			'file:///d/response.jsonl',
			'file:///d/source_info.jsonl',
		].map((uri) => traceFileOf(uri, open)),
		[
			{ key: 'file:///d/n.rag.md', uris: ['file:///d/n.rag.md'] },
			{ key: 'file:///d/n.response.md', uris: ['file:///d/n.prompt.md', 'file:///d/n.response.md'] },
			{ key: 'untitled:Untitled-1', uris: ['untitled:Untitled-1'] },
			undefined,
			undefined,
			undefined,
		],
	);
});
