import { z } from 'zod';

/** How a private answer is made, the first by default (`docs/private.md` says what each can do). */
export const decoderNames = ['sentence-vote', 'public-list', 'gated-votes', 'per-token'] as const;
export type DecoderName = (typeof decoderNames)[number];

const share = z.number().min(0).max(1);

/** Shares of ε for decoding, for choosing the sentences to be cut, and for the keywords of a refill. */
const budgetSplit = z
	.strictObject({ decode: share, filter: share, refill: share })
	.refine(({ decode, filter, refill }) => Math.abs(decode + filter + refill - 1) < 1e-9, 'the shares must add up to 1');
export type BudgetSplit = z.infer<typeof budgetSplit>;

/** What only experts change; `docs/private.md` has what was measured of it. */
const expertSettings = z.strictObject({
	/** `absolute`: log-probabilities under the best, cut at `-clipBound` (PEARL). `difference`: against the model without contexts (InvisibleInk). */
	clip: z.enum(['absolute', 'difference']).default('difference'),
	/** `C`, nats. Below the minimum the rounding of logits, which are of some tens in float32, is no longer small beside it. */
	clipBound: z.number().min(1e-3).default(2),
	/** `T`: tokens of an answer at most. */
	tokens: z.number().int().min(1).max(512).default(48),
	/** `K`: tokens of an answer that may be paid for. */
	payments: z.number().int().min(1).max(32).default(2),
	/** `M`: disjoint sets that documents are put into by a keyed hash; absent: as many as documents. */
	subsets: z.number().int().min(2).max(64).optional(),
	/** Tokens that the model finds likeliest without contexts, of which one is chosen. */
	candidates: z.number().int().min(2).max(2000).default(200),
	/** Probability without contexts from which a token is free. */
	gate: z.number().gt(0).lt(1).default(0.9),
	/** Which sentences of a long answer are cut by what the documents said. */
	filter: z.enum(['none', 'top-k', 'sparse-vector']).default('none'),
	/** `k` of that filter. */
	filtered: z.number().int().min(1).max(32).default(8),
	/** Keywords of a refill. */
	keywords: z.number().int().min(1).max(32).default(4),
	/** Sentences that state the same value in other words count as one. */
	countFacts: z.boolean().default(true),
});

/** How many values a public list may have, and words a vocabulary. */
export interface LineCount {
	readonly min: number;
	readonly max: number;
}
export const listLines: LineCount = { min: 2, max: 1000 };
export const vocabularyLines: LineCount = { min: 1, max: 100_000 };

/** What a private answer is made by. Everything in it is public: it may not be chosen by what the documents say. */
export const privateSettings = z.strictObject({
	/** ε and δ of the whole answer. */
	epsilon: z.number().positive().max(64).default(3),
	delta: z.number().gt(0).max(0.01).default(1e-5),
	decoder: z.enum(decoderNames).default('sentence-vote'),
	/** Sentences that each document may give. */
	sentences: z.number().int().min(1).max(8).default(1),
	/** Absent: all for decoding below 16 documents, 0.6 / 0.1 / 0.3 from there on. */
	split: budgetSplit.optional(),
	/** Of `public-list`: what the answer is one of. */
	list: z.array(z.string().min(1)).min(listLines.min).max(listLines.max).optional(),
	/** Public words, of which the keywords of a refill are chosen. */
	vocabulary: z.array(z.string().min(1)).max(vocabularyLines.max).optional(),
	expert: expertSettings.prefault({}),
});
export type PrivateSettings = z.infer<typeof privateSettings>;
