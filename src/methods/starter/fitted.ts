import type { FittedStarter } from './starter-model.ts';

/** Made by `npm run starter-profile` (lab/making/starter-profile.ts). Do not change it by hand. */
export const fittedStarter: FittedStarter = {
	made: {
		sets: [
			{
				name: 'BEGIN',
				family: 'BEGIN',
				answers: 989,
				sentences: 1439,
			},
			{
				name: 'BEGIN CMU-DoG',
				family: 'BEGIN',
				answers: 297,
				sentences: 382,
			},
			{
				name: 'BEGIN TopicalChat',
				family: 'BEGIN',
				answers: 371,
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
				intercept: -1.0503,
				weights: [0, 0.51592, 1.9279, 1.7178, 2.0322],
				thresholds: {
					sentence: 1.499,
					answer: 1.499,
				},
			},
			{
				leftOut: 'QAGS',
				intercept: -2.0874,
				weights: [1.455, 2.1403, 1.5966, 1.8106, 1.521],
				thresholds: {
					sentence: 3.03,
					answer: 3.03,
				},
			},
			{
				leftOut: 'FaithBench',
				intercept: -1.5536,
				weights: [1.2061, 1.3981, 2.765, 2.1177, 2.982],
				thresholds: {
					sentence: 4.034,
					answer: 4.034,
				},
			},
		],
	},
};
