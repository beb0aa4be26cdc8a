import * as z from 'zod';
import { count } from './figures.ts';

/** Rank correlations of smaller size than this do not say which way a feature speaks. */
export const clearDirection = 0.3;

/**
 * What a classifier goes by, as a profile keeps it: enough to lay two models side by side, and nothing of any text. The points of a picture stand in
 * the report of a calibration alone.
 */
export const learnedFeatures = z
	.object({
		rows: count.describe('Training rows that the SHAP values are of.'),
		means: z
			.record(z.string(), z.number().positive())
			.describe('Mean size of the SHAP values of each feature that moves any row, in log-odds of being unsupported; the largest first.'),
		directions: z
			.record(z.string(), z.number().min(-1).max(1))
			.describe(
				'Rank correlation of the values of each of these features with their SHAP values: above 0 where larger values suggest unsupported text. A feature whose values never change has none.',
			),
	})
	.describe('What the classifier goes by (docs/methods/spad.md). Absent in profiles from before this was kept.');
export type LearnedFeatures = z.infer<typeof learnedFeatures>;
