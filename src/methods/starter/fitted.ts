import type { FittedStarter } from './starter-model.ts';

/** Made by `npm run starter-profile` (lab/making/starter-profile.ts). Do not change it by hand. */
export const fittedStarter: FittedStarter = {
	made: {
		sets: [
			{
				name: 'BEGIN',
				family: 'BEGIN',
				answers: 999,
				sentences: 1439,
			},
			{
				name: 'BEGIN CMU-DoG',
				family: 'BEGIN',
				answers: 301,
				sentences: 382,
			},
			{
				name: 'BEGIN TopicalChat',
				family: 'BEGIN',
				answers: 377,
				sentences: 636,
			},
			{
				name: 'QAGS-CNN/DM',
				family: 'QAGS',
				answers: 235,
				sentences: 714,
			},
			{
				name: 'QAGS-XSUM',
				family: 'QAGS',
				answers: 239,
				sentences: 239,
			},
			{
				name: 'FaithBench',
				family: 'FaithBench',
				answers: 614,
				sentences: 2406,
			},
		],
		falseAlarms: 0.05,
	},
	form: {
		features: ['missingWords', 'missingPairs', 'valueNotGiven', 'valueContradicted', 'elsewhere'],
		fits: [
			{
				leftOut: 'BEGIN',
				intercept: -1.0675,
				weights: [0, 0.53136, 1.8357, 1.7464, 2.0805],
				thresholds: {
					sentence: 1.4085,
					answer: 1.4085,
				},
			},
			{
				leftOut: 'QAGS',
				intercept: -2.1264,
				weights: [1.2598, 2.1851, 1.5735, 1.6354, 1.6498],
				thresholds: {
					sentence: 2.5386,
					answer: 2.5386,
				},
			},
			{
				leftOut: 'FaithBench',
				intercept: -1.5698,
				weights: [0.9982, 1.4273, 2.3682, 2.637, 3.0355],
				thresholds: {
					sentence: 3.4379,
					answer: 3.4379,
				},
			},
		],
	},
};
