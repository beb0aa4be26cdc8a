import * as z from 'zod';
import { defineDetector } from './detector.ts';
import { chosenBy, interval, operatingPoint, quantiles, suspicion } from './figures.ts';
import { movedThreshold } from './moved-threshold.ts';
import { shownThreshold } from './shown-threshold.ts';

/**
 * A sentence whose mean token entropy with context (nats) lies above `threshold` is suspected to be unsupported. It needs no labels: what
 * only labels tell is `null` without them.
 */
const meanEntropy = z.object({
	method: z.literal('mean-entropy'),
	level: z.literal('sentence'),
	/** Nats. */
	threshold: z.number(),
	direction: z.literal('above'),
	criterion: chosenBy,
	quantiles,
	suspicion: suspicion.nullable(),
	operatingPoint: operatingPoint.nullable(),
	auc: interval.nullable(),
});
export type MeanEntropyDetector = z.infer<typeof meanEntropy>;

export const meanEntropyFormat = defineDetector<MeanEntropyDetector>({
	schema: meanEntropy,
	shown: (detector) => [shownThreshold(`${detector.method} ${detector.level}`, detector)],
	moved: (detector, _id, point) => movedThreshold(detector, point),
});
