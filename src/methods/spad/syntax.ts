import { mostOverlapped, partOfSpeechOfTokens } from '../../text/sentences.ts';
import type { PartOfSpeech, TaggedWord } from '../../text/tagged-text.ts';
import { isNewWord, wordsOf } from './new-words.ts';

/** What is known of a response's tokens from their words. */
export interface Syntax {
	/** `[T]`: a sub-word token has the part of speech of the word it overlaps most, `SPACE` where it overlaps none (docs/methods/spad.md). */
	readonly tags: readonly PartOfSpeech[];
	/** `[T]`: 1 where the token is part of a new word, 0 elsewhere. */
	readonly isNew: Uint8Array;
}

/** A response's text with its words, and the ranges `[T]` of its tokens in it (UTF-16 offsets, in order, not overlapping). */
export interface TokenizedText {
	readonly text: string;
	readonly words: readonly TaggedWord[];
	readonly start: ArrayLike<number>;
	readonly end: ArrayLike<number>;
}

/** Carries parts of speech and newness from words to their tokens. `question` is the text that new words are new against. */
export function syntaxOf({ text, words, start, end }: TokenizedText, question: string): Syntax {
	const asked = wordsOf(question);
	const newWords = words.map((word) => isNewWord(text.slice(word.start, word.end), word.pos, asked));
	const owners = mostOverlapped(words, start, end);
	return {
		tags: partOfSpeechOfTokens(words, start, end),
		isNew: Uint8Array.from(owners, (word) => (word >= 0 && newWords[word] === true ? 1 : 0)),
	};
}
