import { z } from 'zod';
import { decoderNames, privateSettings } from './private-settings.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What is promised of a release, and to whom: so many documents give it with nearly the same probability when the text of any one of them is nothing. (Their number is public: steps, thresholds and weights are set by it.) */
export const guarantee = z.strictObject({
	epsilon: z.number().nonnegative(),
	delta: z.number().nonnegative(),
	adjacency: z.literal('the text of one document replaced by nothing'),
	/** What it is for a person with so many documents. */
	group: z.array(z.strictObject({ documents: z.number().int().positive(), epsilon: z.number(), delta: z.number() })),
	/** What it does not cover, in sentences: which documents were retrieved, how many there are, … */
	notCovered: z.array(z.string()),
});
export type Guarantee = z.infer<typeof guarantee>;

/** The ledger's entry that paid for a release. */
export const ledgerEntry = z.strictObject({ entry: z.number().int().nonnegative(), hash: sha256 });

/** A piece of a release. The counts by which it was decided are private and stand nowhere. */
const releasedSentence = z.strictObject({
	text: z.string(),
	/** `fallback`: generic text where nothing could be released. */
	kind: z.enum(['released', 'redacted', 'refilled', 'fallback']),
	/** Sentences, by index, that say another value of the same. */
	conflictsWith: z.array(z.number().int().nonnegative()).default([]),
});
export type ReleasedSentence = z.infer<typeof releasedSentence>;

/** What a person decided about a sentence, counted from 1. */
export const decision = z.strictObject({
	sentence: z.number().int().positive(),
	kind: z.enum(['accept', 'edit', 'redact', 'restore']),
	who: z.string(),
	/** ISO 8601 with an offset. */
	when: z.string(),
});

/** A private answer, as `rag-assay private generate` writes it: nothing in it is private but by the guarantee. */
export const release = z.strictObject({
	schema: z.literal('rag-assay/release@1'),
	/** Random. */
	id: z.string().min(1),
	/** ISO 8601 with an offset. */
	when: z.string(),
	/** Who asked for it. */
	who: z.string(),
	model: z.string(),
	query: z.string(),
	/** Name of the corpus that the budget belongs to. */
	corpus: z.string(),
	/** Retrieved documents: public. */
	documents: z.number().int().nonnegative(),
	/** How it was made; the settings have the rest. */
	decoder: z.enum(decoderNames),
	settings: privateSettings,
	text: z.string(),
	sentences: z.array(releasedSentence),
	/** `null`: none, and `notes` say why (a seeded run, a refill by somebody's own text, …). */
	guarantee: guarantee.nullable(),
	/** The ledger's entry that paid for it; `null` for a seeded run, which cannot be released. */
	ledger: ledgerEntry.nullable(),
	/** By people: none of a release as it is made. What a review decides is kept beside it, and goes out with the reviewed text (`rag-assay/reviewed@1`). */
	decisions: z.array(decision),
	/** Who rewrote it, where somebody did: a local model or an endpoint. */
	filler: z.string().nullable(),
	notes: z.array(z.string()),
});
export type Release = z.infer<typeof release>;
