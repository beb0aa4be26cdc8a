import { availableParallelism } from 'node:os';
import { measureDetection } from '../spad/measure-detection.ts';
import { standardPlan } from '../../src/methods/spad/fit-plan.ts';
import type { Bench } from './bench.ts';
import { detectionTables } from './detection-tables.ts';
import { twinSpans } from './twin-spans.ts';

/** What SPAD and everything that it is compared with find on labelled answers. */
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
		const { train, test, facts } = await twinSpans({ quick, model, data, log }, signal);
		const figures = await measureDetection(train, test, {
			seed,
			plan,
			resamples: quick ? 300 : 2000,
			targeted: data === undefined,
			signal,
			log,
		});
		return {
			data: {
				...facts,
				search: `${draws} draws of settings, ${plan.folds} folds, for each detector and level`,
				cores: availableParallelism(),
			},
			figures,
		};
	},
};
