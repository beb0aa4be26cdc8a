import { z } from 'zod';
import { piiTypes, type PiiFound } from '../text/pii/pii-types.ts';
import { release } from './release.ts';

/** Of the recognizers, for those who read reviews. */
export { piiTypes } from '../text/pii/pii-types.ts';
export type { PiiFound, PiiType } from '../text/pii/pii-types.ts';

/** A personal value in a text: UTF-16 offsets `[start, end)`, and the value as it is compared with others. */
export const piiFound: z.ZodType<PiiFound> = z.strictObject({
	start: z.number().int().nonnegative(),
	end: z.number().int().nonnegative(),
	type: z.enum(piiTypes),
	/** Case, spaces and punctuation aside. */
	normalized: z.string(),
	/** Who found it: a rule by its name, an entity list, a model. */
	by: z.string(),
	/** The model that found it or a part of it, by its name; absent: rules alone. */
	model: z.string().optional(),
});

/** Why a sentence is to be looked at. */
export const markKinds = ['recognizer', 'public-surprise', 'leak', 'ungrounded', 'unread', 'unreleased', 'conflict'] as const;
/** What a sentence is; `kept`: it goes out as it is, `redaction`: less of it, `refill`: other words, `conflict`: it says another value than one beside it. */
export const itemKinds = ['kept', 'redaction', 'refill', 'conflict'] as const;

const markReason = z.strictObject({
	kind: z.enum(markKinds),
	/** In a sentence for the reviewer. */
	text: z.string(),
	/** The figures behind it, for those who ask. */
	figures: z.string().optional(),
});

/** What a reviewer decided about an item. */
const decision = z.strictObject({
	/** `accept`: the text as it stood. `edit`: other words. `redact`: something was taken out. `restore`: the original. */
	kind: z.enum(['accept', 'edit', 'redact', 'restore']),
	/** What the item read then: the decision is about this text alone. */
	text: z.string(),
	who: z.string().min(1),
	/** ISO 8601 with an offset. */
	when: z.string(),
});
export type ReviewDecision = z.infer<typeof decision>;

/** What changes of an item: the text that goes out, and what was decided about it and what it read before. */
const itemState = z.strictObject({ text: z.string(), decisions: z.array(decision) });
export type ItemState = z.infer<typeof itemState>;

const reviewItem = itemState.extend({
	/** Stands for good. */
	id: z.string().min(1),
	kind: z.enum(itemKinds),
	/** The sentence as the trace, the private original or, without one, the release has it. */
	original: z.string(),
	/** Whether `original` is private text that the release does not have. */
	private: z.boolean(),
	/** What was made by rules alone. */
	proposed: z.string(),
	reasons: z.array(markReason),
	/** In `original`. */
	pii: z.array(piiFound),
	/** Mean of −log p without contexts, nats a token; `null`: no model has read it. */
	surprise: z.number().nullable(),
	/** 0 to 1: an order, no probability. */
	risk: z.number().min(0).max(1),
});
export type ReviewItem = z.infer<typeof reviewItem>;
export type ItemKind = ReviewItem['kind'];
export type MarkReason = z.infer<typeof markReason>;
export type MarkKind = MarkReason['kind'];

/** One step that undo takes back and redo makes again. */
const step = z.strictObject({
	action: z.enum(['accept', 'edit', 'redact', 'redact-value', 'restore', 'accept-kind']),
	who: z.string().min(1),
	when: z.string(),
	/** Of a value that was redacted everywhere: normalized. As long as the step is in force it may not come back. */
	value: z.string().nullable(),
	changes: z.array(z.strictObject({ item: z.string(), before: itemState, after: itemState })),
});
export type ReviewStep = z.infer<typeof step>;

/** Whether a release is the one that its ledger's entry recorded; why it is not, or was not looked at, in a sentence. */
export const ledgerCheck = z.discriminatedUnion('kind', [
	z.strictObject({ kind: z.literal('matches') }),
	z.strictObject({ kind: z.literal('not-checked'), why: z.string() }),
	z.strictObject({ kind: z.literal('differs'), why: z.string() }),
]);
export type LedgerCheck = z.infer<typeof ledgerCheck>;

/** A review that goes on, kept where its owner alone can read it: `NAME.rag-assay-review.json`. */
export const review = z
	.strictObject({
		schema: z.literal('rag-assay/review@1'),
		source: z.discriminatedUnion('kind', [
			/** Covered by the release's guarantee until private text comes in. */
			z.strictObject({
				kind: z.literal('release'),
				file: z.string(),
				release,
				/** Whether the private original was on screen beside it. */
				privateShown: z.boolean(),
				/** Whether another text was reviewed under this name before: another release, or an answer without a guarantee. */
				otherShown: z.boolean(),
				checked: ledgerCheck,
			}),
			/** Of any trace: no guarantee throughout. */
			z.strictObject({ kind: z.literal('trace'), file: z.string(), trace: z.string(), responseSha256: z.string() }),
		]),
		query: z.string(),
		items: z.array(reviewItem),
		/** White space and list marks before each item, and after the last: `items.length + 1` texts. */
		between: z.array(z.string()),
		/** What stands for a value everywhere in this review, such as `[NAME 1]`. */
		placeholders: z.array(z.strictObject({ normalized: z.string(), text: z.string() })),
		/** Reviewers who must have decided every item that is to be looked at. */
		reviewers: z.number().int().min(1).max(2),
		/** Items that were not marked, in the random order in which they are drawn to be looked at nevertheless, `step` of them and as many more for each that was changed. */
		audit: z.strictObject({ order: z.array(z.string()), step: z.number().int().nonnegative() }),
		/** What could not be known, in sentences. */
		notes: z.array(z.string()),
		/** Oldest first. */
		history: z.array(step),
		/** How many of `history` are in force. */
		done: z.number().int().nonnegative(),
	})
	.refine(({ items, between, history, done }) => between.length === items.length + 1 && done <= history.length, {
		error: 'expected a text before each item and after the last, and no more steps in force than there are',
	});
export type Review = z.infer<typeof review>;
