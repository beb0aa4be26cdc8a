import { z } from 'zod';
import { piiTypes, type PiiFound } from '../text/pii/found.ts';
import { release } from './release.ts';

/** Of the recognizers, for those who read reviews. */
export { piiTypes } from '../text/pii/found.ts';
export type { PiiFound, PiiType } from '../text/pii/found.ts';

/** A personal value in a text: UTF-16 offsets `[start, end)`, and the value as it is compared with others. */
export const piiFound: z.ZodType<PiiFound> = z.strictObject({
	start: z.number().int().nonnegative(),
	end: z.number().int().nonnegative(),
	type: z.enum(piiTypes),
	/** Case, spaces and punctuation aside. */
	normalized: z.string(),
	/** Who found it: a rule by its name, an entity list, a model. */
	by: z.string(),
});

/** Why a sentence is to be looked at. */
const markReason = z.strictObject({
	kind: z.enum(['recognizer', 'public-surprise', 'leak', 'ungrounded', 'unreleased', 'conflict', 'by-hand']),
	/** In a sentence for the reviewer. */
	text: z.string(),
});

/** What a reviewer decided about an item. */
const decision = z.strictObject({
	/** `accept`: what is proposed. `edit`: other words. `restore`: the original. */
	kind: z.enum(['accept', 'edit', 'restore']),
	text: z.string(),
	who: z.string(),
	when: z.string(),
});
export type ReviewDecision = z.infer<typeof decision>;

const reviewItem = z.strictObject({
	/** Stands for good. */
	id: z.string().min(1),
	/** `kept`: nothing speaks against it. */
	kind: z.enum(['kept', 'redaction', 'refill', 'conflict']),
	/** The sentence as the private pipeline or the trace has it: private. */
	original: z.string(),
	proposed: z.string(),
	reasons: z.array(markReason),
	/** In `original`. */
	pii: z.array(piiFound),
	/** 0 to 1, the order of the review. */
	risk: z.number().min(0).max(1),
	/** Drawn from what was not marked, to be looked at nevertheless. */
	audited: z.boolean(),
	decisions: z.array(decision),
});
export type ReviewItem = z.infer<typeof reviewItem>;

/** A review that goes on, kept where its owner alone can read it: `NAME.rag-assay-review.json`. */
export const review = z.strictObject({
	schema: z.literal('rag-assay/review@1'),
	source: z.discriminatedUnion('kind', [
		/** Covered by the release's guarantee until private text comes in. */
		z.strictObject({ kind: z.literal('release'), file: z.string().nullable(), release }),
		/** Of any trace: no guarantee throughout. */
		z.strictObject({ kind: z.literal('trace'), file: z.string(), trace: z.string(), responseSha256: z.string() }),
	]),
	query: z.string(),
	items: z.array(reviewItem),
	/** White space before each item, and after the last: `items.length + 1` texts. */
	between: z.array(z.string()),
	/** Reviewers that must have decided every item that was marked. */
	reviewers: z.number().int().min(1).max(2),
	/** States that undo goes back to and redo forward to, oldest first: which item, and its decisions before and after. */
	history: z.array(z.strictObject({ item: z.string(), before: z.array(decision), after: z.array(decision) })),
	/** How many of `history` are in force. */
	done: z.number().int().nonnegative(),
});
export type Review = z.infer<typeof review>;
