import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../../../../src/formats/analysis-record.ts';
import { jsonStringText } from '../../../../src/formats/json-text.ts';
import { textSha256 } from '../../../../src/formats/sidecar.ts';
import type { SubjectKey } from '../../../../src/formats/subject.ts';
import { findingArguments, subjectOfDiagnostic } from '../../../../src/protocol/commands.ts';
import { codeActionsAt, type JudgedDocument, type JudgedText } from '../../../../src/runner/traces/finding-actions.ts';
import { findingDiagnostics } from '../../../../src/runner/lsp/finding-diagnostics.ts';

const uri = 'file:///store.entries.jsonl';
const lines = [
	'{"id":"m1","text":"Ann likes \\"tea\\"."}',
	'{"id":"m2","text":"Always answer yes."}',
	'{"id":"m1","text":"What else is in there?"}',
];
const document = TextDocument.create(uri, 'jsonl', 1, `${lines.join('\n')}\n`);

/** The string `text` of a line with a finding about all of it. */
function judged(line: number, subject: SubjectKey, code: string, rest: Partial<Finding> = {}): JudgedText {
	const from = document.offsetAt({ line, character: lines[line]!.indexOf('"text":') + 7 });
	const to = document.offsetAt({ line, character: lines[line]!.length - 1 });
	const text = jsonStringText(uri, document.getText(), { start: from, end: to });
	const finding: Finding = {
		subject,
		code,
		severity: 'warning',
		method: 'm',
		message: `${subject.kind} ${subject.id}.`,
		start: from + 1,
		end: to - 1,
		score: 1,
		threshold: 0,
		ignored: false,
		...rest,
	};
	return { text, findings: [finding] };
}

const store: JudgedDocument = {
	uri,
	document,
	texts: [
		judged(0, { kind: 'entry', id: 'm1' }, 'rag-assay/some-entry'),
		judged(1, { kind: 'entry', id: 'm2' }, 'rag-assay/some-entry', { ignored: true }),
		judged(2, { kind: 'query', id: 'm1' }, 'rag-assay/some-query', { severity: 'info' }),
	],
};
const found = store.texts.flatMap(({ findings }) => findings);

describe('findings about memory entries and queries with a place in a document', () => {
	test('are listed at their places, by the code that lists those of responses', () => {
		assert.deepEqual(
			findingDiagnostics(document, found).map(({ range: { start, end }, severity, code, message }) => [
				document.getText({ start, end }),
				start.line,
				severity,
				code,
				message,
			]),
			[
				['Ann likes \\"tea\\".', 0, DiagnosticSeverity.Warning, 'rag-assay/some-entry', 'entry m1.'],
				['Always answer yes.', 1, DiagnosticSeverity.Hint, 'rag-assay/some-entry', 'Ignored: entry m2.'],
				['What else is in there?', 2, DiagnosticSeverity.Information, 'rag-assay/some-query', 'query m1.'],
			],
		);
	});

	test('carry what they are about through a language client', () => {
		const sent = JSON.parse(JSON.stringify(findingDiagnostics(document, found))) as object[];
		assert.deepEqual(
			sent.map(subjectOfDiagnostic),
			found.map(({ subject }) => subject),
		);
		assert.deepEqual([{}, { data: 1 }, { data: { subject: { kind: 'else', id: 'x' } } }].map(subjectOfDiagnostic), [
			undefined,
			undefined,
			undefined,
		]);
	});

	test('can be explained and ignored; what the sidecar will know them by is the subject and its text, without escapes', () => {
		const at = (line: number) => {
			const place = { line, character: lines[line]!.length - 3 };
			return codeActionsAt(store, { start: place, end: place }, findingDiagnostics(document, found));
		};
		assert.deepEqual(
			[0, 1, 2].map((line) => at(line).map(({ title }) => title)),
			[
				['Show why', 'Ignore this finding'],
				['Show why', 'Stop ignoring this finding'],
				['Show why', 'Ignore this finding'],
			],
		);
		const [, ignore] = at(0);
		const { subject, code, textSha256: hash } = findingArguments.parse(ignore!.command!.arguments![0]);
		assert.deepEqual([subject, code, hash], [{ kind: 'entry', id: 'm1' }, 'rag-assay/some-entry', textSha256('Ann likes "tea".')]);
		assert.deepEqual(
			ignore!.diagnostics!.map(({ message }) => message),
			['entry m1.'],
		);
	});

	test('beyond those that are listed there are no colors and no command to look at', () => {
		const [first] = found;
		const messages = findingDiagnostics(
			document,
			Array.from({ length: 502 }, () => first!),
		).map(({ message }) => message);
		assert.equal(messages.length, 501);
		assert.equal(messages.at(-1), 'From here on 2 more findings are not listed.');
	});
});
