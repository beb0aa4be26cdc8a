import * as z from 'zod';
import { decoderNames, privateSettings } from './private-settings.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The guarantee of a release. This number of documents gives the release with nearly the same probability if the text of any one of them is
 * replaced with nothing. (The number of documents is public. It determines steps, thresholds and weights.)
 */
export const guarantee = z.strictObject({
	epsilon: z.number().nonnegative(),
	delta: z.number().nonnegative(),
	adjacency: z.literal('the text of one document replaced by nothing'),
	/** The guarantee for a person with this many documents. */
	group: z.array(z.strictObject({ documents: z.number().int().positive(), epsilon: z.number(), delta: z.number() })),
	/** What the guarantee does not cover, in sentences: which documents were retrieved, how many there are, … */
	notCovered: z.array(z.string()),
});
export type Guarantee = z.infer<typeof guarantee>;

/** The ledger's entry that paid for a release. */
export const ledgerEntry = z.strictObject({ entry: z.number().int().nonnegative(), hash: sha256 });

/** A piece of a release. The counts that decided it are private and are not recorded anywhere. */
const releasedSentence = z.strictObject({
	text: z.string(),
	/** Kind of the sentence. `fallback`: generic text, because nothing could be released. */
	kind: z.enum(['released', 'redacted', 'refilled', 'fallback']),
	/** Sentences, by index, that state another value for the same thing. */
	conflictsWith: z.array(z.number().int().nonnegative()).default([]),
});
export type ReleasedSentence = z.infer<typeof releasedSentence>;

/** What a person decided about a sentence. Sentences count from 1. */
export const decision = z.strictObject({
	sentence: z.number().int().positive(),
	kind: z.enum(['accept', 'edit', 'redact', 'restore']),
	who: z.string(),
	/** ISO 8601 with an offset. */
	when: z.string(),
});

/** A private answer, as `rag-assay private generate` writes it. It says about the private documents only what its guarantee allows. */
export const release = z.strictObject({
	schema: z.literal('rag-assay/release@1'),
	/** Random ID. */
	id: z.string().min(1),
	/** ISO 8601 with an offset. */
	when: z.string(),
	/** Person who asked for the answer. */
	who: z.string(),
	model: z.string(),
	query: z.string(),
	/** Name of the corpus that the budget belongs to. */
	corpus: z.string(),
	/** Number of retrieved documents. It is public. */
	documents: z.number().int().nonnegative(),
	/** How the answer was made. The settings have the rest. */
	decoder: z.enum(decoderNames),
	settings: privateSettings,
	text: z.string(),
	sentences: z.array(releasedSentence),
	/** The guarantee. `null` if there is none. `notes` then say why (a seeded run, a refill by somebody's own text, …). */
	guarantee: guarantee.nullable(),
	/** The ledger's entry that paid for the answer. `null` for a seeded run, which cannot be released. */
	ledger: ledgerEntry.nullable(),
	/**
	 * Decisions by people. A new release has none. A review's decisions are kept beside the release, and go out with the reviewed text
	 * (`rag-assay/reviewed@1`).
	 */
	decisions: z.array(decision),
	/** What rewrote the answer: a local model or an endpoint. `null` if nothing did. */
	filler: z.string().nullable(),
	notes: z.array(z.string()),
});
export type Release = z.infer<typeof release>;
