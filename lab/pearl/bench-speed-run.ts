/**
 * How long a token of many paths takes, in a process of its own: `node bench-speed-run.ts JSON`, a `PathSpeedRun`, answers a `PathSpeedResult`
 * as JSON. One thread. CPU time leaves out what else the machine does, and has the garbage
 * collector's threads in it; the clock of the quickest tokens has neither.
 */
import { DecoderSession } from '../../src/lm/decoder-session.ts';
import { loadModelConfig } from '../../src/lm/model-config.ts';
import { joinCaches, type CacheBatch } from '../../src/lm/paths/cache-batch.ts';
import { classOf } from '../../src/lm/paths/open-paths.ts';
import { StepSession } from '../../src/lm/paths/step-session.ts';
import { checkExternalData } from '../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../src/lm/safety/plain-file.ts';
import { EnsembleDecoder, type EnsembleSettings } from '../../src/methods/pearl/ensemble.ts';
import { likeliest } from '../../src/methods/pearl/row-statistics.ts';
import { seededBits } from '../../src/privacy/random-bits.ts';
import { paths, pathSpeedRun, type PathSpeedResult } from './bench-speed-result.ts';

const { graph: graphFile, config: configFile, promptTokens, tokens, rounds } = pathSpeedRun.parse(JSON.parse(process.argv[2] ?? ''));
const provider = { device: 'cpu', options: { executionProviders: ['cpu'], intraOpNumThreads: 1 } };
const graph = (await plainFile(graphFile, 2 ** 31))!;
const files = { graph, externalData: await checkExternalData(graph, checkOnnxFile(graph).externalTensors) };
const config = await loadModelConfig({ config: (await plainFile(configFile, 2 ** 20))!, generationConfig: undefined });
const session = await DecoderSession.open(graphFile, provider, config);
const steps = await StepSession.open(files, provider, session);
if (steps === undefined) throw new Error('no session can be made for paths of this model');

const ids = Array.from({ length: promptTokens }, (_, i) => (i * 7919 + 11) % session.vocabulary);
/** Tokens of it that would be there without documents. */
const promptWithout = 30;
const { cache } = await session.step(ids, session.start(), 0);
const cpu = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

/** Of the tokens of a round. */
const quickestTenth = (clocks: readonly number[]): number => clocks.toSorted((a, b) => a - b)[Math.floor(clocks.length / 10)]!;

/** Milliseconds that went into what is only measured beside a token. */
const beside = { cpu: 0, clock: 0 };

/** Milliseconds for a token: of CPU time, and by the clock for the quickest tenth; without what is beside it. */
async function timed(token: () => Promise<void>): Promise<{ cpu: number; clock: number }> {
	await token();
	const clocks: number[] = [];
	const start = cpu();
	beside.cpu = 0;
	for (let t = 0; t < tokens; t++) {
		beside.clock = 0;
		const from = performance.now();
		// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
		await token();
		clocks.push(performance.now() - from - beside.clock);
	}
	return { cpu: (cpu() - start - beside.cpu) / tokens, clock: quickestTenth(clocks) };
}

function oneByOne(): () => Promise<void> {
	let [own, next] = [cache, 7];
	return async () => {
		const step = await session.step([next], own, 1);
		own = step.cache;
		next = likeliest(step.logits!.row(0, new Float32Array()));
	};
}

/** As the product makes it for a prompt of this length: what a document may add to the rest. */
const roomAtFirst = classOf(cache.length, promptWithout, config.contextWindow === undefined ? Infinity : config.contextWindow - tokens - 1);

function together(count: number, on: Pick<DecoderSession, 'stepBatch'>, choose: (rows: Float32Array[]) => number): () => Promise<void> {
	let batch: CacheBatch = joinCaches(
		Array.from({ length: count }, () => cache),
		session.slots,
		'left',
		roomAtFirst,
	);
	let next = 7;
	return async () => {
		const step = await on.stepBatch(
			Array.from({ length: count }, () => next),
			batch,
		);
		batch = step.batch;
		next = choose(Array.from({ length: count }, (_, row) => step.logits.row(row, new Float32Array())));
	};
}

/** The dearer of the two clip modes: without a budget for a token nothing is drawn. */
const decoderOf = (stepEpsilon: EnsembleSettings['stepEpsilon']): EnsembleDecoder =>
	new EnsembleDecoder({ clip: 'difference', clipBound: 2, stepEpsilon, candidates: 200 }, seededBits(1), session.vocabulary);
const inPlace: Pick<DecoderSession, 'stepBatch'> = { stepBatch: (given, batch) => steps.stepBatch(given, batch) };
const result: PathSpeedResult = {
	one: [],
	oneInPlace: [],
	many: [],
	manyCopied: [],
	oneClock: [],
	oneInPlaceClock: [],
	manyClock: [],
	reducedClock: [],
	chosenClock: [],
	vocabulary: session.vocabulary,
};
for (let round = 0; round <= rounds; round++) {
	const [chosen, reduced]: [number[], number[]] = [[], []];
	const [mean, draw] = [decoderOf('no-noise'), decoderOf(0.24)];
	const choose = ([without, ...subsets]: Float32Array[]): number => {
		const start = performance.now();
		const choice = draw.next(without!, subsets);
		const [between, betweenCpu] = [performance.now(), cpu()];
		mean.next(without!, subsets);
		chosen.push(between - start);
		reduced.push(performance.now() - between);
		beside.cpu += cpu() - betweenCpu;
		beside.clock = performance.now() - between;
		return choice.kind === 'token' ? choice.id : 0;
	};
	/* oxlint-disable no-await-in-loop -- in turns: what else the machine does falls on all of them */
	const one = await timed(oneByOne());
	const oneInPlace = await timed(together(1, inPlace, ([row]) => likeliest(row!)));
	const many = await timed(together(paths, inPlace, choose));
	const manyCopied = await timed(together(paths, session, ([row]) => likeliest(row!)));
	/* oxlint-enable no-await-in-loop */
	// The first warms up.
	if (round === 0) continue;
	result.one.push(one.cpu);
	result.oneClock.push(one.clock);
	result.oneInPlace.push(oneInPlace.cpu);
	result.oneInPlaceClock.push(oneInPlace.clock);
	result.many.push(many.cpu);
	result.manyClock.push(many.clock);
	result.manyCopied.push(manyCopied.cpu);
	result.reducedClock.push(quickestTenth(reduced));
	result.chosenClock.push(quickestTenth(chosen));
}
console.log(JSON.stringify(result));
await steps.dispose();
await session.dispose();
