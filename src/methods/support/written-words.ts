import { plainText } from './plain-text.ts';

/** Returns a text in lower case, with plain signs and single blanks: as texts are compared word for word. */
export function foldedText(text: string): string {
	return plainText(text).toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}

/** Returns whether a folded text has another one as a whole: not as a part of a word or of a number. */
export function hasWhole(text: string, part: string): boolean {
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
		const end = at + part.length;
		// Two units before and behind hold a character of any kind.
		const [before, behind] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 3)];
		if (!/[\p{L}\p{N}]$/u.test(before) && !/^(?:[\p{L}\p{N}]|[.,]\p{N})/u.test(behind)) return true;
	}
	return false;
}

/** Returns whether a text says a sentence word for word, alone or before 'and'. What precedes or follows it otherwise could turn its meaning around. */
export function isQuotedBy(sentence: string, text: string): boolean {
	const [own, other] = [sentence, text].map(
		(one) =>
			plainText(one)
				.toLowerCase()
				.match(/[\p{L}\p{N}$€£¥%°+/#&@-]+(?:[.,:'][\p{L}\p{N}]+)*/gu) ?? [],
	);
	if (own === undefined || other === undefined || own.length === 0 || own.some((word, i) => word !== other[i])) return false;
	return other.length === own.length || other[own.length] === 'and';
}
