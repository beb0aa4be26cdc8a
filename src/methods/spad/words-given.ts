import { groupTokens, quantityAt } from './feature-values.ts';
import type { Span } from './span.ts';

/** What the contexts and the model's own layers give to a span's words: means of their parts of the tokens' probability, as they are, whatever a classifier makes of them. */
export interface WordsGiven {
	/** `new`: of new words; `all`: of all, where none is new. */
	readonly words: 'new' | 'all';
	readonly rag: number;
	readonly ffn: number;
}

export function wordsGiven(span: Span): WordsGiven {
	const tokens = groupTokens(span, 'new');
	const mean = (source: 'rag' | 'ffn'): number => tokens.reduce((sum, t) => sum + quantityAt(span.response, source, t), 0) / tokens.length;
	return { words: span.tokens.some((t) => span.syntax.isNew[t] === 1) ? 'new' : 'all', rag: mean('rag'), ffn: mean('ffn') };
}
