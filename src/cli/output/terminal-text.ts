import { ownColor } from './color.ts';
import { visible } from './plain-text.ts';

/** What JSON leaves as it is and a terminal acts on, or shows in another order: DEL, the other control characters, and those of direction. */
const unescaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text as it goes out to people, on either stream: colors of ours become escape sequences, and whatever else a terminal would act on is made
 * visible. Names, paths, templates, answers and messages of the runtime all hold text of files, which are not trusted.
 */
export function terminalText(text: string): string {
	return text
		.split(ownColor)
		.map((part, i) => {
			const [codes = ''] = i === 0 ? [] : (/^[\d;]*m/.exec(part) ?? []);
			return (codes === '' ? '' : `\u001b[${codes}`) + visible(part.slice(codes.length).replaceAll('\r\n', '\n'));
		})
		.join('');
}

/** One line of JSON, the same to whoever parses it, in which nothing is left that a terminal would act on. */
export function jsonLine(value: unknown): string {
	return `${terminalJson(JSON.stringify(value))}\n`;
}

/** `jsonLine` of JSON that is written already, line feeds included. */
export function terminalJson(json: string): string {
	return json.replace(unescaped, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
