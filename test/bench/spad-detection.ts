import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { measureDetection, type SpansByLevel } from '../../src/evaluation/spad/measure-detection.ts';
import { loadDecoder } from '../../src/lm/decoder-model.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { standardPlan } from '../../src/methods/spad/fit-plan.ts';
import type { Bench } from './bench.ts';
import { detectionTables } from './detection-tables.ts';
import { labelledSpans, work } from './labelled-spans.ts';
import { twinSet } from './twin-set.ts';

/** What SPAD and everything that it is compared with find on labelled answers. */
export const spadDetection: Bench = {
	name: 'spad-detection',
	summary: 'what SPAD, SPAD+ and their baselines find, on answers by the twin recipe or on --data DIR (RAGTruth\'s two files); --model DIR, --draws N of the search',
	takesModel: true,
	takesData: true,
	markdown: detectionTables,
	async run({ seed, quick, model: folder, data, draws: wanted, log }) {
		const draws = wanted ?? (quick ? 3 : 12);
		const plan = { ...standardPlan, draws, ...(quick && { folds: 3 }) };
		const files = await checkModelFolder(folder);
		const model = await loadDecoder({ files, device: executionProvidersFor('cpu'), name: basename(folder) });
		const { signal } = new AbortController();
		try {
			const { sha256 } = model.identity;
			const counts = quick ? { train: 500, test: 300 } : { train: 3000, test: 2000 };
			const set = data ?? await twinSet(join(work, sha256.slice(0, 16)), counts, model, signal, log);
			const { train, test, sha256: dataHash } = await labelledSpans(set, files, model, signal, log);
			const figures = await measureDetection(train, test, { seed, plan, resamples: quick ? 300 : 2000, signal, log });
			return {
				data: {
					model: basename(folder), sha256, set: data === undefined ? 'twin recipe, seeds 401 and 402, answered by the model' : basename(data), 'sha256 of the set': dataHash,
					...told('train', train), ...told('test', test), search: `${draws} draws of settings, ${plan.folds} folds, for each detector and level`, cores: availableParallelism(),
				},
				figures,
			};
		} finally {
			await model.dispose();
		}
	},
};

function told(side: string, spans: SpansByLevel): Record<string, string> {
	return Object.fromEntries(Object.entries(spans).map(([level, all]) => [
		`${side}, ${level}s`, `${all.length}, ${all.filter(({ positive }) => positive).length} ungrounded, in ${new Set(all.map(({ group }) => group)).size} groups`,
	]));
}
