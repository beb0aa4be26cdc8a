import { MappedTextBuilder } from '../text/mapped-text-builder.ts';
import type { MappedText } from '../text/text-map.ts';
import type { DocumentRange } from './trace.ts';

/** An escape of a JSON string; those of both halves of a surrogate pair are one. */
const escapes = /\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|[^u])/gs;
const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The value of the JSON string whose quotes begin and end `range` (valid JSON, as `JSON.parse` has found), each unit at its place in the document. */
export function jsonStringText(document: string, text: string, { start, end }: DocumentRange): MappedText {
	return unescaped(document, text, { start: start + 1, end: end - 1 }, () => true);
}

/**
 * A JSON value as text for people and models: as it stands in the document, but for characters beyond ASCII, which some writers
 * escape and nobody reads as `\u00e9`. It is JSON still: control characters and lone surrogates stay escaped.
 */
export function jsonValueText(document: string, text: string, range: DocumentRange): MappedText {
	return unescaped(document, text, range, (value) => value.length === 2 || /[^\0-\x9f\uD800-\uDFFF]/.test(value));
}

/** `isReadable`: whether the value of an escape takes its place. */
function unescaped(document: string, text: string, { start, end }: DocumentRange, isReadable: (value: string) => boolean): MappedText {
	const raw = text.slice(start, end);
	const builder = new MappedTextBuilder(document);
	let done = 0;
	for (const { 0: escape, index } of raw.matchAll(escapes)) {
		const value = valueOf(escape);
		if (!isReadable(value)) continue;
		builder.append(raw.slice(done, index), start + done);
		for (let i = 0; i < value.length; i++) builder.appendInstead(value.charAt(i), start + index + 6 * i);
		done = index + escape.length;
	}
	return builder.append(raw.slice(done), start + done).build(end);
}

function valueOf(escape: string): string {
	const letter = escape.charAt(1);
	if (letter !== 'u') return letters[letter] ?? letter;
	return String.fromCharCode(
		...escape
			.split('\\u')
			.slice(1)
			.map((hex) => Number.parseInt(hex, 16)),
	);
}
