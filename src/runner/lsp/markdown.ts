import { withCharacterCodes } from '../../wording/phrases.ts';

/**
 * Text that a model or a file wrote, as a Markdown code span that fits into a table cell and can do nothing: no markup,
 * no link, no HTML, no second line. White space is made visible, for a token is often nothing else.
 */
export function codeSpan(text: string): string {
	const onOneLine = text
		.replaceAll('\r\n', '⏎')
		.replaceAll(/[\n\r\u2028\u2029\v\f\u0085]/g, '⏎')
		.replaceAll('\t', '⇥')
		.replaceAll(' ', '␣');
	const visible = withCharacterCodes(onOneLine)
		// A backslash cannot escape in a code span, and a pipe ends a table cell even there.
		.replaceAll('|', '│');
	if (visible === '') return '*(nothing)*';
	const fence = '`'.repeat(Math.max(0, ...[...visible.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
	return visible.includes('`') ? `${fence} ${visible} ${fence}` : `\`${visible}\``;
}

/** Words of ours with names that a file wrote among them, as Markdown in which nothing of them acts: no markup, no address becomes a link. */
export function plainMarkdown(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ').replaceAll(/[\\`*_[\]<>|~#&$@]|:(?=\/\/)|(?<=\bwww)\./gi, String.raw`\$&`);
}
