import { CodeActionKind, type CodeAction, type Diagnostic, type Range } from 'vscode-languageserver/node';
import { rangeOf } from '../lsp/positions.ts';
import { documentOf, type ReadTraceFile } from './trace-file.ts';
import { sameUri } from '../lsp/uris.ts';

/** Offers what mends the problems of a document's format that the range touches. */
export function problemActionsAt(uri: string, read: ReadTraceFile, range: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
	const document = documentOf(read, uri);
	if (document === undefined) return [];
	const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
	const isHere = sameUri(uri);
	return read.parsed.problems
		.filter((problem) => isHere(problem.document) && problem.range.start <= to && problem.range.end >= from)
		.flatMap(({ code, range: at, fixes = [] }) => {
			const { start } = rangeOf(document, at);
			const ours = diagnostics.filter(
				({ code: other, range: { start: place } }) => other === code && place.line === start.line && place.character === start.character,
			);
			return fixes.map(
				({ title, edits }): CodeAction => ({
					title,
					kind: CodeActionKind.QuickFix,
					...(ours.length > 0 ? { diagnostics: ours } : {}),
					edit: { changes: { [uri]: edits.map(({ range: where, newText }) => ({ range: rangeOf(document, where), newText })) } },
				}),
			);
		});
}
