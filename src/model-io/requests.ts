import * as z from 'zod';
import type { Handed } from './schema.ts';
import { truncation } from './scores.ts';

export const generateResult = z.object({
	text: z.string(),
	finish: z.enum(['stop', 'length', 'cancelled']),
	truncation: truncation.nullable(),
});
export type GenerateResult = Handed<typeof generateResult>;

/**
 * The largest distances between two readings of one fixed text, nats. One reading scores the whole text at once. The other goes token by
 * token, as when an answer is written.
 */
export const readingDifference = z.object({
	/** Number of tokens of the text. */
	tokens: z.number().int(),
	logProbability: z.number(),
	entropy: z.number(),
});
export type ReadingDifference = Handed<typeof readingDifference>;

/** What is known of a form that was quantized dynamically to 8 bits: activations are rounded, too. */
export const dynamicQuantization = z.object({
	/** How far it is from a wider form in its folder, over a few fixed prompts. `null` if there is none that could be read. */
	compared: z
		.object({
			/** Of the wider form: its dtype, and its file in the folder, with `/`. */
			dtype: z.string(),
			file: z.string(),
			/** Number of tokens of the prompts, and for how many both forms find the same next token most probable. */
			tokens: z.number().int(),
			same: z.number().int(),
			/** Mean `KL(wider ‖ this)` of the next token, nats. */
			divergence: z.number(),
		})
		.nullable(),
});
export type DynamicQuantization = Handed<typeof dynamicQuantization>;

/** Which model ran, and how. `sha256` is the hash of everything that determines its numbers: graph, weights, tokenizer and template. */
export const modelIdentity = z.object({
	name: z.string(),
	sha256: z.string(),
	device: z.string(),
	dtype: z.string(),
	/** Hash of the prompt layout (`rag-assay/1` with the model's chat template). */
	layout: z.string(),
	/** Context window in tokens. */
	contextWindow: z.number(),
	/** Distances for a model whose numbers depend on the pieces in which a text is fed. Absent if they do not depend on the pieces. */
	readings: readingDifference.optional(),
});
export type ModelIdentity = Handed<typeof modelIdentity>;

/** The parts of a trace that a model reads. */
export const promptParts = z.object({
	system: z.string().optional(),
	query: z.string(),
	contexts: z.array(z.object({ id: z.string(), text: z.string() })),
	response: z.string().optional(),
});
export type PromptParts = Handed<typeof promptParts>;

export interface ReadOptions {
	readonly signal: AbortSignal;
	/** Reports the number of tokens fed so far, and the number of all tokens to feed. */
	readonly onProgress: (done: number, total: number) => void;
}

export interface ScoreOptions extends ReadOptions {
	/** Number of alternatives per token and path. */
	readonly topK: number;
	/** Whether the text is private, so that nothing about it may be kept. No cached result is used, and none is written. */
	readonly unkept?: boolean;
	/** What will be requested next for the same text. If a request is refused for lack of memory, the refusal says what all of it needs. */
	readonly also?: readonly ('hide' | 'mixture' | 'attribute')[];
}

export interface AttributeOptions extends ReadOptions {
	/**
	 * How far a source may be off, so that it is computed faster. The bound is proven. 0 or absent: exact. Classifiers and calibration need
	 * exact sources and never set it.
	 */
	readonly screen?: number | undefined;
}

export interface GenerateOptions {
	readonly maxTokens: number;
	/** Sampling temperature. 0 is greedy. */
	readonly temperature: number;
	readonly topP: number;
	/** Seed that makes sampling repeatable. */
	readonly seed?: number | undefined;
	readonly signal: AbortSignal;
	/** Receives the pieces of the answer, in order. Together they are the answer. */
	readonly onText: (piece: string) => void;
}
