import type { TaggedText } from '../../text/tagged-text.ts';
import { isNewWord, wordsOf } from '../spad/new-words.ts';

/** How many sentences an answer has, as far as thresholds tell answers apart by it. */
export type SentenceCount = '1' | '2' | '3+';
/** What an answer says that its question does not: a number, where one of its new words holds a digit or is a numeral; a name, where one is a proper noun; other words. */
export type ValueKind = 'number' | 'name' | 'other';

/** Answers that a threshold is chosen for by themselves: a value from a short list surprises less than a number does, and each sentence adds chances to be surprised. */
export interface AnswerGroup {
	readonly sentences: SentenceCount;
	readonly value: ValueKind;
}

/** @param question whose words are not new */
export function answerGroup(text: string, tagged: TaggedText, question: string): AnswerGroup {
	return { sentences: sentenceCount(tagged.sentences.length), value: valueKind(text, tagged, question) };
}

function sentenceCount(count: number): SentenceCount {
	return count <= 1 ? '1' : count === 2 ? '2' : '3+';
}

function valueKind(text: string, { words }: Pick<TaggedText, 'words'>, question: string): ValueKind {
	const asked = wordsOf(question);
	const fresh = words
		.map(({ start, end, pos }) => ({ word: text.slice(start, end), pos }))
		.filter(({ word, pos }) => isNewWord(word, pos, asked));
	if (fresh.some(({ word, pos }) => pos === 'NUM' || /\p{N}/u.test(word))) return 'number';
	return fresh.some(({ pos }) => pos === 'PROPN') ? 'name' : 'other';
}
