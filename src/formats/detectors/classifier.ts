import * as z from 'zod';
import { defineDetector } from './detector.ts';
import { chosenBy, interval, operatingPoint, quantiles, sha256, share, suspicion } from './figures.ts';
import { learnedFeatures } from './learned.ts';
import { movedThreshold } from './moved-threshold.ts';
import { shownThreshold } from './shown-threshold.ts';

/**
 * Boosted trees over features of the seven sources: `spad` the 126 of the paper, `spad+` this project's own (docs/methods/spad.md).
 * What their probability lies above is suspected: a sentence, or a response as a whole.
 */
const classifier = z.object({
	method: z.enum(['spad', 'spad+']),
	level: z.enum(['sentence', 'response']),
	/** Of a response: the file is a classifier of sentences, and the probability that of the sentence which it suspects most. Absent: the file is one of this level. */
	reads: z.literal('sentences').optional(),
	/** Name of a file beside the profile: a model of XGBoost in its JSON form. */
	file: z.string().regex(/^[^/\\]*[^/\\.][^/\\]*$/, 'expected the name of a file beside the profile'),
	/** Of that file's bytes. */
	sha256,
	/** How it was judged: by the official split, by 20-fold cross-validation, by leaving one group out. Absent in profiles from before this was written down. */
	protocol: z.enum(['I', 'II', 'III']).optional(),
	/** Settings that were tried; absent where they were fixed, and as above. */
	draws: z.number().int().min(1).optional(),
	threshold: share,
	direction: z.literal('above'),
	criterion: chosenBy,
	quantiles,
	/** With `operatingPoint` and `auc` `null` where responses are judged at the threshold of their sentences, and nobody has measured it. */
	suspicion: suspicion.nullable(),
	operatingPoint: operatingPoint.nullable(),
	auc: interval.nullable(),
	/** The detector of this method judges first, and this one judges the sentences that it leaves open. Absent: this one judges first. */
	after: z.literal('starter').optional(),
	learned: learnedFeatures.optional(),
});
export type ClassifierDetector = z.infer<typeof classifier>;
export type ClassifierMethod = ClassifierDetector['method'];
export type ClassifierLevel = ClassifierDetector['level'];

export const classifierFormat = defineDetector<ClassifierDetector>({
	schema: classifier,
	shown: (detector) => [
		{
			...shownThreshold(`${detector.method} ${detector.level}`, detector),
			classifier: detector.sha256,
			// Older profiles do not say whether turns were those of protocol II or III; where both do, a comparison names them (`fittedDifferently`).
			judged:
				detector.operatingPoint === null
					? null
					: detector.operatingPoint.on === 'test'
						? 'on the test side (protocol I)'
						: 'in turns (protocol II or III)',
		},
	],
	moved: (detector, _id, point) => movedThreshold(detector, point),
});
