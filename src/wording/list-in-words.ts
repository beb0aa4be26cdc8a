const list = new Intl.ListFormat('en-US');

/** Several things in a sentence: `a`, `a and b`, `a, b, and c`. */
export function listInWords(items: readonly string[]): string {
	return list.format(items);
}
