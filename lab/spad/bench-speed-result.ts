import * as z from 'zod';
import { devices } from '../../src/lm/devices/device.ts';

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
	/** Where it runs; the naive computation on the CPU whatever stands here. */
	device: z.enum(devices),
};

/** What one process is to measure: attribution (on the cache as the product runs it, or the whole text at once; with a screen of a budget), the same numbers naively, the plain model, a product of matrices. */
export const speedRun = z.discriminatedUnion('mode', [
	z.object({ mode: z.literal('cached'), ...sizes }),
	z.object({ mode: z.literal('whole'), ...sizes }),
	z.object({ mode: z.literal('screened'), ...sizes, budget: z.number() }),
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
	/** Of a screened attribution: `[R]`, and how many probes there were and took what. */
	errorBound: z.array(z.number()).optional(),
	probed: z.object({ all: z.number(), eightBits: z.number(), exact: z.number() }).optional(),
	/** Of opening the attribution's session. */
	openSeconds: z.number().optional(),
});
export type SpeedResult = z.infer<typeof speedResult>;
