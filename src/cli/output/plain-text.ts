import { withNamedDirections } from '../../wording/phrases.ts';

/**
 * Makes a text of a file or a model safe for a terminal. Control characters become visible pictures, because an escape sequence could move
 * the cursor or set the title. Direction overrides become replacement characters. Line feeds and tabs stay. Of `\r\n`, the `\r` becomes
 * U+200B, so that offsets in UTF-16 units still fit.
 */
export function visible(text: string): string {
	return (
		text
			.replace(/\r(?=\n)/g, '\u200b')
			// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
			.replace(/[\u0000-\u0008\u000b-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
			.replace(/\u007f/g, '\u2421')
			.replace(/[\u0080-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
	);
}

/** Returns a text on one line, for a table or a message. Marks that turn the direction of writing are named. */
export function oneLine(text: string): string {
	return visible(withNamedDirections(text))
		.replace(/\u200b/g, '')
		.replace(/\s+/g, ' ')
		.trim();
}
