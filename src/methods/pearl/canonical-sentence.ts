import { wordsOf } from './words.ts';

/** How words of public texts are spelled there, by their lower case. */
export type PublicSpelling = ReadonlyMap<string, string>;

/** Spellings from texts that depend on no document: the query, the list, the vocabulary. The first word of a sentence has a capital for another reason and says nothing. */
export function publicSpelling(texts: readonly string[]): PublicSpelling {
	const spelling = new Map<string, string>();
	for (const text of texts)
		for (const { start, text: word } of wordsOf(text)) {
			if (/(?:^|[.!?]["”’)]*\s+)["“‘(]*$/u.test(text.slice(0, start)) && text !== word) continue;
			const lower = word.toLowerCase();
			// Of several spellings the plain one.
			if (!spelling.has(lower) || word === lower) spelling.set(lower, word);
		}
	return spelling;
}

/**
 * The one form of a sentence that stands for all its spellings: Unicode's composed form, plain quotes and dashes, single spaces, no
 * emphasis, no invisible signs, words of public texts spelled as there, a capital at the start, and one final mark. It depends on the
 * sentence and on public texts alone. What is voted for is this form, and this form is what is shown: nothing of one document's own
 * spelling can come out beside the vote. Empty where nothing is said.
 */
export function canonicalSentence(sentence: string, spelling: PublicSpelling): string {
	const plain = sentence
		.normalize('NFC')
		.replaceAll(/[‘’‚‛′]/g, "'")
		.replaceAll(/[“”„‟″«»]/g, '"')
		.replaceAll(/[‐‑‒–—―−]/g, '-')
		.replaceAll(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
		.replaceAll(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
		.replaceAll(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	const asks = /\?["')\]]*$/.test(plain);
	const body = plain.replace(/[\s.!?…:;,]+$/u, '').replace(/^[\s.!?…:;,]+/u, '');
	const words = wordsOf(body);
	if (words.length === 0) return '';
	let text = '';
	let at = 0;
	for (const { start, end, text: word } of words) {
		text += body.slice(at, start) + spelled(word, spelling);
		at = end;
	}
	return withCapital(text + body.slice(at)).normalize('NFC') + (asks ? '?' : '.');
}

/** As public texts have it where those have capitals, or the word has nothing else; `Ward 4` stays what it is beside a public `ward`. */
function spelled(word: string, spelling: PublicSpelling): string {
	const known = spelling.get(word.toLowerCase());
	if (known === undefined) return word;
	const isShouted = word.length > 1 && word === word.toUpperCase();
	return isShouted || known !== known.toLowerCase() ? known : word;
}

/** The text with a capital at its start. */
export function withCapital(text: string): string {
	const first = /^[^\p{L}\p{N}]*\p{Ll}/u.exec(text)?.[0] ?? '';
	return first.toUpperCase() + text.slice(first.length);
}
