import { z } from 'zod';
import { calibration } from '../../analysis/calibration/methods.ts';
import { calibrationReport } from '../../protocol/calibration.ts';

/** What is needed of a threshold to try others, by the id of its report. */
const tried = z.object({
	scores: z.array(z.number()),
	truths: z.array(z.union([z.literal(0), z.literal(1), z.null()])),
	negativesChose: z.boolean().optional(),
	/** Where it lies when its data are drawn anew; `high` is `null` where too many draws have no finite threshold. */
	noise: z.object({ low: z.number(), high: z.number().nullable() }).nullable(),
});

/** All that a finished run leaves: a panel's report, and a profile that waits to be saved. */
export const runResult = z.object({
	schema: z.literal('rag-assay/calibration-run@1'),
	report: calibrationReport,
	profile: calibration.profiles.schema,
	/** Classifiers that the profile names. */
	files: z.array(z.object({ name: z.string(), text: z.string() })),
	tried: z.record(z.string(), tried),
});
export type RunResult = z.infer<typeof runResult>;
