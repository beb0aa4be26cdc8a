import * as z from 'zod';
import { defineDetector } from './detector.ts';
import { chosenBy, interval, operatingPoint, quantiles } from './figures.ts';
import { movedThreshold } from './moved-threshold.ts';
import { shownThreshold } from './shown-threshold.ts';

/** One side of the confidence gap: which scores lie beyond `threshold` (nats), and what that tells where there are labels. */
const gapSide = <D extends 'below' | 'above'>(direction: D) =>
	z.object({
		threshold: z.number(),
		direction: z.literal(direction),
		criterion: chosenBy,
		quantiles,
		operatingPoint: operatingPoint.nullable(),
		auc: interval.nullable(),
	});

/** Confidence gap of a sentence (docs/methods/confidence-gap.md): both sides are quantiles of the calibration sentences, the low one the largest F1 where labels allow it; they also say what it finds. */
const confidenceGap = z.object({
	method: z.literal('confidence-gap'),
	level: z.literal('sentence'),
	/** Of the mean: below it the contexts did not settle what the model said, which is a sign of unsupported text. */
	low: gapSide('below'),
	/** Of the mean of the five highest tokens: above it the contexts dictated the words, which speaks for copying, so for personal data. */
	high: gapSide('above'),
});
export type ConfidenceGapDetector = z.infer<typeof confidenceGap>;

export const confidenceGapFormat = defineDetector<ConfidenceGapDetector>({
	schema: confidenceGap,
	shown: (detector) => (['low', 'high'] as const).map((side) => shownThreshold(`${detector.method} ${side}`, detector[side])),
	moved: (detector, id, point) =>
		id === `${detector.method} low`
			? { ...detector, low: movedThreshold(detector.low, point) }
			: { ...detector, high: movedThreshold(detector.high, point) },
});
