import { mostOverlapped } from '../../text/sentences.ts';
import type { TextRange } from '../../text/tagged-text.ts';
import type { AttributedResponse } from '../../model-io/attribution.ts';
import type { Syntax } from './syntax.ts';

/** What features are taken of: some tokens of a response, all of them or a sentence's. */
export interface Span {
	readonly response: AttributedResponse;
	readonly syntax: Syntax;
	/** Indices of the tokens, ascending, at least one. */
	readonly tokens: readonly number[];
}

/** The whole response. @throws RangeError for one without tokens. */
export function responseSpan(response: AttributedResponse, syntax: Syntax): Span {
	return { response, syntax, tokens: nonEmpty(Array.from(response.tokenIds, (_, t) => t)) };
}

/**
 * One span a sentence, of the tokens that overlap it more than any other sentence (as everywhere in this product); `null` for a sentence
 * without a token of its own.
 * @param sentences UTF-16 ranges in the response text, in order
 */
export function sentenceSpans(response: AttributedResponse, syntax: Syntax, sentences: readonly TextRange[]): (Span | null)[] {
	const owned = sentences.map((): number[] => []);
	mostOverlapped(sentences, response.start, response.end).forEach((sentence, t) => owned[sentence]?.push(t));
	return owned.map((tokens) => (tokens.length === 0 ? null : { response, syntax, tokens }));
}

/** The same response, other tokens. @throws RangeError for none. */
export function withTokens(span: Span, tokens: readonly number[]): Span {
	return { ...span, tokens: nonEmpty(tokens) };
}

function nonEmpty(tokens: readonly number[]): readonly number[] {
	if (tokens.length === 0) throw new RangeError('a span holds at least one token');
	return tokens;
}
