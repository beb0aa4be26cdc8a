import { z } from 'zod';

const sizes = {
	/** Of `writeRandomDecoders`. */
	folder: z.string(),
	layers: z.number().int(),
	/** Fed. */
	tokens: z.number().int(),
	/** Attributed: the last ones. */
	rows: z.number().int(),
	/** Counted runs, behind one that is not. */
	repeats: z.number().int(),
};

/** What one process is to measure: attribution (on the cache as the product runs it, or the whole text at once), the same numbers naively, the plain model, a product of matrices. */
export const speedRun = z.discriminatedUnion('mode', [
	z.object({ mode: z.literal('cached'), ...sizes }),
	z.object({ mode: z.literal('whole'), ...sizes }),
	z.object({ mode: z.literal('naive'), ...sizes }),
	z.object({ mode: z.literal('plain'), ...sizes }),
	z.object({ mode: z.literal('gemm'), ...sizes, shape: z.tuple([z.number(), z.number(), z.number()]) }),
]);
export type SpeedRun = z.infer<typeof speedRun>;

export const speedResult = z.object({
	seconds: z.array(z.number()).min(1),
	/** Of resident memory; `null` where the system does not say. */
	peakBytes: z.number().nullable(),
	/** `[R, 7]`, of an attribution. */
	sources: z.array(z.number()).nullable(),
});
export type SpeedResult = z.infer<typeof speedResult>;
