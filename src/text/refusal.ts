import type { TaggedText } from './tagged-text.ts';

/** A denial, and after it in the same sentence what an answer would have had to rest on: 'is not stated', 'do not mention', 'no information', 'cannot be determined'. */
const denial = /(?:\b(?:not|cannot|no|nothing|none|neither|unable|insufficient|lacks?)\b|n[’']t\b).*\b(?:stat(?:e|es|ed)|mention(?:s|ed)?|specif(?:y|ies|ied)|provid(?:e|es|ed)|contain(?:s|ed)?|includ(?:e|es|ed)|giv(?:e|es|en)|sa(?:y|ys|id)|know|known|information|details?|answer(?:s|ed)?|determined?|f(?:i|ou)nd|available|enough|sure|certain|context|documents?|passages?)\b/iu;

/**
 * Whether every sentence says that the answer is not known. Such a text is the same with the documents and without, so that what
 * compares the two (RePCS, the confidence gap) knows nothing of it (methods.md, section 1: score refusals apart).
 * English only: other languages' refusals are not seen. A text without a sentence refuses nothing.
 */
export function isRefusal(text: string, { sentences }: Pick<TaggedText, 'sentences'>): boolean {
	return sentences.length > 0 && sentences.every(({ start, end }) => denial.test(text.slice(start, end)));
}
