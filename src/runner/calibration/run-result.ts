import { z } from 'zod';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { Detector } from '../../analysis/calibration/methods.ts';
import type { AnyDetector } from '../../formats/detectors/detector.ts';
import type { Profile } from '../../formats/profile.ts';
import { calibrationReport } from '../../protocol/calibration.ts';

/** What is needed of a threshold to try others, by the id of its report. */
const tried = z.object({
	scores: z.array(z.number()),
	truths: z.array(z.union([z.literal(0), z.literal(1), z.null()])),
	negativesChose: z.boolean().optional(),
	/** Where it lies when its data are drawn anew; `high` is `null` where too many draws have no finite threshold. */
	noise: z.object({ low: z.number(), high: z.number().nullable() }).nullable(),
});

const frame = z.object({
	schema: z.literal('rag-assay/calibration-run@1'),
	report: calibrationReport,
	/** Classifiers that the profile names, and what else lies beside it. */
	files: z.array(z.object({ name: z.string(), text: z.string(), encoding: z.enum(['base64']).optional() })),
	tried: z.record(z.string(), tried),
});

/** All that a finished run leaves: a panel's report, and a profile that waits to be saved. */
export type RunResult<D extends AnyDetector = Detector> = z.infer<typeof frame> & { profile: Profile<D> };

/** What a finished run of a family leaves, as it is kept. */
export function runResult<D extends AnyDetector>({ profiles }: Pick<CalibrationFamily<D>, 'profiles'>): z.ZodType<RunResult<D>> {
	return frame.extend({ profile: profiles.schema });
}
