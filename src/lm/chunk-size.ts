import { assumedHeads, mapBudget, mapCopies } from './attention-budget.ts';
import type { DecoderSession } from './decoder-session.ts';
import { chunkTokens, rowsWithin } from './prefill.ts';

/**
 * Tokens of a piece of a text of `total` tokens, for a model whose numbers depend on what is fed together: every reading of it cuts the text
 * there, counted from its first token, and nowhere else, so that all figures about it are of one reading.
 */
export type Pieces = (total: number) => number;

/** Operators that take the range of what they quantize from all that is fed. */
const dynamicOperators = ['DynamicQuantizeLinear', 'DynamicQuantizeMatMul', 'DynamicQuantizeLSTM'];
/** Whether a graph quantizes activations by the range of what is fed, so that a row depends on what is fed beside it. @param operators as `domain:name`. */
export function quantizesByRange(operators: ReadonlySet<string>): boolean {
	return dynamicOperators.some((operator) => [':', 'com.microsoft:'].some((domain) => operators.has(domain + operator)));
}

/** A model, as far as it decides how its texts are cut. */
export interface CutModel {
	readonly session: Pick<DecoderSession, 'vocabulary' | 'logitBytes' | 'maxInputTokens' | 'takesCache' | 'branches'>;
	/** Query heads, where they are known. */
	readonly heads: number | undefined;
	/** Bytes of logits that may be held at once, of two paths. */
	readonly logitsBudget: number;
	/** Whether what the cache keeps of a token depends on how long the text is. */
	readonly byLength: boolean;
}

/**
 * Pieces that scoring and attribution can both feed, with the memory that is allowed for logits and attention maps. An attribution does not
 * go on from a cache that is not there, that only one of a graph's two ways takes, or that depends on a text's length: such a text is read at once.
 */
export function fixedPieces({ session, heads = assumedHeads, logitsBudget, byLength }: CutModel): Pieces {
	if (!session.takesCache || session.branches || byLength) return (total) => total;
	const rows = rowsWithin(session, logitsBudget / 2);
	return (total) => Math.max(1, Math.min(chunkTokens, rows, Math.floor(mapBudget / (heads * total * 4 * mapCopies))));
}
