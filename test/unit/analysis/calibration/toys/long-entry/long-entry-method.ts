import { z } from 'zod';
import { reportDetector } from '../../../../../../src/analysis/calibration/detector-report.ts';
import type { Level } from '../../../../../../src/analysis/calibration/levels.ts';
import { numbersOf, type Measure, type Measured } from '../../../../../../src/analysis/calibration/measure.ts';
import { defineMethod, type Fitted } from '../../../../../../src/analysis/calibration/method.ts';
import { numberOption } from '../../../../../../src/analysis/calibration/method-options.ts';
import { isFlagged, scoredText } from '../../../../../../src/analysis/calibration/scored-span.ts';
import type { EntryItem } from '../../../../../../src/analysis/calibration/text-item.ts';
import { defineDetector } from '../../../../../../src/formats/detectors/detector.ts';
import { interval } from '../../../../../../src/formats/detectors/figures.ts';
import { setByHand } from '../../../../../../src/formats/detectors/shown-threshold.ts';

// A method of memory entries that somebody might add: entries that are much longer than ordinary ones were perhaps planted. Nothing has to read them.

const measure: Measure<{ letters: number }, 'entry', never> = {
	name: 'letters',
	schema: z.object({ letters: z.number() }),
	of: 'entry',
	readers: [],
	unavailableAfter: new Set(),
	take: async ({ text }) => ({ letters: text.length }),
};

const detector = z.object({
	method: z.literal('long-entry'),
	level: z.literal('entry'),
	threshold: z.number(),
	/** Deviations above the mean; `null`: a person moved it. */
	reach: z.number().nullable(),
	auc: interval.nullable(),
});
export type LongEntryDetector = z.infer<typeof detector>;

const format = defineDetector<LongEntryDetector>({
	schema: detector,
	shown: ({ threshold, reach, auc }) => [
		{
			id: 'long-entry entry',
			threshold,
			auc,
			classifier: null,
			asked: reach === null ? setByHand : `mean + ${reach} deviations`,
			judged: null,
		},
	],
	moved: (one, _id, { threshold }) => ({ ...one, threshold, reach: null }),
});

const level = { name: 'entry', nouns: { one: 'memory entry', many: 'memory entries' } } satisfies Level;
const classes = { negative: 'benign', positive: 'planted' };

function truthOf({ label }: EntryItem): boolean | null {
	return label === classes.positive ? true : label === classes.negative ? false : null;
}

function lettersOf(item: Measured<EntryItem>): number {
	return numbersOf(item, measure)?.letters ?? 0;
}

export const longEntryMethod = defineMethod({
	name: 'long-entry',
	title: 'Long entries',
	subject: 'entry',
	options: {
		reach: numberOption({
			title: 'Deviations above the mean',
			help: 'How much longer than ordinary entries one has to be.',
			min: 1,
			max: 5,
			whole: true,
			default: 2,
		}),
	},
	classes: { of: 'memory entry', ...classes, truths: (item) => [truthOf(item)] },
	format,
	measure,
	look: (items, { options: { reach } }) => {
		const ordinary = items.filter((item) => truthOf(item) === false && item.split === 'train').length;
		return { fits: ordinary > 1, why: `Mean and ${reach} deviations of ${ordinary} ordinary entries.` };
	},
	about: (items) => (items.every(({ label }) => label !== null) ? [] : ['Some entries have no label.']),
	detectors: [
		{
			level,
			title: 'Long entries',
			weight: 1,
			fit: async (items, { options: { reach } }): Promise<Fitted<LongEntryDetector>> => {
				const ordinary = items.filter((item) => truthOf(item) === false && item.split === 'train').map(lettersOf);
				const mean = ordinary.reduce((sum, one) => sum + one, 0) / ordinary.length;
				const deviation = Math.sqrt(ordinary.reduce((sum, one) => sum + (one - mean) ** 2, 0) / ordinary.length);
				const threshold = mean + reach * deviation;
				return {
					detector: { method: 'long-entry', level: 'entry', threshold, reach, auc: null },
					files: [],
					reported: [
						reportDetector({
							id: 'long-entry entry',
							method: 'long-entry',
							level,
							title: 'Long entries: perhaps planted',
							unit: 'letters',
							direction: 'above',
							threshold,
							classes,
							chosen: `Mean and ${reach} deviations of ${ordinary.length} ordinary entries of the train side.`,
							measuredOn: 'Measured on the test side.',
							spans: items.filter(({ split }) => split === 'test').map((item) => scoredText(item, truthOf(item), lettersOf(item))),
							thresholdNoise: null,
						}),
					],
				};
			},
		},
	],
	judging: {
		code: 'toy/long-entry',
		judge: ({ threshold }, item) => {
			const score = lettersOf(item);
			return {
				score,
				threshold,
				flagged: isFlagged(score, threshold, 'above'),
				message: `This entry has ${score} letters, more than the ${threshold} of ordinary ones.`,
			};
		},
	},
});
