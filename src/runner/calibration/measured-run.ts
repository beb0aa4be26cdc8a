import { z } from 'zod';
import type { ProfileFile } from '../../analysis/calibration/method.ts';
import type { Measured } from '../../analysis/calibration/measure.ts';
import { readerIdentity } from '../../formats/detectors/provenance.ts';
import { subjectKinds } from '../../formats/subject.ts';
import { calibrationOptions } from '../../protocol/calibration.ts';
import type { WireError } from '../../protocol/requests.ts';

/** What decides a profile besides the measurements: shards of one calibration have the same. */
export const runHead = z.object({
	/** The product's. */
	version: z.string(),
	/** ONNX Runtime's. */
	runtime: z.string(),
	/** Those that the methods' measures use, and no others. */
	readers: z.array(readerIdentity),
	data: z.object({
		name: z.string(),
		sha256: z.string(),
		parts: z.array(z.object({ name: z.string(), sha256: z.string(), subject: z.enum(subjectKinds), items: z.number().int() })),
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
export interface MeasuredRun {
	readonly head: RunHead;
	/** One an item, in the run's order; `null` for one that failed. */
	readonly items: readonly (Measured | null)[];
	/** Of readers that a profile brings along; none where the measurements were joined from shards. */
	readonly files?: readonly ProfileFile[];
	/** Measures that the readers do not give, and why. */
	readonly unavailable: Readonly<Record<string, string>>;
	readonly failures: WireError[];
}
