/** Signs that people read: letters with their marks, digits, punctuation, blanks; nothing that shows nothing. */
const readable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\s]+$/u;

export function isReadable(text: string): boolean {
	return readable.test(text);
}

/** Bytes that hide a text, as that text; `null`: they are no UTF-8, or nothing that people read. */
export function readableBytes(bytes: Uint8Array): string | null {
	const text = new TextDecoder().decode(bytes);
	return !text.includes('\u{FFFD}') && isReadable(text) ? text : null;
}
