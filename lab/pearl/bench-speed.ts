import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor } from '../../src/statistics/random.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { paths, pathSpeedResult, type PathSpeedResult, type PathSpeedRun } from './bench-speed-result.ts';
import { randomDecoderFolder, smolLm2, writeRandomDecoders } from '../bench/random-decoder.ts';
import { atLeast, atMost, type Target } from '../target.ts';

const start = promisify(execFile);

/** What it costs to write one answer by many prompts, against an ordinary answer. */
export const pearlSpeed: Bench = {
	name: 'pearl-speed',
	summary: `tokens a second of ${paths} paths against one, and the time outside of the model, on --model DIR and at SmolLM2-135M's shape`,
	takesModel: true,
	async run({ seed, quick, model, log }) {
		const layers = quick ? 6 : smolLm2.layers;
		const folder = randomDecoderFolder(seed);
		await mkdir(folder, { recursive: true });
		log('writing the model');
		await writeRandomDecoders(folder, smolLm2, [layers], seed);
		const rounds = quick ? 3 : 12;
		const runs: readonly [string, Target | null, PathSpeedRun][] = [
			[
				'demo model',
				atLeast(0.35),
				{ graph: join(model, 'onnx', 'model.onnx'), config: join(model, 'config.json'), promptTokens: 150, tokens: 64, rounds },
			],
			[
				`SmolLM2-135M's shape${quick ? `, ${layers} layers` : ''}`,
				atLeast(0.55),
				{
					graph: join(folder, `layers-${layers}.onnx`),
					config: join(folder, 'config.json'),
					promptTokens: 512,
					tokens: quick ? 4 : 12,
					rounds: quick ? 2 : 6,
				},
			],
		];
		const figures: Figure[] = [];
		for (const [name, target, run] of runs) {
			log(name);
			// oxlint-disable-next-line no-await-in-loop -- one process at a time is what is measured
			figures.push(...figuresOf(name, target, await measured(run), seed));
		}
		return {
			data: {
				paths,
				measure: 'one thread; one path and many in turns; by the clock the quickest tenth of a round, medians over rounds',
				'prompt of each path': runs.map(([name, , { promptTokens }]) => `${promptTokens} tokens (${name})`).join(', '),
				'tokens in a round': runs.map(([, , { tokens }]) => tokens).join(', '),
			},
			figures,
		};
	},
};

async function measured(run: PathSpeedRun): Promise<PathSpeedResult> {
	const { stdout } = await start(process.execPath, [fileURLToPath(new URL('bench-speed-run.ts', import.meta.url)), JSON.stringify(run)]);
	return pathSpeedResult.parse(JSON.parse(stdout));
}

/** Medians over rounds, with intervals over rounds; ratios within a round. */
function figuresOf(name: string, target: Target | null, result: PathSpeedResult, seed: number): Figure[] {
	const random = randomFor(seed, `intervals ${name}`);
	const middle = (values: readonly number[]): number =>
		quantile(
			values.toSorted((a, b) => a - b),
			0.5,
		);
	const figure = (what: string, unit: string, values: readonly number[], aim: Target | null = null): Figure => ({
		name: `${name}: ${what}`,
		value: middle(values),
		...clusterBootstrap(random, values, middle),
		n: values.length,
		unit,
		target: aim,
	});
	const { one, many, manyCopied, oneClock, oneInPlaceClock, manyClock, reducedClock, chosenClock } = result;
	const over = (these: readonly number[], those: readonly number[], scale = 1): number[] => these.map((x, i) => (scale * x) / those[i]!);
	return [
		figure('a token of one path, as an ordinary answer', 'ms', oneClock),
		figure(`a token of ${paths} paths`, 'ms', manyClock),
		figure(`tokens a second, ${paths} paths / an ordinary answer`, '×', over(oneClock, manyClock), target),
		figure(`tokens a second, ${paths} paths / one in the same session`, '×', over(oneInPlaceClock, manyClock)),
		figure(`tokens a CPU second, ${paths} paths / an ordinary answer`, '×', over(one, many)),
		figure(`tokens a CPU second, ${paths} paths with copied caches / an ordinary answer`, '×', over(one, manyCopied)),
		figure('log-softmax, clip and mean, of the time of a token', '%', over(reducedClock, manyClock, 100)),
		figure('the same and the draw, of the time of a token', '%', over(chosenClock, manyClock, 100), atMost(10)),
	];
}
