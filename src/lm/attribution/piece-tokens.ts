import { chunkTokens } from '../feeding.ts';
import type { DecoderStructure } from '../../onnx/recognise/decoder.ts';

/** Multiply-adds between two chances to cancel: about a third of a second on two cores. */
const work = 2 ** 36;
/** What is held of the tokens that are fed grows with them. */
const most = 512;

/**
 * Tokens that an attribution feeds at a time: at least as many as scoring does, and as many as are done soon. A small model takes a
 * usual text in one piece, which is a tenth faster than in pieces of 128 tokens.
 */
export function pieceTokens({ blocks, hidden }: Pick<DecoderStructure, 'blocks' | 'hidden'>): number {
	// Usual decoders have 12 d² weights in a layer, which is two blocks.
	return Math.max(chunkTokens, Math.min(most, Math.floor(work / (6 * blocks.length * hidden ** 2))));
}
