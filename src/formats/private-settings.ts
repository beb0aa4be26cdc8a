import * as z from 'zod';

/** Ways to make a private answer. The first is the default (`docs/private.md` says what each can do). */
export const decoderNames = ['sentence-vote', 'public-list', 'gated-votes', 'per-token'] as const;
export type DecoderName = (typeof decoderNames)[number];

const share = z.number().min(0).max(1);

/** Shares of ε: for decoding, for choosing the sentences to cut, and for the keywords of a refill. */
const budgetSplit = z
	.strictObject({ decode: share, filter: share, refill: share })
	.refine(({ decode, filter, refill }) => Math.abs(decode + filter + refill - 1) < 1e-9, 'the shares must add up to 1');
export type BudgetSplit = z.infer<typeof budgetSplit>;

/** Settings that only experts change. `docs/private.md` has measurements of them. */
const expertSettings = z.strictObject({
	/**
	 * `absolute`: log-probabilities relative to the best, cut at `-clipBound` (PEARL). `difference`: relative to the model without contexts
	 * (InvisibleInk).
	 */
	clip: z.enum(['absolute', 'difference']).default('difference'),
	/** `C`, nats. Logits of a few tens are rounded in float32. Below the minimum, this rounding is no longer small compared with `C`. */
	clipBound: z.number().min(1e-3).default(2),
	/** `T`: largest number of tokens of an answer. */
	tokens: z.number().int().min(1).max(512).default(48),
	/** `K`: number of tokens of an answer that may be paid for. */
	payments: z.number().int().min(1).max(32).default(2),
	/** `M`: number of disjoint sets. A keyed hash assigns documents to them. Absent: as many as there are documents. */
	subsets: z.number().int().min(2).max(64).optional(),
	/** Number of tokens that one is chosen from: those that the model finds likeliest without contexts. */
	candidates: z.number().int().min(2).max(2000).default(200),
	/** Probability without contexts from which a token is free. */
	gate: z.number().gt(0).lt(1).default(0.9),
	/** How sentences of a long answer are chosen to be cut, by what the documents said. */
	filter: z.enum(['none', 'top-k', 'sparse-vector']).default('none'),
	/** `k` of that filter. */
	filtered: z.number().int().min(1).max(32).default(8),
	/** Number of keywords of a refill. */
	keywords: z.number().int().min(1).max(32).default(4),
	/** Whether sentences that state the same value in other words count as one. */
	countFacts: z.boolean().default(true),
});

/** How many values a public list may have, or how many words a vocabulary. */
export interface LineCount {
	readonly min: number;
	readonly max: number;
}
export const listLines: LineCount = { min: 2, max: 1000 };
export const vocabularyLines: LineCount = { min: 1, max: 100_000 };

/** Number of documents from which on ε is divided unless the settings say otherwise. Below it, all of ε goes to decoding. */
export const fewestToDivide = 16;

/** The settings of a private answer. All of them are public, so they must not depend on what the documents say. */
export const privateSettings = z.strictObject({
	/** ε and δ of the whole answer. */
	epsilon: z.number().positive().max(64).default(3),
	delta: z.number().gt(0).max(0.01).default(1e-5),
	decoder: z.enum(decoderNames).default('sentence-vote'),
	/** Number of sentences that each document may give. */
	sentences: z.number().int().min(1).max(8).default(1),
	/** Split of the budget. Absent: below 16 documents, everything goes to decoding. From 16 on, it is 0.6 / 0.1 / 0.3. */
	split: budgetSplit.optional(),
	/** For `public-list`: the values that the answer is chosen from. */
	list: z.array(z.string().min(1)).min(listLines.min).max(listLines.max).optional(),
	/** Public words that the keywords of a refill are chosen from. */
	vocabulary: z.array(z.string().min(1)).max(vocabularyLines.max).optional(),
	expert: expertSettings.prefault({}),
});
export type PrivateSettings = z.infer<typeof privateSettings>;
