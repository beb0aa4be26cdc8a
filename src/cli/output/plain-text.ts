/**
 * Text of a file or a model, safe for a terminal: control characters (an escape sequence could move the cursor or set the title)
 * become their visible pictures, direction overrides a replacement character. Line feeds and tabs stay; `\r\n` is one line feed.
 * The length in UTF-16 units stays except for `\r\n`, where the `\r` becomes U+200B so that offsets still fit.
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

/** On one line, for a table or a message. */
export function oneLine(text: string): string {
	return visible(text)
		.replace(/\u200b/g, '')
		.replace(/\s+/g, ' ')
		.trim();
}
