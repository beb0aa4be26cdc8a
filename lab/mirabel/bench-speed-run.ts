/** One measurement of `mirabel-speed` in a process of its own: `node bench-speed-run.ts '{"d": 384, …}'`; the result is one JSON object on stdout. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { CorpusMoments } from '../../src/methods/mirabel/corpus-moments.ts';
import { sampledScores, scanScores } from '../../src/methods/mirabel/score-scan.ts';
import { isAbove, thresholdsOf } from '../../src/methods/mirabel/thresholds.ts';
import { seededRandom, type Random } from '../../src/statistics/random.ts';
import { float32, node, onnxModel, value } from '../bench/onnx-parts.ts';
import { mirabelSpeedRun, type MirabelSpeedResult, type MirabelSpeedRun } from './bench-speed-result.ts';
import { peakMemory } from '../bench/peak-memory.ts';

/** Documents of the sample that is kept beside moments. */
const sampled = 5000;
/** Queries of one timing: a single one is too short for the clock. */
const together = 20;

function unitRow(random: Random, row: Float32Array): Float32Array {
	let squares = 0;
	// Not evenly about 0, as embeddings are not.
	for (let k = 0; k < row.length; k++) squares += (row[k] = random() - 0.45) ** 2;
	const length = Math.sqrt(squares);
	for (let k = 0; k < row.length; k++) row[k]! /= length;
	return row;
}

/** Coordinates turned round by `by` places: other embeddings with other moments, which need not be held. */
function turned(row: Float32Array, by: number): Float32Array {
	return Float32Array.from(row, (_, k) => row[(k + by) % row.length]!);
}

function turnedMoments(moments: CorpusMoments, by: number): CorpusMoments {
	const { dimensions: d, n } = moments;
	const at = (i: number, j: number): number => (i <= j ? i * d - (i * (i - 1)) / 2 + j - i : at(j, i));
	const scatter = new Float64Array(moments.scatter.length);
	for (let i = 0; i < d; i++) for (let j = i; j < d; j++) scatter[at(i, j)] = moments.scatter[at((i + by) % d, (j + by) % d)]!;
	return CorpusMoments.of({ n, mean: Float64Array.from(moments.mean, (_, k) => moments.mean[(k + by) % d]!), scatter });
}

/** Seconds of the processor that this process has had: what else the machine does is not in it. */
function now(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6;
}

interface Corpus {
	readonly n: number;
	/** How far the coordinates of each piece are turned. */
	readonly turns: readonly number[];
	readonly held: number;
	readonly moments: CorpusMoments;
}

function corporaOf({ d, sizes, piece }: MirabelSpeedRun, documents: Float32Array): Corpus[] {
	const first = CorpusMoments.empty(d);
	const corpora: Corpus[] = [];
	for (const n of sizes) {
		while (first.n < Math.min(n, piece)) first.add(documents.subarray(first.n * d, (first.n + 1) * d));
		const moments = first.copy();
		const turns = Array.from({ length: Math.ceil(n / piece) }, (_, i) => (i * 37) % d);
		for (const by of turns.slice(1)) moments.merge(turnedMoments(first, by));
		corpora.push({ n, turns, held: first.n, moments });
	}
	return corpora;
}

async function measure(run: MirabelSpeedRun): Promise<MirabelSpeedResult> {
	const { d, piece, sizes, rounds, seed } = run;
	const random = seededRandom(seed);
	const held = Math.min(piece, Math.max(...sizes));
	const documents = new Float32Array(held * d);
	for (let row = 0; row < held; row++) unitRow(random, documents.subarray(row * d, (row + 1) * d));
	const queries = Array.from({ length: together }, () => unitRow(random, new Float32Array(d)));
	const corpora = corporaOf(run, documents);
	const product = await InferenceSession.create(
		onnxModel(
			node('MatMul', ['e', 'q'], ['p']),
			value(11, 'e', float32, ['n', 'd']),
			value(11, 'q', float32, ['d', 1]),
			value(12, 'p', float32, ['n', 1]),
		),
		{ executionProviders: ['cpu'], intraOpNumThreads: 1, interOpNumThreads: 1 },
	);
	/** All similarities, by the quickest product there is here. */
	const scores = async ({ n, turns, held: rows }: Corpus, query: Float32Array): Promise<Float32Array> => {
		const all = new Float32Array(n);
		const e = new Tensor('float32', documents.subarray(0, rows * d), [rows, d]);
		for (const [at, by] of turns.entries()) {
			// A document turned one way is as near to a query as the document to the query turned the other way.
			const q = new Tensor('float32', turned(query, d - by), [d, 1]);
			// oxlint-disable-next-line no-await-in-loop -- one piece after the other
			const { p } = await product.run({ e, q });
			all.set(p!.data as Float32Array, at * rows);
		}
		return all;
	};
	const results: MirabelSpeedResult['corpora'] = corpora.map(({ n }) => {
		return { n, moments: [], withSample: [], scan: [], update: [], difference: 0 };
	});
	for (let round = 0; round < rounds; round++)
		for (const [at, corpus] of corpora.entries()) {
			const { n, moments } = corpus;
			const result = results[at]!;
			const query = queries[round % together]!;
			const begun = now();
			// oxlint-disable-next-line no-await-in-loop -- by turns, so that what else the machine does meets all alike
			const { max, mean, std } = scanScores(await scores(corpus, query));
			isAbove(max, thresholdsOf({ mean, std, n, skewness: null, rho: 0.05, empiricalZ: 4 }).empirical);
			result.scan.push(now() - begun);
			const found = moments.leavingOut(query, max);
			result.difference = Math.max(result.difference, Math.abs(found.mean - mean), Math.abs(found.std - std));
			result.moments.push(each(() => screen(moments, queries, () => null)));
			const sample = documents.subarray(0, Math.min(n, sampled) * d);
			result.withSample.push(each(() => screen(moments, queries, (one) => sampledScores(one, sample, max, n).skewness?.value ?? null)));
			result.update.push(
				each(() => {
					for (const one of queries) {
						moments.add(one);
						moments.delete(one);
					}
				}),
			);
		}
	return { corpora: results, peakBytes: peakMemory() };
}

function screen(moments: CorpusMoments, queries: readonly Float32Array[], skewnessAt: (query: Float32Array) => number | null): void {
	for (const query of queries) {
		const { mean, std } = moments.leavingOut(query, 0.5);
		isAbove(0.5, thresholdsOf({ mean, std, n: moments.n, skewness: skewnessAt(query), rho: 0.05, empiricalZ: 4 }).empirical);
	}
}

function each(work: () => void): number {
	const begun = now();
	work();
	return (now() - begun) / together;
}

const run = mirabelSpeedRun.parse(JSON.parse(process.argv[2] ?? ''));
// Until the compiler has compiled what is timed.
await measure({ ...run, sizes: [1000], rounds: 3 });
console.log(JSON.stringify(await measure(run)));
