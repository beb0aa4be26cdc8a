import { FoldingRangeKind, SymbolKind, type DocumentSymbol, type FoldingRange } from 'vscode-languageserver/node';
import type { Section, SectionKind } from '../../formats/trace.ts';
import { rangeOf } from '../editor/text-positions.ts';
import { documentOf, type ReadTraceFile } from '../editor/trace-file.ts';
import { sameUri } from '../uris.ts';

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
