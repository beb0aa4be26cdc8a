import * as z from 'zod';
import { piiTypes, type PiiFound } from '../text/pii/pii-types.ts';
import { release } from './release.ts';

/** Exported again for the code that reads reviews. */
export { piiTypes } from '../text/pii/pii-types.ts';
export type { PiiFound, PiiType } from '../text/pii/pii-types.ts';

/** A personal value in a text: UTF-16 offsets `[start, end)`, and the value in the form in which values are compared. */
const piiFound: z.ZodType<PiiFound> = z.strictObject({
	start: z.number().int().nonnegative(),
	end: z.number().int().nonnegative(),
	type: z.enum(piiTypes),
	/** The value without case, spaces and punctuation. */
	normalized: z.string(),
	/** What found the value: the name of a rule, an entity list, or a model. */
	by: z.string(),
	/** Name of the model that found the value or a part of it. Absent: only rules found it. */
	model: z.string().optional(),
});

/** Why a reviewer must look at a sentence. */
export const markKinds = ['recognizer', 'public-surprise', 'leak', 'ungrounded', 'unread', 'unreleased', 'conflict'] as const;
/**
 * Kinds of items. `kept`: the sentence goes out unchanged. `redaction`: something is left out. `refill`: it has other words. `conflict`: it
 * states another value than a sentence beside it.
 */
export const itemKinds = ['kept', 'redaction', 'refill', 'conflict'] as const;

const markReason = z.strictObject({
	kind: z.enum(markKinds),
	/** The reason, in a sentence for the reviewer. */
	text: z.string(),
	/** The figures behind the reason, for people who ask for them. */
	figures: z.string().optional(),
});

/** What a reviewer decided about an item. */
const decision = z.strictObject({
	/**
	 * `accept`: the text stays as it was. `edit`: the text has other words. `redact`: something was removed. `restore`: the original is back.
	 */
	kind: z.enum(['accept', 'edit', 'redact', 'restore']),
	/** The item's text at that time. The decision applies only to this text. */
	text: z.string(),
	who: z.string().min(1),
	/** ISO 8601 with an offset. */
	when: z.string(),
});
export type ReviewDecision = z.infer<typeof decision>;

/** The part of an item that changes: the text that goes out, and the decisions with the text that each was about. */
const itemState = z.strictObject({ text: z.string(), decisions: z.array(decision) });
export type ItemState = z.infer<typeof itemState>;

const reviewItem = itemState.extend({
	/** ID of the item. It never changes. */
	id: z.string().min(1),
	kind: z.enum(itemKinds),
	/** The original sentence: from the trace, from the private original, or without one from the release. */
	original: z.string(),
	/** Whether `original` is private text that the release does not contain. */
	private: z.boolean(),
	/** Text that the rules alone proposed. */
	proposed: z.string(),
	reasons: z.array(markReason),
	/** Personal values in `original`. */
	pii: z.array(piiFound),
	/** Mean of −log p without contexts, nats per token. `null` if no model has read it. */
	surprise: z.number().nullable(),
	/** Risk from 0 to 1. It orders the items and is not a probability. */
	risk: z.number().min(0).max(1),
});
export type ReviewItem = z.infer<typeof reviewItem>;
export type ItemKind = ReviewItem['kind'];
export type MarkReason = z.infer<typeof markReason>;
export type MarkKind = MarkReason['kind'];

/** One step that undo takes back and redo applies again. */
const step = z.strictObject({
	action: z.enum(['accept', 'edit', 'redact', 'redact-value', 'restore', 'accept-kind']),
	who: z.string().min(1),
	when: z.string(),
	/** The normalized value, if the step redacted a value everywhere. The value may not come back as long as the step is in force. */
	value: z.string().nullable(),
	changes: z.array(z.strictObject({ item: z.string(), before: itemState, after: itemState })),
});
export type ReviewStep = z.infer<typeof step>;

/** Whether a release matches its entry in the ledger. `why` says in a sentence why it differs or was not checked. */
export const ledgerCheck = z.discriminatedUnion('kind', [
	z.strictObject({ kind: z.literal('matches') }),
	z.strictObject({ kind: z.literal('not-checked'), why: z.string() }),
	z.strictObject({ kind: z.literal('differs'), why: z.string() }),
]);
export type LedgerCheck = z.infer<typeof ledgerCheck>;

/** A review in progress. It is kept in `NAME.rag-assay-review.json`, where only its owner can read it. */
export const review = z
	.strictObject({
		schema: z.literal('rag-assay/review@1'),
		source: z.discriminatedUnion('kind', [
			/** The source is a release. Its guarantee covers the text until private text is added. */
			z.strictObject({
				kind: z.literal('release'),
				file: z.string(),
				release,
				/** Whether the private original was shown beside it. */
				privateShown: z.boolean(),
				/** Whether another text was reviewed under this name before: another release, or an answer without a guarantee. */
				otherShown: z.boolean(),
				checked: ledgerCheck,
			}),
			/** The source is any trace. It never has a guarantee. */
			z.strictObject({ kind: z.literal('trace'), file: z.string(), trace: z.string(), responseSha256: z.string() }),
		]),
		query: z.string(),
		items: z.array(reviewItem),
		/** White space and list marks before each item and after the last: `items.length + 1` texts. */
		between: z.array(z.string()),
		/** Placeholders. Each replaces a value everywhere in this review, such as `[NAME 1]`. */
		placeholders: z.array(z.strictObject({ normalized: z.string(), text: z.string() })),
		/** Number of reviewers who must have decided every item that must be looked at. */
		reviewers: z.number().int().min(1).max(2),
		/**
		 * A sample of items that were not marked and are looked at, too. `order` is their random order. The first `step` of them are drawn, and
		 * `step` more for each drawn item that was changed.
		 */
		audit: z.strictObject({ order: z.array(z.string()), step: z.number().int().nonnegative() }),
		/** What could not be known, in sentences. */
		notes: z.array(z.string()),
		/** Steps, oldest first. */
		history: z.array(step),
		/** How many steps of `history` are in force. */
		done: z.number().int().nonnegative(),
	})
	.refine(({ items, between, history, done }) => between.length === items.length + 1 && done <= history.length, {
		error: 'expected a text before each item and after the last, and no more steps in force than there are',
	});
export type Review = z.infer<typeof review>;
