import { isRefusal } from '../../text/refusal.ts';

/**
 * A document's sentences without those that say that it has no answer. That is true of this document alone: as a vote it would be released as if
 * it were true of all. Depends on the document's own sentences and the query.
 */
export function tellingSentences(sentences: readonly string[], query: string): string[] {
	return sentences.filter((text) => !isRefusal(text, { sentences: [{ start: 0, end: text.length }] }, query));
}
