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
				intercept: -1.0585,
				weights: [0, 0.52563, 1.8279, 1.6131, 2.0591],
				thresholds: {
					sentence: 1.527,
					answer: 1.527,
				},
			},
			{
				leftOut: 'QAGS',
				intercept: -2.0888,
				weights: [1.3951, 2.1404, 1.5954, 1.6464, 1.5702],
				thresholds: {
					sentence: 3.018,
					answer: 3.018,
				},
			},
			{
				leftOut: 'FaithBench',
				intercept: -1.5597,
				weights: [1.1576, 1.4096, 2.3506, 2.1241, 2.9969],
				thresholds: {
					sentence: 4.005,
					answer: 4.005,
				},
			},
		],
	},
};
