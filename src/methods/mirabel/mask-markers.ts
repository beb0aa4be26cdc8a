/** What attacks that have masked words guessed put in their place: `[MASK]`, `<mask_3>`, `{{mask 2}}`, `<extra_id_0>`, a blank of underscores. */
const marker = new RegExp(
	[
		// Brackets of any kind, of which a query may have several.
		String.raw`[[<({]{1,3}[ |]{0,2}(?:mask(?:ed)?|blank)[ _:#-]{0,3}\d{0,6}[ |]{0,2}[\])}>]{1,3}`,
		String.raw`<extra_id_\d+>`,
		// Names such as __init__ and snake_case are none.
		String.raw`_{3,}|(?<![\p{L}\p{N}_])_+(?![\p{L}\p{N}_])`,
	].join('|'),
	'giu',
);

/**
 * A query without mask markers, as it is embedded: they draw it away from the document whose words they hide. Line breaks stay; a text
 * without markers stays as it is. May leave nothing.
 * @throws TypeError for what is no text, which programs without types pass
 */
export function stripMaskMarkers(text: string): string {
	if (typeof text !== 'string') throw new TypeError(`stripMaskMarkers takes the text of a query, and this is ${typeof text}.`);
	const clean = text.replaceAll(marker, ' ');
	return clean === text ? text : clean.replaceAll(/[ \t]{2,}/g, ' ').trim();
}

/** A query as screening embeds it: without mask markers, or, where it is nothing else, with them. */
export function screenedText(text: string): string {
	return stripMaskMarkers(text).trim() || text;
}
