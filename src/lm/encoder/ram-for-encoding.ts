import { assumedHeads } from '../attention-budget.ts';
import { processBytes, tokenizerCopies, tokenizingBytes } from '../ram-for-scoring.ts';
import type { EncoderConfig } from './encoder-config.ts';

/** Width of a model that does not say, that of BERT's large one; within a layer four times as much. */
const assumedWidth = 1024;
/** Attention maps of a layer that exist at a time, as of a decoder with plain operators, and copies of its other numbers. */
const [mapsAtOnce, rowsAtOnce] = [6, 8];

/** Bytes of a loaded encoder: tokenizer, and weights as the runtime packs them beside the file's. */
export function heldByEncoder({ weightBytes, tokenizerBytes }: { readonly weightBytes: number; readonly tokenizerBytes: number }): number {
	return tokenizerBytes * tokenizerCopies + weightBytes * 2;
}

/** What is embedded together at most. */
export interface EmbeddedBatch {
	readonly texts: number;
	/** Of the longest. */
	readonly tokens: number;
	/** Of all texts of a request. */
	readonly characters: number;
	/** Of its longest text. */
	readonly longest: number;
}

/** Bytes that a process needs in all for embedding texts, the loaded encoder included: one layer's numbers of a batch. An estimate from above. */
export function encoderMemory(
	held: number,
	{ heads = assumedHeads, width = assumedWidth, innerWidth = 4 * width }: Pick<EncoderConfig, 'heads' | 'width' | 'innerWidth'>,
	{ texts, tokens, characters, longest }: EmbeddedBatch,
): number {
	const maps = texts * heads * tokens ** 2 * 4 * mapsAtOnce;
	const rows = texts * tokens * (width + innerWidth) * 4 * rowsAtOnce;
	return processBytes + held + maps + rows + characters * 2 + longest * tokenizingBytes;
}
