import {
	CompletionItemKind,
	FoldingRangeKind,
	InsertTextFormat,
	SymbolKind,
	type CompletionItem,
	type DocumentSymbol,
	type FoldingRange,
	type Position,
} from 'vscode-languageserver/node';
import { fileKind } from '../../formats/file-names.ts';
import { headCompletions } from '../../formats/head-completions.ts';
import type { Section, SectionKind } from '../../formats/trace.ts';
import { rangeOf } from '../lsp/positions.ts';
import { sameUri } from '../lsp/uris.ts';
import { documentOf, type ReadTraceFile } from './trace-file.ts';

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
	if (document === undefined || read.isForeign === true || fileKind(uri) === 'response') return [];
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

const kinds: Readonly<Record<SectionKind, SymbolKind>> = {
	system: SymbolKind.Namespace,
	query: SymbolKind.Event,
	context: SymbolKind.Object,
	response: SymbolKind.String,
	reference: SymbolKind.Constant,
};

function sectionsIn(read: ReadTraceFile, uri: string): Section[] {
	const isHere = sameUri(uri);
	return read.parsed.sections.filter((section) => isHere(section.document));
}

/** The sections of one document, in its order. */
export function symbolsOf(uri: string, read: ReadTraceFile): DocumentSymbol[] {
	const document = documentOf(read, uri);
	if (document === undefined) return [];
	return sectionsIn(read, uri).map((section) => ({
		name: section.kind === 'context' ? `Context ${section.name}` : section.name,
		kind: kinds[section.kind],
		range: rangeOf(document, section.range),
		selectionRange: rangeOf(document, section.heading),
	}));
}

/** One fold a section that has more than its head. */
export function foldsOf(uri: string, read: ReadTraceFile): FoldingRange[] {
	const document = documentOf(read, uri);
	if (document === undefined) return [];
	return sectionsIn(read, uri).flatMap((section) => {
		const { start, end } = rangeOf(document, section.range);
		return end.line > start.line ? [{ startLine: start.line, endLine: end.line, kind: FoldingRangeKind.Region }] : [];
	});
}
