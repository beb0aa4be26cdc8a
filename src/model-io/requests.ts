import { z } from 'zod';
import type { Handed } from './schema.ts';
import { truncation } from './scores.ts';

export const generateResult = z.object({
	text: z.string(),
	finish: z.enum(['stop', 'length', 'cancelled']),
	truncation: truncation.nullable(),
});
export type GenerateResult = Handed<typeof generateResult>;

/** How far two readings of one fixed text are apart: at once, as texts are scored, and token by token, as answers are written. Largest distances, nats. */
export const readingDifference = z.object({
	/** Of the text. */
	tokens: z.number().int(),
	logProbability: z.number(),
	entropy: z.number(),
});
export type ReadingDifference = Handed<typeof readingDifference>;

/** Which model, run how. `sha256` is the content hash of everything that decides its numbers (graph, weights, tokenizer, template). */
export const modelIdentity = z.object({
	name: z.string(),
	sha256: z.string(),
	device: z.string(),
	dtype: z.string(),
	/** Hash of the prompt layout (`rag-assay/1` with the model's chat template). */
	layout: z.string(),
	/** Context window in tokens. */
	contextWindow: z.number(),
	/** Of a model whose numbers depend on the pieces in which a text is fed; absent: they do not depend on it. */
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
	/** Tokens fed so far, of all that are to be fed. */
	readonly onProgress: (done: number, total: number) => void;
}

export interface ScoreOptions extends ReadOptions {
	/** Alternatives a token and path. */
	readonly topK: number;
	/** Of a private text that nothing is to be kept of: no result of a cache, and none for it. */
	readonly unkept?: boolean;
	/** What will be asked of the same text next: a refusal for want of memory says what all of it needs. */
	readonly also?: readonly ('mixture' | 'attribute')[];
}

export interface AttributeOptions extends ReadOptions {
	/**
	 * How far a source may be off, proven, so that it is computed faster; 0 or absent: exact. What rests on exact sources (classifiers,
	 * calibration) never asks for it.
	 */
	readonly screen?: number | undefined;
}

export interface GenerateOptions {
	readonly maxTokens: number;
	/** 0 is greedy. */
	readonly temperature: number;
	readonly topP: number;
	/** Makes sampling repeatable. */
	readonly seed?: number | undefined;
	readonly signal: AbortSignal;
	/** Pieces of the answer, in order; together they are the answer. */
	readonly onText: (piece: string) => void;
}
