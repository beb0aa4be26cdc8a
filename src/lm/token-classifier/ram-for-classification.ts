import { assumedHeads } from '../attention-budget.ts';
import { processBytes, tokenizerCopies, tokenizingBytes } from '../ram-for-scoring.ts';
import type { ClassifierConfig } from './classifier-config.ts';

/** Width of a model that does not say, that of BERT's large one; within a layer four times as much. */
const assumedWidth = 1024;
/** Attention maps of a layer that exist at a time, as of a decoder with plain operators, and copies of its other numbers. */
const [mapsAtOnce, rowsAtOnce] = [6, 8];
/** A token with its places, piece and class. */
const tokenBytes = 512;

/** What is classified. */
export interface ClassifiedTexts {
	/** Of all texts. */
	readonly characters: number;
	/** Of the longest. */
	readonly longest: number;
	/** Tokens that are read together. */
	readonly window: number;
}

/**
 * Bytes that a process needs in all for classifying texts: tokenizer, weights as the runtime packs them beside the file's, and one layer's numbers of a
 * window. An estimate from above.
 */
export function classifierMemory(
	{ weightBytes, tokenizerBytes }: { readonly weightBytes: number; readonly tokenizerBytes: number },
	{ heads = assumedHeads, width = assumedWidth, innerWidth = 4 * width }: Pick<ClassifierConfig, 'heads' | 'width' | 'innerWidth'>,
	{ characters, longest, window }: ClassifiedTexts,
): number {
	const maps = heads * window ** 2 * 4 * mapsAtOnce;
	const rows = window * (width + innerWidth) * 4 * rowsAtOnce;
	// A token has a character at least.
	return (
		processBytes +
		tokenizerBytes * tokenizerCopies +
		weightBytes * 2 +
		maps +
		rows +
		characters * 2 +
		longest * (tokenizingBytes + tokenBytes)
	);
}
