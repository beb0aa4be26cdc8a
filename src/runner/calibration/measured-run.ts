import { z } from 'zod';
import { calibration } from '../../analysis/calibration/methods.ts';
import { calibrationOptions } from '../../protocol/calibration.ts';
import { wireError } from '../../protocol/requests.ts';

/** What decides a profile besides the measurements: shards of one calibration have the same. */
export const runHead = z.object({
	/** The product's. */
	version: z.string(),
	/** ONNX Runtime's. */
	runtime: z.string(),
	model: z.object({ name: z.string(), sha256: z.string(), layout: z.string(), device: z.string(), dtype: z.string() }),
	data: z.object({
		name: z.string(),
		sha256: z.string(),
		parts: z.array(z.object({ name: z.string(), sha256: z.string(), traces: z.number().int() })),
	}),
	options: calibrationOptions.omit({ data: true, methods: true }).extend({
		methods: z.array(z.string()),
		/** Whether somebody named them; otherwise they are all that the data allow. */
		named: z.boolean().optional(),
	}),
	/** Methods that the data do not allow. */
	left: z.array(z.object({ method: z.string(), why: z.string() })),
});
export type RunHead = z.infer<typeof runHead>;

/** What was measured: all that fitting needs. */
export const measuredRun = z.object({
	head: runHead,
	/** One an item, in the run's order; `null` for one that failed. */
	traces: z.array(calibration.measuredTrace.nullable()),
	/** Measures that the model does not give, and why. */
	unavailable: z.partialRecord(z.enum(calibration.measures.map(({ name }) => name)), z.string()),
	failures: z.array(wireError),
});
export type MeasuredRun = z.infer<typeof measuredRun>;
