const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns a text on one line of at most `max` user-perceived characters. White space, control characters and characters that show nothing
 * become one space. A longer text is cut and ends with `…`; no character is cut in two.
 */
export function oneLineOf(text: string, max: number): string {
	const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
	if (line.length <= max) return line;
	const kept: string[] = [];
	for (const { segment } of graphemes.segment(line)) {
		if (kept.length === max) return `${kept.slice(0, -1).join('').trimEnd()}…`;
		kept.push(segment);
	}
	return line;
}
