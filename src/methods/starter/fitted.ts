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
		model: null,
		falseAlarms: 0.05,
	},
	text: {
		features: ['missingWords', 'missingPairs', 'valueNotGiven', 'valueContradicted', 'elsewhere'],
		fits: [
			{
				leftOut: 'BEGIN',
				intercept: -1.1709,
				weights: [0, 0.97408, 0.77559, 2.6216, 2.0939],
				thresholds: {
					sentence: 0.54871,
					answer: 0.55589,
				},
			},
			{
				leftOut: 'QAGS',
				intercept: -2.2288,
				weights: [1.2824, 2.592, 0.69997, 2.1207, 1.6396],
				thresholds: {
					sentence: 1.189,
					answer: 1.189,
				},
			},
			{
				leftOut: 'FaithBench',
				intercept: -1.5757,
				weights: [0.7039, 1.5916, 2.2916, 3.5937, 3.2754],
				thresholds: {
					sentence: 2.6783,
					answer: 2.0377,
				},
			},
		],
	},
	model: null,
};
