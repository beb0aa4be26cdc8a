/** Names of `formatControl`'s features. */
export const formatControlNames = ['SENTENCES', 'TOKENS', 'QUESTIONS'] as const;

/**
 * What an answer looks like, whatever it says: a classifier that does well on this alone has been given the answer by the data
 * (docs/methods/spad.md, format-only control).
 * @param sentences of the response
 * @param tokens of the span that is judged
 * @param query its question marks are counted, each run of them once
 */
export function formatControl(sentences: number, tokens: number, query: string): number[] {
	return [sentences, tokens, query.match(/[?？؟]+/gu)?.length ?? 0];
}
