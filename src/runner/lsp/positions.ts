import type { Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** `[startLine, startCharacter, endLine, endCharacter]`. */
export type Quad = [number, number, number, number];

/** LSP range of UTF-16 offsets, half-open. */
export function rangeOf(document: TextDocument, { start, end }: { start: number; end: number }): Range {
	return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function quadOf(document: TextDocument, offsets: { start: number; end: number }): Quad {
	const { start, end } = rangeOf(document, offsets);
	return [start.line, start.character, end.line, end.character];
}
