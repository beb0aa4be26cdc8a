import * as z from 'zod';

/** What one process is to measure: both kernels and the plain product by turns, or a store of so many entries as it streams. */
export const memsadSpeedRun = z.object({
	mode: z.enum(['kernels', 'growth']),
	/** Queries, entries, numbers an embedding. */
	m: z.number().int().positive(),
	n: z.number().int().positive(),
	d: z.number().int().positive(),
	rounds: z.number().int().positive(),
	seed: z.number().int(),
});
export type MemsadSpeedRun = z.infer<typeof memsadSpeedRun>;

/** Seconds of each round. */
export const memsadSpeedResult = z.object({
	gemm: z.array(z.number()),
	runtime: z.array(z.number()),
	typedArrays: z.array(z.number()),
	/** Largest difference of a score between both kernels. */
	difference: z.number(),
	/** Of resident memory; `null` where the system does not say. */
	peakBytes: z.number().nullable(),
});
export type MemsadSpeedResult = z.infer<typeof memsadSpeedResult>;
