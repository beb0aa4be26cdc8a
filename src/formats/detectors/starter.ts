import * as z from 'zod';
import { defineDetector } from './detector.ts';
import { chosenBy, interval, operatingPoint, quantiles, share, suspicion } from './figures.ts';
import { movedThreshold } from './moved-threshold.ts';
import { shownThreshold } from './shown-threshold.ts';

/** A logistic model, as the starter profile has it for each family of public sets. */
const fit = z.object({
	leftOut: z.string(),
	intercept: z.number(),
	/** One for each feature. More of a feature is never less suspect. */
	weights: z.array(z.number().nonnegative()),
	thresholds: z.object({ sentence: z.number(), answer: z.number() }),
});

/**
 * The starter profile's score of a sentence, with a threshold for your data (docs/methods/starter.md). What lies above the threshold is suspected to be
 * unsupported. No model reads anything for it.
 */
const starter = z.object({
	method: z.literal('starter'),
	level: z.literal('sentence'),
	/** What gives the score: the starter profile of the version that calibrated. */
	form: z
		.object({
			features: z.array(z.enum(['missingWords', 'missingPairs', 'valueNotGiven', 'valueContradicted', 'elsewhere'])).min(1),
			fits: z.array(fit).min(1),
		})
		.refine(
			({ features, fits }) => fits.every(({ weights }) => weights.length === features.length),
			'expected one weight for each feature',
		),
	threshold: share,
	direction: z.literal('above'),
	/** `starter`: labels chose nothing, and the threshold is the one that it has without labels. */
	criterion: z.discriminatedUnion('kind', [...chosenBy.options, z.object({ kind: z.literal('starter') })]),
	quantiles,
	suspicion: suspicion.nullable(),
	operatingPoint: operatingPoint.nullable(),
	auc: interval.nullable(),
});
export type StarterDetector = z.infer<typeof starter>;

export const starterFormat = defineDetector<StarterDetector>({
	schema: starter,
	shown: (detector) => {
		const { criterion } = detector;
		const id = `${detector.method} ${detector.level}`;
		return criterion.kind === 'starter'
			? [
					{
						...shownThreshold(id, { ...detector, criterion: { kind: 'f1' } }),
						asked: 'the threshold that the starter profile has without labels',
					},
				]
			: [shownThreshold(id, { ...detector, criterion })];
	},
	moved: (detector, _id, point) => movedThreshold(detector, point),
});
