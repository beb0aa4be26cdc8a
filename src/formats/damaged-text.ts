import { errorNumbers } from '../error-numbers.ts';
import type { FormatProblem, TextDocumentInput } from './trace.ts';

/** Returns a warning about the first `\uFFFD` of a text: bytes that are not UTF-8 became that character when the file was read. `null` if there is none. */
export function damagedText({ document, text }: TextDocumentInput): FormatProblem | null {
	const at = text.indexOf('\uFFFD');
	if (at === -1) return null;
	return {
		code: errorNumbers.notUtf8,
		severity: 'warning',
		message: 'A character of this file is `\uFFFD`, which replaces bytes that are not UTF-8.',
		hint: 'If it is damaged, save the file in UTF-8.',
		document,
		range: { start: at, end: at + 1 },
	};
}
