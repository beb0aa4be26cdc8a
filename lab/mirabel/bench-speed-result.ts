import * as z from 'zod';

/** What one process is to measure: screening in corpora of `sizes` documents of `d` numbers each, by turns. */
export const mirabelSpeedRun = z.object({
	d: z.number().int().positive(),
	/** Rising; those above `piece` are multiples of it. */
	sizes: z.array(z.number().int().positive()).min(1),
	/** Documents that are held in memory. */
	piece: z.number().int().positive(),
	rounds: z.number().int().positive(),
	seed: z.number().int(),
});
export type MirabelSpeedRun = z.infer<typeof mirabelSpeedRun>;

/** Seconds of the processor a query, by round. */
export const mirabelSpeedResult = z.object({
	corpora: z.array(
		z.object({
			n: z.number().int(),
			moments: z.array(z.number()),
			withSample: z.array(z.number()),
			scan: z.array(z.number()),
			/** Seconds to add a document and delete it again. */
			update: z.array(z.number()),
			/** Largest difference of a mean or deviation between moments and scan. */
			difference: z.number(),
		}),
	),
	/** Of resident memory; `null` where the system does not say. */
	peakBytes: z.number().nullable(),
});
export type MirabelSpeedResult = z.infer<typeof mirabelSpeedResult>;
