import { z } from 'zod';
import { areaOf } from '../../../../../../src/analysis/calibration/area.ts';
import { reportDetector } from '../../../../../../src/analysis/calibration/detector-report.ts';
import type { Level } from '../../../../../../src/analysis/calibration/levels.ts';
import { numbersOf, type Measure, type Measured } from '../../../../../../src/analysis/calibration/measure.ts';
import { defineMethod, type Fitted } from '../../../../../../src/analysis/calibration/method.ts';
import { choiceOption } from '../../../../../../src/analysis/calibration/method-options.ts';
import { isFlagged, scoredText } from '../../../../../../src/analysis/calibration/scored-span.ts';
import type { QueryItem } from '../../../../../../src/analysis/calibration/text-item.ts';
import { defineDetector } from '../../../../../../src/formats/detectors/detector.ts';
import { interval } from '../../../../../../src/formats/detectors/figures.ts';
import { setByHand } from '../../../../../../src/formats/detectors/shown-threshold.ts';

// A method of queries that somebody might add: what lies far from usual queries is suspected. An encoder has to read them.

const measure: Measure<{ vector: number[] }, 'query', 'encoder'> = {
	name: 'embedding',
	schema: z.object({ vector: z.array(z.number()) }),
	of: 'query',
	readers: ['encoder'],
	unavailableAfter: new Set(),
	take: async ({ text }, { encoder }, signal) => ({ vector: [...(await encoder.embed([text], { signal, onProgress: () => undefined }))] }),
};

const norms = ['euclidean', 'largest'] as const;

const detector = z.object({
	method: z.literal('far-query'),
	level: z.literal('query'),
	norm: z.enum(norms),
	center: z.array(z.number()),
	threshold: z.number(),
	byHand: z.boolean(),
	auc: interval.nullable(),
});
export type FarQueryDetector = z.infer<typeof detector>;

const format = defineDetector<FarQueryDetector>({
	schema: detector,
	shown: ({ threshold, byHand, auc }) => [
		{ id: 'far-query query', threshold, auc, classifier: null, asked: byHand ? setByHand : 'the farthest usual one', judged: null },
	],
	moved: (one, _id, { threshold }) => ({ ...one, threshold, byHand: true }),
});

const level = { name: 'query', nouns: { one: 'query', many: 'queries' } } satisfies Level;
const classes = { negative: 'ordinary', positive: 'fishing' };

function truthOf({ label }: QueryItem): boolean | null {
	return label === classes.positive ? true : label === classes.negative ? false : null;
}

function distance(item: Measured<QueryItem>, { center, norm }: Pick<FarQueryDetector, 'center' | 'norm'>): number | null {
	const vector = numbersOf(item, measure)?.vector;
	if (vector === undefined) return null;
	const off = vector.map((x, i) => Math.abs(x - center[i]!));
	return norm === 'largest' ? Math.max(...off) : Math.hypot(...off);
}

export const farQueryMethod = defineMethod({
	name: 'far-query',
	title: 'Far queries',
	subject: 'query',
	options: {
		norm: choiceOption<(typeof norms)[number]>({
			title: 'Distance',
			help: 'How far two queries are apart.',
			choices: [
				{ name: 'euclidean', title: 'Euclidean' },
				{ name: 'largest', title: 'Largest difference of a number' },
			],
			default: 'euclidean',
		}),
	},
	classes: { of: 'query', ...classes, truths: (item) => [truthOf(item)] },
	format,
	measure,
	look: (items) => {
		const usual = items.filter((item) => truthOf(item) === false).length;
		return { fits: usual > 1, why: `Distances from the center of ${usual} usual queries.` };
	},
	detectors: [
		{
			level,
			title: 'Far queries',
			weight: 1,
			fit: async (items, { options: { norm } }): Promise<Fitted<FarQueryDetector>> => {
				const usual = items.filter((item) => truthOf(item) === false);
				const vectors = usual.map((item) => numbersOf(item, measure)?.vector ?? []);
				const center = vectors[0]!.map((_, i) => vectors.reduce((sum, vector) => sum + vector[i]!, 0) / vectors.length);
				const scoreOf = (item: Measured<QueryItem>): number => distance(item, { center, norm }) ?? 0;
				const threshold = Math.max(...usual.map(scoreOf));
				const spans = items.map((item) => scoredText(item, truthOf(item), scoreOf(item)));
				return {
					detector: { method: 'far-query', level: 'query', norm, center, threshold, byHand: false, auc: areaOf(spans) },
					files: [],
					reported: [
						reportDetector({
							id: 'far-query query',
							method: 'far-query',
							level,
							title: 'Far queries: perhaps crafted',
							unit: 'distance',
							direction: 'above',
							threshold,
							classes,
							chosen: 'The farthest usual query.',
							measuredOn: 'Measured on the same.',
							spans,
							thresholdNoise: null,
						}),
					],
				};
			},
		},
	],
	judging: {
		code: 'toy/far-query',
		judge: (one, item) => {
			const score = distance(item, one);
			return score === null
				? null
				: {
						score,
						threshold: one.threshold,
						flagged: isFlagged(score, one.threshold, 'above'),
						message: 'This query lies farther from the center than usual ones.',
					};
		},
	},
});
