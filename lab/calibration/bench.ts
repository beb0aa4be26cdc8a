import { availableParallelism } from 'node:os';
import { measureFewLabels } from './measure-few-labels.ts';
import { measureProductFits } from './measure-product-fits.ts';
import type { Bench } from '../bench/bench.ts';
import { fewLabelTables } from './bench-tables.ts';
import { twinSpans } from '../spad/bench-twin-spans.ts';

/** How many labels a classifier of sentences takes. */
export const calibration: Bench = {
	name: 'calibration',
	summary:
		'sentence AUC against the number of labels, on the answers of spad-detection or on --data DIR; --model DIR, --draws N of the search with all labels',
	takesModel: true,
	takesData: true,
	markdown: fewLabelTables,
	async run({ seed, quick, model, data, draws, log }) {
		const searchDraws = draws ?? (quick ? 2 : 12);
		const labelDraws = quick ? 4 : 40;
		const { signal } = new AbortController();
		const { train, test, facts } = await twinSpans({ seed, quick, model, data, log }, signal);
		const fitDraws = quick
			? { random: 4, randomForClassifiers: 1, true: 2, trueForClassifiers: 2 }
			: { random: 200, randomForClassifiers: 40, true: 200, trueForClassifiers: 40 };
		const figures = await measureFewLabels(train.sentence, test.sentence, {
			seed,
			draws: labelDraws,
			searchDraws,
			resamples: quick ? 300 : 2000,
			signal,
			log,
		});
		return {
			data: {
				...facts,
				'draws of labels': labelDraws,
				'draws of labels that the product fits': `at random, ${fitDraws.random} of each kind of noise, the first ${fitDraws.randomForClassifiers} of them by classifiers too; true ones, ${fitDraws.true}, the first ${fitDraws.trueForClassifiers} by classifiers too`,
				'search with all labels': `${searchDraws} draws of settings`,
				cores: availableParallelism(),
			},
			figures: [...figures, ...(await measureProductFits(train, test, { seed, draws: fitDraws, log }))],
		};
	},
};
