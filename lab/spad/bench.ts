import { availableParallelism } from 'node:os';
import { canAttribute } from '../../src/analysis/language-model.ts';
import type { Figure } from '../figure.ts';
import { withModel } from '../making/demo-model.ts';
import { measureDetection } from './measure-detection.ts';
import { measureElsewhere, type ElsewhereOptions } from './measure-elsewhere.ts';
import { standardPlan } from '../../src/methods/spad/fit-plan.ts';
import type { Bench } from '../bench/bench.ts';
import { detectionTables } from '../bench/detection-tables.ts';
import { twinSpans } from './bench-twin-spans.ts';

/** What SPAD and everything that it is compared with find on labeled answers. */
export const spadDetection: Bench = {
	name: 'spad-detection',
	summary:
		"what SPAD, SPAD+ and their baselines find, on answers by the twin recipe or on --data DIR (RAGTruth's two files); --model DIR, --draws N of the search",
	takesModel: true,
	takesData: true,
	markdown: detectionTables,
	async run({ seed, quick, model, data, draws: wanted, log }) {
		const draws = wanted ?? (quick ? 3 : 12);
		const plan = { ...standardPlan, draws, ...(quick && { folds: 3 }) };
		const { signal } = new AbortController();
		const { train, test, facts } = await twinSpans({ seed, quick, model, data, log }, signal);
		const figures = await measureDetection(train, test, {
			seed,
			plan,
			resamples: quick ? 300 : 2000,
			targeted: data === undefined,
			signal,
			log,
		});
		const answers = quick ? 60 : 1000;
		const elsewhere = data === undefined ? await figuresElsewhere(model, { answers, seed, signal, log }) : [];
		return {
			data: {
				...facts,
				...(elsewhere.length > 0 && { 'answers that the profile judges, in each place': answers }),
				search: `${draws} draws of settings, ${plan.folds} folds, for each detector and level`,
				cores: availableParallelism(),
			},
			figures: [...figures, ...elsewhere],
		};
	},
};

/** By the profile that ships, as it is; nothing where it does not fit the model. */
async function figuresElsewhere(folder: string, options: ElsewhereOptions): Promise<Figure[]> {
	return withModel({ model: folder }, async ({ model, classifiers }) => {
		if (classifiers.length === 0 || !canAttribute(model)) {
			options.log('the profile that ships has no classifier for this model: nothing is judged elsewhere');
			return [];
		}
		return measureElsewhere(model, classifiers, options);
	});
}
