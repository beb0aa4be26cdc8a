import { blockElements } from '../../onnx/emit/probes.ts';
import type { DecoderStructure } from '../../onnx/recognize/decoder.ts';
import { mapBudget, mapCopies } from '../attention-budget.ts';
import { chunkTokens } from '../prefill.ts';

/** Multiply-adds between two chances to cancel: about a third of a second on two cores. */
const task = 2 ** 36;
/** What is held of the tokens that are fed grows with them. */
const max = 512;

/**
 * Tokens that an attribution feeds at a time: at least as many as scoring does, and as many as are done soon. A small model takes a
 * usual text in one piece, which is a tenth faster than in pieces of 128 tokens.
 */
export function pieceTokens({ blocks, hidden }: Pick<DecoderStructure, 'blocks' | 'hidden'>): number {
	// Usual decoders have 12 d² weights in a layer, which is two blocks.
	return Math.max(chunkTokens, Math.min(max, Math.floor(task / (6 * blocks.length * hidden ** 2))));
}

/** What decides the memory of an attribution. */
export interface AttributionSize {
	readonly weightBytes: number;
	/** Query heads. */
	readonly heads: number;
	readonly structure: Pick<DecoderStructure, 'vocabulary' | 'hidden' | 'blocks'>;
	/** Whether a text is fed in pieces; otherwise all at once. */
	readonly takesCache: boolean;
	/** Keys and values of all tokens. */
	readonly cacheBytes: number;
	readonly screened: boolean;
}

/** A block of logits of the probes, its softmax, and what the runtime's arena keeps of the like. */
const probeBytes = 4 * blockElements * 3;

/** Of the unembedding, while the runtime works out what a screen knows of it; measured with a vocabulary of 150,000: 6.3. */
const openingCopies = 7;

/**
 * Bytes that attributing takes besides a loaded model: a second session over the same weights, which may hold them in its own
 * packing, the dequantized unembedding, its cache while one replaces the other, attention maps, states and shares of the rows.
 * An estimate from above.
 */
export function attributionMemory(
	{ weightBytes, heads, structure: { vocabulary, hidden, blocks }, takesCache, cacheBytes, screened }: AttributionSize,
	tokens: number,
	rows: number,
): number {
	const chunk = Math.min(chunkTokens, rows);
	const maps = !takesCache
		? mapCopies * heads * tokens ** 2 * 4
		: Math.max(
				mapCopies * heads * tokens * 4,
				Math.min(mapBudget, mapCopies * heads * Math.max(chunk, Math.min(pieceTokens({ blocks, hidden }), tokens)) * tokens * 4),
			);
	// Of each block the rows of the state, and of each attention block the shares by key.
	const states = blocks.length * chunk * (3 * hidden + 2 * tokens) * 4;
	// The runtime lets the states of all tokens fed live until their rows are taken.
	const fed = blocks.length * (takesCache ? Math.min(pieceTokens({ blocks, hidden }), tokens) : tokens) * hidden * 4;
	const unembedding = vocabulary * hidden * 4;
	const running = 2 * cacheBytes + maps + probeBytes + states + fed + (screened ? unembedding / 4 : 0);
	return weightBytes * 2 + unembedding + Math.max(running, screened ? unembedding * openingCopies : 0);
}
