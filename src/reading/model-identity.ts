import { z } from 'zod';
import type { Handed } from './declared.ts';

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
