import { CompletionItemKind, InsertTextFormat, type CompletionItem, type Position } from 'vscode-languageserver/node';
import { fileKind } from '../../formats/file-names.ts';
import { headCompletions } from '../../formats/head-completions.ts';
import { documentOf, type ReadTraceFile } from '../editor/trace-file.ts';

/** A snippet as plain text: places become their own text. */
function withoutPlaces(snippet: string): string {
	return snippet
		.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1')
		.replaceAll(/\$\d+/g, '')
		.trimEnd();
}

/** Heads that may still be written, where a line so far is nothing but the beginning of one. */
export function completionsAt(uri: string, position: Position, read: ReadTraceFile, snippets: boolean): CompletionItem[] {
	const document = documentOf(read, uri);
	if (document === undefined || fileKind(uri) === 'response') return [];
	const range = { start: { line: position.line, character: 0 }, end: position };
	const written = document.getText(range);
	if (!/^#{0,2}(?: [A-Za-z]*)?$/.test(written)) return [];
	const inPair = fileKind(uri) === 'prompt';
	return headCompletions(read.parsed.sections)
		.filter(({ kind, label }) => !(inPair && kind === 'response') && label.toLowerCase().startsWith(written.toLowerCase()))
		.map(({ label, snippet, detail }, i) => ({
			label,
			detail,
			kind: CompletionItemKind.Snippet,
			sortText: String(i),
			filterText: label,
			insertTextFormat: snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
			textEdit: { range, newText: snippets ? snippet : withoutPlaces(snippet) },
		}));
}
