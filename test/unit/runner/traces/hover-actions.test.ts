import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readRagMarkdown } from '../../../../src/formats/rag-md.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';
import { hoverActionsAt } from '../../../../src/runner/traces/hover-actions.ts';
import { withoutModel } from '../../../../src/runner/traces/support-analyses.ts';
import { diagnosticsOf } from '../../../../src/runner/traces/trace-diagnostics.ts';
import type { ReadTraceFile } from '../../../../src/runner/traces/trace-file.ts';

const uri = 'file:///ferry.rag.md';
const sentence = 'An inner cabin with two berths costs £69.';
const text = `## Query\nWhat does a cabin cost?\n\n## Context fares\nA seat costs £31.50. An inner cabin with two berths costs £96.\n\n## Response\n${sentence}\n`;
const document = TextDocument.create(uri, 'markdown', 1, text);
const read: ReadTraceFile = {
	key: uri,
	uris: [uri],
	parsed: readRagMarkdown(uri, text, 'ferry'),
	documents: new Map([[uri, document]]),
};

test('a hover on a wrong value offers the other value, to ignore it, and to say that it is right', async () => {
	const analyzed = await withoutModel(read);
	const actions = hoverActionsAt(analyzed, text.indexOf('£69'));
	const [go, ignore, right, ...more] = actions;
	assert.deepEqual(
		actions.map(({ title }) => title),
		['Go to fares', 'Ignore', 'It Is Right'],
	);
	assert.deepEqual(more, [], 'without a model there are no reasons and no numbers');
	assert.ok(go?.kind === 'place' && ignore?.kind === 'command' && right?.kind === 'command');
	const [line, character, lastLine, lastCharacter] = go.range;
	assert.equal(
		document.getText({ start: { line, character }, end: { line: lastLine, character: lastCharacter } }),
		'£96',
		'the place of the value itself',
	);
	assert.deepEqual([ignore.command, (ignore.argument as { textSha256: string }).textSha256], ['ragAssay.ignoreFinding', textSha256('£69')]);
	assert.deepEqual(right.argument, { uri, subject: { kind: 'trace', id: 'ferry' }, textSha256: textSha256(sentence), label: 'grounded' });
	assert.deepEqual(hoverActionsAt(analyzed, 3), [], 'outside of the response there is nothing to do');
});

test('related information of a wrong value leads to the context that says otherwise', async () => {
	const [finding] = diagnosticsOf(uri, read, await withoutModel(read), { kind: 'queued' });
	assert.equal(finding?.message, '\u201c£69\u201d differs from the contexts, which say \u201c£96\u201d (fares).');
	assert.deepEqual(
		finding.relatedInformation?.map(({ message, location: { range } }) => [message, document.getText(range)]),
		[['Context fares says this.', '£96']],
	);
});
