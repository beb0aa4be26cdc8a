/**
 * One measurement in a process of its own, so that its peak of memory is its own: `node bench-speed-run.ts JSON`, a `SpeedRun`, answers a
 * `SpeedResult` as JSON.
 */
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import { eightBitWeights } from '../../src/lm/eight-bit-weights.ts';
import { attributeResponse, type SpadAttribution, type SpadRequest } from '../../src/lm/attribution/attribute.ts';
import { buildSpadGraph, type GraphFiles } from '../../src/onnx/spad-graph.ts';
import { SpadSession } from '../../src/lm/attribution/spad-session.ts';
import { loadModelConfig } from '../../src/lm/model-config.ts';
import { checkExternalData } from '../../src/lm/safety/external-data.ts';
import { checkOnnxFile } from '../../src/lm/safety/onnx-file.ts';
import { plainFile } from '../../src/lm/safety/plain-file.ts';
import { seededRandom } from '../../src/statistics/random.ts';
import { feedsOf, NaiveSpad } from './bench-naive-spad.ts';
import { float32, floats, node, onnxModel, value } from '../bench/onnx-parts.ts';
import { peakMemory } from '../bench/peak-memory.ts';
import { smolLm2 } from '../bench/random-decoder.ts';
import { speedRun, type SpeedResult, type SpeedRun } from './bench-speed-result.ts';

const { layers, tokens, rows, repeats, folder, device, ...rest } = speedRun.parse(JSON.parse(process.argv[2] ?? ''));
const run = { layers, tokens, rows, repeats, folder, device };
const provider = executionProvidersFor(device);
const result =
	rest.mode === 'gemm'
		? await multiply(rest.shape)
		: rest.mode === 'plain'
			? await plain(run)
			: rest.mode === 'naive'
				? await naive(run)
				: await attributed(run, rest);
console.log(JSON.stringify(result));

type Sizes = Omit<Extract<SpeedRun, { mode: 'plain' }>, 'mode'>;

/** A third of the prompt is query, the rest one context. */
function request({ tokens: all, rows: count }: Sizes): SpadRequest {
	const ids = Array.from({ length: all + 1 }, (_, i) => (i * 7919 + 11) % 8000);
	const prompt = all + 1 - count;
	return {
		ids: ids.slice(0, all),
		targets: ids.slice(prompt),
		contexts: 1,
		groups: Int32Array.from({ length: all }, (_, i) => (i < Math.floor(prompt / 3) ? 0 : i < prompt ? 1 : -1)),
	};
}

async function graphFiles({ folder: at, layers: count }: Sizes): Promise<GraphFiles> {
	const graph = await plainFile(join(at, `layers-${count}.onnx`), 2 ** 31);
	if (graph === undefined) throw new Error(`there is no model of ${count} layers in ${at}`);
	return { graph, externalData: await checkExternalData(graph, checkOnnxFile(graph).externalTensors) };
}

async function attributed(sizes: Sizes, how: { mode: 'cached' | 'whole' } | { mode: 'screened'; budget: number }): Promise<SpeedResult> {
	const files = await graphFiles(sizes);
	const config = await plainFile(join(sizes.folder, 'config.json'), 2 ** 20);
	if (config === undefined) throw new Error(`there is no config.json in ${sizes.folder}`);
	const graph = buildSpadGraph(files, {
		proof: false,
		panels: true,
		screen: how.mode === 'screened' ? how.budget : undefined,
		eightBitWeights: await eightBitWeights(),
	});
	const start = performance.now();
	const session = await SpadSession.open(graph, files.graph.path, provider, await loadModelConfig({ config, generationConfig: undefined }));
	const openSeconds = (performance.now() - start) / 1000;
	const asked = request(sizes);
	const options = {
		mode: how.mode === 'whole' ? 'whole' : 'cached',
		heads: graph.heads,
		signal: new AbortController().signal,
		onProgress: () => undefined,
	} as const;
	let last: SpadAttribution | undefined;
	const seconds = await timed(sizes.repeats, async () => {
		last = await attributeResponse(session, asked, options);
	});
	await session.dispose();
	return {
		seconds,
		openSeconds,
		peakBytes: peakMemory(),
		sources: [...(last?.sources ?? [])],
		errorBound: [...(last?.errorBound ?? [])],
		probed: last?.probed,
	};
}

/** The model's own graph over all tokens at once, with everything that it gives: all logits, and keys and values. */
async function plain(sizes: Sizes): Promise<SpeedResult> {
	const files = await graphFiles(sizes);
	const session = await InferenceSession.create(files.graph.path, { ...provider.options, logSeverityLevel: 3 });
	const { ids } = request(sizes);
	const feeds = feedsOf(session, ids, smolLm2);
	const seconds = await timed(sizes.repeats, () => session.run(feeds));
	await session.release();
	return { seconds, peakBytes: peakMemory(), sources: null };
}

/** Everything out of the runtime, as one would do it with a model that shows its inside. */
async function naive(sizes: Sizes): Promise<SpeedResult> {
	const { folder: at, layers: count, repeats: times } = sizes;
	const { ids, targets, groups } = request(sizes);
	const spad = await NaiveSpad.open(at, smolLm2, count);
	let sources: Float64Array = new Float64Array();
	const seconds = await timed(times, async () => {
		sources = await spad.attribute(ids, targets, groups);
	});
	await spad.dispose();
	return { seconds, peakBytes: peakMemory(), sources: [...sources] };
}

/** A product of random matrices `[m, k] · [k, n]`, the second one constant as a model's weights are. */
async function multiply([m, k, n]: readonly [number, number, number]): Promise<SpeedResult> {
	const random = seededRandom(1);
	const matrix = (count: number): Float32Array => Float32Array.from({ length: count }, () => 2 * random() - 1);
	const session = await InferenceSession.create(
		onnxModel(
			node('MatMul', ['x', 'w'], ['y']),
			node('ReduceMax', ['y'], ['z'], [['keepdims', 'int', 0]]),
			floats('w', [k, n], matrix(k * n)),
			value(11, 'x', float32, [m, k]),
			value(12, 'z', float32, []),
		),
		{ ...provider.options, logSeverityLevel: 3 },
	);
	const x = new Tensor('float32', matrix(m * k), [m, k]);
	const seconds = await timed(repeats, () => session.run({ x }));
	await session.release();
	return { seconds, peakBytes: peakMemory(), sources: null };
}

/** The first run is not counted: it fills the runtime's arena. */
async function timed(count: number, once: () => Promise<unknown>): Promise<number[]> {
	const seconds: number[] = [];
	for (let i = 0; i <= count; i++) {
		const start = performance.now();
		// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
		await once();
		seconds.push((performance.now() - start) / 1000);
	}
	return seconds.slice(1);
}
