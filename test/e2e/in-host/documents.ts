import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { HostTest } from './host-test.ts';

/** What a trace file offers whatever a model says of it: outline, folds, completion, messages about what cannot be read. */
export const documentTests: readonly HostTest[] = [
	{
		name: 'the outline has the sections',
		async run({ vscode, file, open }) {
			await open('sample.rag.md');
			const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
				'vscode.executeDocumentSymbolProvider',
				file('sample.rag.md'),
			);
			assert.deepEqual(
				symbols.map(({ name }) => name),
				['System', 'Query', 'Context note-1', 'Context note-2', 'Context note-3', 'Response', 'Reference'],
			);
		},
	},
	{
		name: 'every section folds at its head',
		async run({ vscode, file, open }) {
			const { document } = await open('sample.rag.md');
			const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
				'vscode.executeFoldingRangeProvider',
				file('sample.rag.md'),
			);
			const heads = folds.map(({ start }) => document.lineAt(start).text).filter((text) => text.startsWith('## '));
			assert.deepEqual(heads, [
				'## System',
				'## Query',
				'## Context note-1',
				'## Context note-2',
				'## Context note-3',
				'## Response',
				'## Reference',
			]);
		},
	},
	{
		name: 'heads that are missing are completed',
		async run({ vscode, open, until }) {
			const editor = await open('no-response.rag.md');
			const { document } = editor;
			await editor.edit((edit) => {
				edit.insert(document.lineAt(document.lineCount - 1).range.end, '\n## ');
			});
			const end = document.lineAt(document.lineCount - 1).range.end;
			const labels = await until(async () => {
				const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
					'vscode.executeCompletionItemProvider',
					document.uri,
					end,
					' ',
				);
				const found = items
					.map(({ label }) => (typeof label === 'string' ? label : label.label))
					.filter((label) => label.startsWith('## '));
				return found.length > 0 && found;
			}, 'completions');
			assert.ok(labels.includes('## Response'), labels.join());
			assert.ok(!labels.includes('## Query'), `there is a query already: ${labels.join()}`);
		},
	},
	{
		name: 'a trace with two responses says so in Problems, and where',
		async run({ vscode, file, open, until }) {
			const { document } = await open('two-responses.rag.md');
			const [problem, ...more] = await until(() => {
				const found = vscode.languages.getDiagnostics(file('two-responses.rag.md'));
				return found.length > 0 && found;
			}, 'a problem');
			assert.deepEqual(more, []);
			assert.equal(problem!.source, 'RAG Assay');
			assert.equal(problem!.severity, vscode.DiagnosticSeverity.Error);
			const { code } = problem!;
			assert.match(typeof code === 'object' ? String(code.value) : String(code), /^RA\d+$/);
			assert.match(problem!.message, /response/i);
			const second = document.getText().lastIndexOf('## Response');
			assert.equal(problem!.range.start.line, document.positionAt(second).line);
		},
	},
	{
		name: 'a prompt file without its response is none of ours',
		async run({ vscode, file, open, api }) {
			await vscode.window.showTextDocument(file('lonely.prompt.md'));
			// What comes after it has been answered: then the first one would have been, too.
			await open('sample.rag.md');
			const state = (await api()).analysisState(file('lonely.prompt.md'));
			assert.ok(state === undefined || state === 'none', state);
			assert.deepEqual(vscode.languages.getDiagnostics(file('lonely.prompt.md')), []);
		},
	},
];
