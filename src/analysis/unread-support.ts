import type { RecordedTruncation } from '../formats/analysis-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { foldedWord, plainText, stemOf } from '../methods/support/plain-text.ts';
import type { TextRange } from '../text/tagged-text.ts';

/** A sentence of fewer words rests on a value, or on nothing that words can tell. */
const minWords = 3;
/** Shorter words are mostly function words. */
const minLength = 4;

/**
 * Returns for each sentence the IDs of the contexts that would say what it says, but were not read: a number of the sentence, or at least half of its
 * words, stand there, and nowhere in what the model read. Empty for a sentence that does not rest on what was cut.
 * @param sentences ranges in the response
 */
export function unreadSupport(
	{ system, query, contexts, response }: Pick<AnsweredTrace, 'system' | 'query' | 'contexts' | 'response'>,
	truncation: RecordedTruncation | null,
	sentences: readonly TextRange[],
): string[][] {
	if (truncation === null || truncation.cutContexts.length === 0) return sentences.map(() => []);
	const kept = new Map(truncation.cutContexts.map(({ index, keptLength }) => [index, keptLength]));
	const read = new Set(
		[system?.text ?? '', query.text, ...contexts.map(({ text }, i) => text.text.slice(0, kept.get(i)))].flatMap(wordsOf),
	);
	const unread = truncation.cutContexts.map(({ index, keptLength, id }) => ({
		id,
		words: new Set(wordsOf(contexts[index]?.text.text.slice(keptLength) ?? '')),
	}));
	return sentences.map(({ start, end }) => {
		const words = [...new Set(wordsOf(response.text.slice(start, end)))];
		const missing = words.filter((word) => !read.has(word));
		return unread.filter((context) => restsOn(words, missing, context.words)).map(({ id }) => id);
	});
}

function restsOn(words: readonly string[], missing: readonly string[], unread: ReadonlySet<string>): boolean {
	const found = missing.filter((word) => unread.has(word));
	return found.some((word) => /\p{N}/u.test(word)) || (words.length >= minWords && found.length * 2 >= words.length);
}

/** Stems of the longer words and all numbers of a text. Scripts without spaces are compared by pairs of their characters. */
function wordsOf(text: string): string[] {
	return (
		plainText(text).match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+(?:[.,:'-][\p{L}\p{N}]+)*/gu) ?? []
	).flatMap((word) => {
		if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
			return Array.from({ length: Math.max(1, word.length - 1) }, (_, i) => word.slice(i, i + 2));
		return word.length >= minLength || /\p{N}/u.test(word) ? [stemOf(foldedWord(word))] : [];
	});
}
