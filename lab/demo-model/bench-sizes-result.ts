import * as z from 'zod';

/** What one process is to measure of one model. */
export const modelSpeedRun = z.object({ folder: z.string(), traces: z.number().int().positive(), seed: z.number().int() });

const milliseconds = z.number().nonnegative();

export const modelSpeedResult = z.object({
	/** Checking the folder, hashing and loading, in a process that has loaded none. */
	load: milliseconds,
	/** Checking the instrumented graph and opening it, with nothing kept from before. */
	ready: milliseconds,
	/** Each trace, both paths; and its sources. */
	scoring: z.array(milliseconds).min(1),
	attribution: z.array(milliseconds).min(1),
	/** Of resident memory; `null` where the system does not say. */
	peakBytes: z.number().nullable(),
});
export type ModelSpeed = z.infer<typeof modelSpeedResult>;
