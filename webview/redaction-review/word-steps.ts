/** The words of a text without the punctuation around them; a placeholder such as `[NAME 1]` is one. */
export function wordsIn(text: string): { start: number; end: number }[] {
	return Array.from(text.matchAll(/\[[A-Z][A-Z -]*(?: \d+)?\]|[\p{L}\p{N}](?:[^\s[\]]*[\p{L}\p{N}\p{M}])?/gu), (match) => ({
		start: match.index,
		end: match.index + match[0].length,
	}));
}

/** The selection after a step by a word. `extend`: what was selected stays so, and one more word, or one less when it goes back. */
export function stepByWord(
	text: string,
	now: { readonly start: number; readonly end: number } | undefined,
	by: 1 | -1,
	extend: boolean,
): { start: number; end: number } | undefined {
	const words = wordsIn(text);
	if (now === undefined) return by === 1 ? words[0] : words.at(-1);
	const [first, last] = [words.findIndex(({ end }) => end > now.start), words.findLastIndex(({ start }) => start < now.end)];
	if (extend) {
		const end = words[Math.min(words.length - 1, Math.max(first, last + by))];
		const start = words[first];
		return start === undefined || end === undefined ? undefined : { start: start.start, end: end.end };
	}
	return by === 1 ? words[Math.min(words.length - 1, last + 1)] : words[Math.max(0, first - 1)];
}
