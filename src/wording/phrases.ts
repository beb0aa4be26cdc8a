/** Characters that are not seen, or turn what stands beside them: controls, formats, what no font has, blank letters, and selectors that hide bytes. */
const unseen = /(?![\t\n\r])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\u{E0100}-\u{E01EF}])/gu;

/** A text whose unseen characters stand there by their numbers, such as `U+202E`; blanks and ends of lines stay. */
export function withCharacterCodes(text: string): string {
	return text.replaceAll(unseen, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}

const list = new Intl.ListFormat('en-US');

/** Several things in a sentence: `a`, `a and b`, `a, b, and c`. */
export function listInWords(items: readonly string[]): string {
	return list.format(items);
}

/** How many of what: `1 sentence`, `2 sentences`, `1,200 sentences`. @param many of a noun that takes more than an s: `2 queries`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
	return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`;
}

/** `there are none`, `there is 1`, `there are 1,200`. */
export function thereAre(count: number): string {
	return count === 0 ? 'there are none' : `there ${isOrAre(count)} ${count.toLocaleString('en')}`;
}

export function isOrAre(count: number): 'is' | 'are' {
	return count === 1 ? 'is' : 'are';
}
