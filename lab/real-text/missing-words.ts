import type { PartOfSpeech, TaggedWord, TextRange } from '../../src/text/tagged-text.ts';
import { wordsOf } from '../../src/methods/spad/new-words.ts';
import { pairsIn } from '../../src/methods/starter/starter-features.ts';

/** Parts of speech that say what is so. A word of which nobody knows the part of speech counts, too. */
const content: ReadonlySet<PartOfSpeech> = new Set(['ADJ', 'ADV', 'NOUN', 'NUM', 'PROPN', 'SYM', 'VERB', 'X']);

/** Words and pairs of adjacent words of an answer's contexts. */
export interface GivenWords {
	readonly words: ReadonlySet<string>;
	readonly pairs: ReadonlySet<string>;
}

/** Collects the words of contexts. A pair lies within one context. Case and compatibility forms make no difference. */
export function givenWords(contexts: readonly string[]): GivenWords {
	return { words: new Set(contexts.flatMap((text) => [...wordsOf(text)])), pairs: pairsIn(contexts) };
}

/** Returns the content words of a range that have a letter or a digit. */
export function contentWords(text: string, words: readonly TaggedWord[], { start, end }: TextRange): TaggedWord[] {
	return words.filter((word) => start <= word.start && word.end <= end && content.has(word.pos) && partsOf(text, word).length > 0);
}

/** Returns the share of the content words that no context has, `[0, 1]`; 0 without a content word. A word is missing if one of its parts is. */
export function missingWordShare(text: string, words: readonly TaggedWord[], { words: given }: GivenWords): number {
	return share(words, (word) => partsOf(text, word).some((part) => !given.has(part)));
}

function partsOf(text: string, { start, end }: TextRange): string[] {
	return [...wordsOf(text.slice(start, end))];
}

function share<T>(all: readonly T[], isSo: (one: T) => boolean): number {
	return all.length === 0 ? 0 : all.filter(isSo).length / all.length;
}
