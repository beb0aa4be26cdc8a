/** Characters that are not seen, or turn what stands beside them: controls, formats, what no font has, blank letters, and selectors that hide bytes. */
const unseen = /(?![\t\n\r])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u115F\u1160\u3164\uFFA0]|\u034F|\u17B4|\u17B5|[\u{E0100}-\u{E01EF}])/gu;

/** A text whose unseen characters stand there by their numbers, such as `U+202E`; blanks and ends of lines stay. */
export function withCharacterCodes(text: string): string {
	return text.replaceAll(unseen, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
}
