import * as z from 'zod';
import type { Handed } from './schema.ts';
import type { PromptParts } from './requests.ts';
import { truncation } from './scores.ts';

/** How several prompts that differ in their documents are continued together. */
export const pathsDecoding = z.discriminatedUnion('kind', [
	/** Each by its own likeliest tokens. */
	z.object({ kind: z.literal('greedy') }),
	/** One text for all, token by token, by a clipped mean of their log-probabilities. */
	z.object({
		kind: z.literal('ensemble'),
		clip: z.enum(['absolute', 'difference']),
		/** `C`, nats. */
		clipBound: z.number().min(1e-3),
		/** ε_t of each token: bounded range. */
		stepEpsilon: z.number().positive(),
		candidates: z.number().int().positive(),
	}),
	/** The same, always by the likeliest of the mean: no privacy. For benches and tests; no release is made by it. */
	z.object({
		kind: z.literal('ensemble-without-noise'),
		clip: z.enum(['absolute', 'difference']),
		clipBound: z.number().min(1e-3),
		candidates: z.number().int().positive(),
	}),
	/** One text for all: tokens that are sure without documents are free, others are voted for. */
	z.object({
		kind: z.literal('gated-votes'),
		gate: z.number(),
		payments: z.number().int().positive(),
		/** ε of each payment. */
		stepEpsilon: z.number().positive(),
		candidates: z.number().int().positive(),
		/** Votes that abstaining counts as. */
		abstaining: z.number(),
		/** Public words, such as 'not', that are never free and that no path may vote for: with them, a model without documents refuses. */
		refusals: z.array(z.string()).optional(),
	}),
]);
export type PathsDecoding = z.infer<typeof pathsDecoding>;

/** What the longest path may be, by public numbers alone: so much memory is reserved, whatever the documents are. */
export const pathsBound = z.object({
	/** Tokens of a prompt and its answer; documents are cut to it. */
	window: z.number().int().positive(),
	/** Of all prompts, at most. */
	characters: z.number().int().nonnegative(),
});
export type PathsBound = z.infer<typeof pathsBound>;

/** What is known of paths before a document is read. */
export interface PathsRoom {
	/** How many, without the one that has no documents in a joint text. */
	readonly paths: number;
	/** Whether one text is written for all. */
	readonly jointly: boolean;
	readonly withoutContext: PromptParts;
	/** Of an answer, at most. */
	readonly maxTokens: number;
	/** Of all prompts, at most. */
	readonly characters: number;
}

/** What is decoded. All but the documents is public. */
export interface PathsRequest {
	/**
	 * One for each document or subset of them; `null` for a blank document or an empty subset: it says nothing and keeps its place. One
	 * without contexts is the model without documents, and public.
	 */
	readonly paths: readonly (PromptParts | null)[];
	readonly withoutContext: PromptParts;
	/** Of an answer, at most. */
	readonly maxTokens: number;
	readonly decoding: PathsDecoding;
	/** As `roomForPaths` has it; absent: memory is reserved for the paths as they are. */
	readonly bound?: PathsBound | undefined;
	/** For tests: what is drawn with it is not private. */
	readonly seed?: number | undefined;
}

/** Of a path whose documents do not fit into the context window: cut by a rule that reads no other path. Absent: all were read whole. */
const truncations = z.array(z.object({ path: z.number().int(), truncation })).optional();

/** What several paths gave. Private, until a mechanism has released it. */
export const pathsResult = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('greedy'),
		/** One for each path, in order. */
		paths: z.array(z.object({ text: z.string(), finish: z.enum(['stop', 'length', 'cancelled']) })),
		truncations,
	}),
	z.object({
		kind: z.literal('joint'),
		text: z.string(),
		/** `redacted`: the last sentence breaks off, because no payment was left or the paths abstained. */
		finish: z.enum(['stop', 'length', 'cancelled', 'redacted']),
		/** Tokens that were paid for, an end that was drawn included. */
		paid: z.number().int(),
		tokens: z.number().int(),
		truncations,
	}),
]);
export type PathsResult = Handed<typeof pathsResult>;
