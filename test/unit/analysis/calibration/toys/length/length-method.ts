import { z } from 'zod';
import { supportClasses } from '../../../../../../src/analysis/calibration/label-check.ts';
import { reportDetector } from '../../../../../../src/analysis/calibration/detector-report.ts';
import { responseLevel } from '../../../../../../src/analysis/calibration/levels.ts';
import { numbersOf, type Measure } from '../../../../../../src/analysis/calibration/measure.ts';
import { defineMethod, type Fitted } from '../../../../../../src/analysis/calibration/method.ts';
import { scoredSpan } from '../../../../../../src/analysis/calibration/scored-span.ts';
import { thresholdPoint } from '../../../../../../src/analysis/calibration/threshold-point.ts';
import { defineDetector } from '../../../../../../src/formats/detectors/detector.ts';
import { chosenBy, interval, operatingPoint } from '../../../../../../src/formats/detectors/figures.ts';
import { movedThreshold } from '../../../../../../src/formats/detectors/moved-threshold.ts';
import { shownThreshold } from '../../../../../../src/formats/detectors/shown-threshold.ts';

// A method of traces that somebody might add: long responses are suspected, and nothing has to read them.

export const length: Measure<{ characters: number }, 'trace', never> = {
	name: 'length',
	schema: z.object({ characters: z.number() }),
	of: 'trace',
	readers: [],
	unavailableAfter: new Set(),
	take: async ({ response }) => ({ characters: response.text.length }),
};

const detector = z.object({
	method: z.literal('length'),
	level: z.literal('response'),
	longest: z.object({ threshold: z.number(), criterion: chosenBy, operatingPoint: operatingPoint.nullable() }),
	auc: interval.nullable(),
});
export type LengthDetector = z.infer<typeof detector>;

export const lengthFormat = defineDetector<LengthDetector>({
	schema: detector,
	shown: ({ longest, auc }) => [shownThreshold('length longest', { ...longest, auc })],
	moved: (one, _id, to) => ({ ...one, longest: movedThreshold(one.longest, to) }),
});

export const lengthMethod = defineMethod({
	name: 'length',
	title: 'Length',
	subject: 'trace',
	options: {},
	classes: supportClasses,
	format: lengthFormat,
	measure: length,
	look: (items) => ({ fits: items.length > 0, why: 'Half of them are longer.' }),
	detectors: [
		{
			level: responseLevel,
			title: 'Length, responses',
			weight: 1,
			fit: async (traces): Promise<Fitted<LengthDetector>> => {
				const spans = traces.map((trace) => scoredSpan(trace, trace.response, numbersOf(trace, length)?.characters ?? 0));
				const threshold = spans.map(({ score }) => score).toSorted((a, b) => a - b)[Math.floor((spans.length - 1) / 2)] ?? 0;
				const { truth, report } = reportDetector({
					id: 'length longest',
					method: 'length',
					level: responseLevel,
					title: 'Length: perhaps rambling',
					unit: 'characters',
					direction: 'above',
					threshold,
					classes: { negative: 'grounded', positive: 'ungrounded' },
					chosen: 'The median.',
					measuredOn: 'The same.',
					spans,
					thresholdNoise: null,
				});
				const { truePositives, falseNegatives, truePositiveRate, falsePositiveRate, precision } = thresholdPoint(truth, threshold, 'above');
				return {
					detector: {
						method: 'length',
						level: 'response',
						auc: null,
						longest: {
							threshold,
							criterion: { kind: 'quantile', probability: 0.5 },
							operatingPoint:
								truePositiveRate === null || falsePositiveRate === null || precision === null
									? null
									: {
											on: 'test',
											n: spans.length,
											positives: truePositives + falseNegatives,
											truePositiveRate,
											falsePositiveRate,
											precision,
										},
						},
					},
					files: [],
					reported: [{ truth, report, thresholdNoise: null }],
				};
			},
		},
	],
});
