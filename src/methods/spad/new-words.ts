import type { PartOfSpeech } from '../../text/tagged-text.ts';

/** Parts of speech that say what is so: without verbs, which a question and its answer mostly share. */
export const contentTags: ReadonlySet<PartOfSpeech> = new Set(['ADJ', 'NOUN', 'NUM', 'PROPN', 'SYM']);

const letterOrDigit = /[\p{L}\p{N}]/u;
const runs = /[\p{L}\p{M}\p{N}]+/gu;

/** Runs of letters and digits of a text, in lower case and compatibility form, each once; what makes two words the same. */
export function wordsOf(text: string): Set<string> {
	return new Set(text.normalize('NFKC').toLowerCase().match(runs));
}

/**
 * Whether a word of a response is new: a content word that the question does not contain, a stand-in for 'the value' (SPAD+,
 * docs/methods/spad.md). '36.6' is new unless the question holds 36 and 6; a sign ('%') is always new. A word whose part of speech nobody
 * knows (`X`, other languages) counts as a content word if it has a letter or digit.
 * @param asked `wordsOf` the question
 */
export function isNewWord(word: string, tag: PartOfSpeech, asked: ReadonlySet<string>): boolean {
	if (!contentTags.has(tag) && !(tag === 'X' && letterOrDigit.test(word))) return false;
	const parts = [...wordsOf(word)];
	return parts.length === 0 || !parts.every((part) => asked.has(part));
}
