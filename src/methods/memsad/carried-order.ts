import { isAgainst } from './validation/pattern-match.ts';
import { validateText } from './validation/validate-text.ts';

/** Behind the end of a sentence, or of a line. */
const sentenceEnd = /(?<=[.!?\u3002\uFF01\uFF1F]["'\u2019\u201D)]*)\s+|\n+/u;

/**
 * What of a planted text carries its order: the sentences that the patterns speak against, with what is hidden in them; not the template, the heading or the honest
 * words around them, which honest entries have as well.
 * @returns `null`: no pattern speaks against it, so nobody knows which words do the harm
 */
export function carriedOrder(text: string): string | null {
	const matches = validateText(text).filter(isAgainst);
	if (matches.length === 0) return null;
	const carrying: string[] = [];
	let start = 0;
	for (const sentence of text.split(new RegExp(`(${sentenceEnd.source})`, 'u'))) {
		const end = start + sentence.length;
		if (matches.some((match) => match.start < end && match.end > start)) carrying.push(sentence);
		start = end;
	}
	return [...carrying, ...matches.flatMap(({ decoded }) => decoded ?? [])].join(' ');
}
