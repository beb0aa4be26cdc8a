import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../../../src/formats/analysis-record.ts';
import { isAnswered } from '../../../../src/formats/read-traces.ts';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import type { AnalyzedFile } from '../../../../src/runner/traces/trace-analyses.ts';
import { diagnosticsOf } from '../../../../src/runner/traces/trace-diagnostics.ts';
import { symbolsOf } from '../../../../src/runner/traces/outline-and-completion.ts';
import { recordOf } from '../record.ts';

const uri = 'file:///t/many.rag.md';

function analyzed(count: number): AnalyzedFile {
	const text = `## Query\nWho?\n## Response\n${'Ann. '.repeat(count)}\n`;
	const parsed = readRagMarkdown(uri, text, 'many');
	const from = text.indexOf('Ann.');
	const findings = Array.from(
		{ length: count },
		(_, i): Finding => ({
			subject: { kind: 'trace', id: 'many' },
			code: 'rag-assay/ungrounded',
			severity: 'warning',
			method: 'm',
			message: `Finding ${i}.`,
			start: from + 5 * i,
			end: from + 5 * i + 4,
			score: 1,
			threshold: 0,
			ignored: false,
		}),
	);
	return {
		key: uri,
		uris: [uri],
		parsed,
		documents: new Map([[uri, TextDocument.create(uri, 'rag-trace', 1, text)]]),
		analyses: parsed.traces.filter(isAnswered).map((trace) => ({ trace, record: { ...recordOf(uri), findings } })),
	};
}

test('an editor gets the first 500 findings of a document, and a sentence that says how many more there are, where the next one stands', () => {
	const of = (count: number) =>
		diagnosticsOf(uri, analyzed(count), analyzed(count), { kind: 'idle' }).map(
			({ message, range: { start } }) => `${start.character} ${typeof message === 'string' ? message : message.value}`,
		);
	assert.equal(of(500).at(-1), '2495 Finding 499.');
	assert.equal(of(501).length, 501);
	assert.equal(
		of(501).at(-1),
		'2500 From here on one more finding is not listed. The colors show where they are, and `rag-assay analyze` lists them all.',
	);
	assert.match(of(4000).at(-1)!, /^2500 From here on 3500 more findings are not listed\./);
});

test('sections are found by a URI that is spelled otherwise', () => {
	assert.deepEqual(
		symbolsOf('file:///t/many%2Erag.md', analyzed(1)).map(({ name }) => name),
		['Query', 'Response'],
	);
});
