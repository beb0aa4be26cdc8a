import * as z from 'zod';
import { decoderNames } from './private-settings.ts';
import { decision, guarantee, ledgerEntry } from './release.ts';

/** What stands where a guarantee would, so that nobody has to notice that something is missing. */
export const noGuarantee = 'no privacy guarantee';
/** What stands there where a release's file says that there is one, and no ledger that was looked at agrees. */
export const unverifiedGuarantee = 'guarantee claimed, not verified';

/** What a text promises of the documents behind it. */
export const promise = z.union([guarantee, z.literal(unverifiedGuarantee), z.literal(noGuarantee)]);
export type Promised = z.infer<typeof promise>;

/** A reviewed text, as it may be handed on. Nothing of an original stands in it but what people have let through. */
export const reviewed = z.object({
	schema: z.literal('rag-assay/reviewed@1'),
	text: z.string(),
	guarantee: promise,
	/** Why there is none, why none is verified and what is claimed, or what the guarantee does not cover, in sentences; and which sentences no model has read. */
	notes: z.array(z.string()),
	/** Of a release: its id, its corpus, how it was made, and the ledger's entry that paid for it, whatever became of its guarantee. */
	release: z.object({ id: z.string(), corpus: z.string(), decoder: z.enum(decoderNames), ledger: ledgerEntry.nullable() }).nullable(),
	/** Sentences that there were, how many of them were marked, and how many others were drawn and looked at. */
	sentences: z.number().int().nonnegative(),
	marked: z.number().int().nonnegative(),
	audited: z.number().int().nonnegative(),
	/** Who decided, each once. */
	reviewers: z.array(z.string()),
	/** In the order of the sentences, which are counted from 1, and of the decisions. */
	decisions: z.array(decision),
});
export type Reviewed = z.infer<typeof reviewed>;
