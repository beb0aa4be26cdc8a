/**
 * Where the characters of a logical text (unescaped, line ends as `\n`) stand in its document.
 * All offsets are UTF-16 code units; ranges are half-open. `toDocument` is monotonic, defined on
 * `[0, length]`, and `toDocument(length)` is the end of the text in the document.
 */
export interface TextMap {
	/** Length of the logical text. */
	readonly length: number;
	/** Document offset at which the logical character at `offset` begins. */
	toDocument(offset: number): number;
	/** Logical offset of the character that covers `documentOffset`, clamped to `[0, length]`. */
	toText(documentOffset: number): number;
}

/** A logical text with its place in the document named by `document` (a path or URI). */
export interface MappedText {
	readonly document: string;
	readonly text: string;
	readonly map: TextMap;
}
