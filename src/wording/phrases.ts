const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** UTF-16 units that a user-perceived character has at most on average: accents without end are cut, too. */
const unitsOfCharacter = 16;

/**
 * Returns a text of at most `max` user-perceived characters. A longer text is cut and ends with `…`; no character is cut in two. Everything that cuts text for
 * people uses this.
 */
export function cutTo(text: string, max: number): string {
	if (text.length <= max) return text;
	const kept: string[] = [];
	let units = 0;
	// A segmenter takes long for a long text.
	for (const { segment } of graphemes.segment(text.slice(0, unitsOfCharacter * max + 1))) {
		units += segment.length;
		if (kept.length === max || units > unitsOfCharacter * max)
			return `${kept
				.slice(0, max - 1)
				.join('')
				.trimEnd()}…`;
		kept.push(segment);
	}
	return text;
}

/**
 * Returns a text on one line of at most `max` user-perceived characters. White space, control characters and characters that show nothing
 * become one space. Marks that turn the direction of writing are named (`<U+202E>`), so that you see that there were some. A longer text is cut (`cutTo`).
 */
export function oneLineOf(text: string, max: number): string {
	const line = withNamedDirections(text)
		.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
		.trim();
	return cutTo(line, max);
}

/** Returns a text in which marks that turn the direction of writing are named, such as `<U+202E>`. */
export function withNamedDirections(text: string): string {
	return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, (mark) => `<${withCharacterCodes(mark)}>`);
}

/**
 * Characters that are invisible, or that change the characters beside them: control and format characters, characters without a font, blank
 * letters, and selectors that hide bytes.
 */
const unseen = /(?![\t\n\r])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\u{E0100}-\u{E01EF}])/gu;

/** Returns a text in which invisible characters are replaced with their numbers, such as `U+202E`. Spaces, tabs and line ends stay. */
export function withCharacterCodes(text: string): string {
	return text.replaceAll(unseen, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}

/**
 * Returns a text in which no part can become a link. VS Code's notifications and readers of SARIF make links of `[label](address)`.
 * A `command:` address runs a command when somebody selects it. Messages repeat names and texts of files, which are not trusted.
 */
export function withoutLinks(text: string): string {
	return text.replaceAll('](', '] (');
}

const list = new Intl.ListFormat('en-US');

/** Returns several things as one phrase: `a`, `a and b`, `a, b, and c`. */
export function listInWords(items: readonly string[]): string {
	return list.format(items);
}

/**
 * Returns a count with its noun: `1 sentence`, `2 sentences`, `1,200 sentences`.
 * @param many the plural, if the noun needs more than an s: `2 queries`.
 */
export function plural(count: number, noun: string, many = `${noun}s`): string {
	return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`;
}

/** Returns `there are none`, `there is 1` or `there are 1,200`. */
export function thereAre(count: number): string {
	return count === 0 ? 'there are none' : `there ${isOrAre(count)} ${count.toLocaleString('en')}`;
}

/** Returns the verb that fits a count. */
export function isOrAre(count: number): 'is' | 'are' {
	return count === 1 ? 'is' : 'are';
}
