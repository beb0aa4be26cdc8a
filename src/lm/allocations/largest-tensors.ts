import { assumedHeads } from '../attention-budget.ts';
import { chunkTokens, type Feeding } from '../prefill.ts';
import type { DecoderSession } from '../decoder-session.ts';
import type { AllocationLimit } from './allocation-limit.ts';

/** What of a loaded model decides the largest tensor of reading with it. */
export interface ReadingModel extends Pick<Feeding, 'logitsBudget' | 'firstPiece'> {
	readonly session: Pick<
		DecoderSession,
		'vocabulary' | 'logitBytes' | 'takesCache' | 'trimsLogits' | 'maxInputTokens' | 'largestCacheBytes'
	>;
	/** Query heads, where they are known. */
	readonly heads: number | undefined;
}

/** A tensor, as the beginning of a sentence, and its bytes. */
export interface Piece {
	readonly what: string;
	readonly bytes: number;
}

/** Bytes of one layer's attention map of `rows` tokens over `keys`. */
export function attentionMap(heads: number | undefined, rows: number, keys: number): number {
	return (heads ?? assumedHeads) * rows * keys * 4;
}

/** How many tokens are fed at a time at most, so that a layer's attention map over `window` tokens stays below the limit. */
export function tokensAtATime(limit: AllocationLimit | undefined, heads: number | undefined, window: number): number {
	return limit === undefined ? chunkTokens : Math.max(1, Math.min(chunkTokens, Math.floor((limit - 1) / attentionMap(heads, 1, window))));
}

/** The largest tensor of reading a text of `tokens` tokens, its response included: an estimate from above. */
export function largestPiece({ session, heads, firstPiece, logitsBudget }: ReadingModel, tokens: number): Piece {
	const first = session.takesCache ? firstPiece(tokens) : tokens;
	const rows = Math.max(first, session.maxInputTokens);
	const logitsRow = session.vocabulary * session.logitBytes;
	const pieces: Piece[] = [
		{
			what: `A layer's attention over a text of ${tokens.toLocaleString('en')} tokens`,
			bytes: attentionMap(heads, Math.min(rows, tokens), tokens),
		},
		{
			what: `The output of ${first.toLocaleString('en')} tokens, which this model reads at once,`,
			bytes: first > session.maxInputTokens && !session.trimsLogits ? first * logitsRow : Math.max(logitsRow, logitsBudget),
		},
		{ what: `A layer's cache of ${tokens.toLocaleString('en')} tokens`, bytes: session.largestCacheBytes(tokens) },
	];
	return pieces.reduce((max, piece) => (piece.bytes > max.bytes ? piece : max));
}
