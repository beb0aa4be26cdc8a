/** One measurement of `memsad-speed` in a process of its own: `node bench-speed-run.ts '{"m": 20, …}'`; the result is one JSON object on stdout. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { RowMaximaSession } from './bench-row-maxima.ts';
import { matrix, type Matrix } from '../../src/methods/memsad/row-maxima.ts';
import { directionsOf, memsadScores } from '../../src/methods/memsad/scores.ts';
import { seededRandom } from '../../src/statistics/random.ts';
import { node, onnxModel, value, float32 } from '../bench/onnx-parts.ts';
import { memsadSpeedRun, type MemsadSpeedResult, type MemsadSpeedRun } from './bench-speed-result.ts';
import { peakMemory } from '../bench/peak-memory.ts';

/** Entries that a scan holds at once. */
const batch = 256;

function unitRows(count: number, width: number, seed: number): Matrix {
	const random = seededRandom(seed);
	const values = Float32Array.from({ length: count * width }, () => random() - 0.5);
	for (let row = 0; row < count; row++) {
		const own = values.subarray(row * width, (row + 1) * width);
		const norm = Math.sqrt(own.reduce((sum, x) => sum + x * x, 0));
		for (let k = 0; k < width; k++) own[k]! /= norm;
	}
	return matrix(values, width);
}

const seconds = async (work: () => unknown): Promise<number> => {
	const start = performance.now();
	await work();
	return (performance.now() - start) / 1000;
};

async function kernels({ m, n, d, rounds, seed }: MemsadSpeedRun): Promise<MemsadSpeedResult> {
	const [entries, queries] = [unitRows(n, d, seed), unitRows(m, d, seed + 1)];
	const product = await InferenceSession.create(
		onnxModel(
			node('MatMul', ['e', 'q'], ['p']),
			value(11, 'e', float32, ['n', 'd']),
			value(11, 'q', float32, ['d', 'm']),
			value(12, 'p', float32, ['n', 'm']),
		),
		{ executionProviders: ['cpu'], intraOpNumThreads: 1, interOpNumThreads: 1 },
	);
	const session = await RowMaximaSession.open(1);
	const laidOut = RowMaximaSession.layOut(queries);
	const feeds = { e: new Tensor('float32', entries.values, [n, d]), q: laidOut.directions };
	const directions = directionsOf(queries);
	const found = await session.run(entries, laidOut);
	const expected = memsadScores(entries, directions);
	const difference = found.maximum.reduce(
		(largest, score, i) => Math.max(largest, Math.abs(score - expected.max[i]!), Math.abs(found.mean[i]! - expected.mean[i]!)),
		0,
	);
	const result = { gemm: [] as number[], runtime: [] as number[], typedArrays: [] as number[] };
	for (let round = 0; round < rounds; round++) {
		// oxlint-disable-next-line no-await-in-loop -- by turns, so that what else the machine does meets all alike
		result.gemm.push(await seconds(() => product.run(feeds)));
		// oxlint-disable-next-line no-await-in-loop -- see above
		result.runtime.push(await seconds(() => session.run(entries, laidOut)));
		// oxlint-disable-next-line no-await-in-loop -- see above
		if (round % 4 === 0) result.typedArrays.push(await seconds(() => memsadScores(entries, directions)));
	}
	return { ...result, difference, peakBytes: peakMemory() };
}

/** A store as it streams: batches are made, scored and forgotten. Only scoring is timed. */
async function growth({ m, n, d, seed }: MemsadSpeedRun): Promise<MemsadSpeedResult> {
	const session = await RowMaximaSession.open(1);
	const laidOut = RowMaximaSession.layOut(unitRows(m, d, seed + 1));
	const some = Array.from({ length: 8 }, (_, i) => unitRows(batch, d, seed + 2 + i));
	const scores = new Float32Array(n);
	let spent = 0;
	for (let from = 0; from < n; from += batch) {
		// Each batch is a copy of its own, as it comes from a store.
		const { values, width } = some[(from / batch) % some.length]!;
		const count = Math.min(batch, n - from);
		const entries = { values: values.slice(0, count * width), count, width };
		// oxlint-disable-next-line no-await-in-loop -- batches come one after another
		spent += await seconds(async () => {
			const { maximum, mean } = await session.run(entries, laidOut);
			for (let i = 0; i < count; i++) scores[from + i] = 0.5 * maximum[i]! + 0.5 * mean[i]!;
		});
	}
	return { gemm: [], runtime: [spent], typedArrays: [], difference: 0, peakBytes: peakMemory() };
}

const run = memsadSpeedRun.parse(JSON.parse(process.argv[2] ?? ''));
console.log(JSON.stringify(await (run.mode === 'kernels' ? kernels(run) : growth(run))));
