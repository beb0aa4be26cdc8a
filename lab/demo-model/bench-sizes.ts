import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import { contentHash } from '../../src/lm/safety/content-hash.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor } from '../../src/statistics/random.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { fileSize } from './bench-speed.ts';
import { modelSpeedResult, type ModelSpeed } from './bench-sizes-result.ts';

const start = promisify(execFile);

/** What a model costs who uses it: start-up, heatmap, memory, files. What it can do is the bench demo-model's, one model at a time. */
export const demoModelSizes: Bench = {
	name: 'demo-model-sizes',
	summary: 'start-up time, heatmap latency, memory and size of models beside each other; --model DIR --model DIR',
	takesModel: true,
	takesModels: true,
	async run({ seed, quick, models, log }) {
		const [rounds, traces] = quick ? [3, 5] : [10, 20];
		const names = models.map(shortName);
		if (new Set(names).size < names.length)
			throw new RangeError(`models are told apart by the last two parts of their paths: ${names.join(', ')}`);
		const measured = models.map((): ModelSpeed[] => []);
		// In turns, so that what else the machine does meets all of them.
		for (let round = 1; round <= rounds; round++) {
			for (const [i, folder] of models.entries()) {
				// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
				measured[i]!.push(await measureOnce({ folder, traces, seed }));
			}
			log(`round ${round} of ${rounds}`);
		}
		const hashes = await Promise.all(models.map(async (folder) => contentHash(await checkModelFolder(folder))));
		const figures = await Promise.all(
			models.map(async (folder, i) => [...figuresOf(measured[i]!, seed), await fileSize(await checkModelFolder(folder))]),
		);
		return {
			data: {
				...Object.fromEntries(names.map((name, i) => [`sha256 of ${name}`, hashes[i]!])),
				cores: availableParallelism(),
				'processes a model': rounds,
				'traces a process': traces,
			},
			figures: figures.flatMap((own, i) => own.map((figure) => ({ ...figure, name: `${names[i]!}: ${figure.name}` }))),
		};
	},
};

/** The last two parts of a folder's path: `models/demo`, `large/fp32`. */
function shortName(folder: string): string {
	return folder
		.split(/[\\/]/)
		.filter((part) => part !== '')
		.slice(-2)
		.join('/');
}

async function measureOnce(run: { folder: string; traces: number; seed: number }): Promise<ModelSpeed> {
	const { stdout } = await start(process.execPath, [fileURLToPath(new URL('bench-sizes-run.ts', import.meta.url)), JSON.stringify(run)]);
	return modelSpeedResult.parse(JSON.parse(stdout));
}

/** Medians over processes; of traces with intervals over processes, because those of one process met the same machine. */
function figuresOf(results: readonly ModelSpeed[], seed: number): Figure[] {
	const random = randomFor(seed, 'intervals');
	const median = (name: string, unit: string, values: (result: ModelSpeed) => readonly number[]): Figure[] => {
		const clusters = results.map(values).filter((own) => own.length > 0);
		if (clusters.length === 0) return [];
		const middle = (drawn: readonly (readonly number[])[]): number =>
			quantile(
				drawn.flat().toSorted((a, b) => a - b),
				0.5,
			);
		return [
			{ name, value: middle(clusters), ...clusterBootstrap(random, clusters, middle), n: clusters.flat().length, unit, target: null },
		];
	};
	return [
		...median('load, first in a process', 'ms', ({ load }) => [load]),
		...median('attribution made ready, first in a process', 'ms', ({ ready }) => [ready]),
		...median('heatmap of a typical trace: scores and sources', 'ms', ({ scoring, attribution }) =>
			scoring.map((time, i) => time + attribution[i]!),
		),
		...median('of it scores, both paths', 'ms', ({ scoring }) => scoring),
		...median('of it sources', 'ms', ({ attribution }) => attribution),
		...median('peak memory of the process', 'MB', ({ peakBytes }) => (peakBytes === null ? [] : [peakBytes / 1e6])),
	];
}
