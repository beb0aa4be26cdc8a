/**
 * How often each run of `n` characters (code points) stands in a text, in small letters and with blanks of any kind as one space; a text below `n`
 * characters is a single run of its own.
 */
export function characterGrams(text: string, n = 3): Map<string, number> {
	const signs = Array.from(text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim());
	const counts = new Map<string, number>();
	if (signs.length === 0) return counts;
	for (let at = 0; at + n <= Math.max(signs.length, n); at++) {
		const gram = signs.slice(at, at + n).join('');
		counts.set(gram, (counts.get(gram) ?? 0) + 1);
	}
	return counts;
}
