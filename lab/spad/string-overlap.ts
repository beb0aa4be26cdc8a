import { wordsOf } from '../../src/methods/spad/new-words.ts';

/**
 * Share of a text's words that stand in the passage which has most of them, `[0, 1]`; higher is better supported. Words are runs of
 * letters and digits without regard to case, each counted once. A text without words is in every passage; without a passage nothing
 * is supported.
 */
export function overlapWithBestPassage(text: string, passages: readonly string[]): number {
	const words = [...wordsOf(text)];
	if (passages.length === 0) return 0;
	if (words.length === 0) return 1;
	const shares = passages.map((passage) => {
		const known = wordsOf(passage);
		return words.filter((word) => known.has(word)).length / words.length;
	});
	return Math.max(...shares);
}
