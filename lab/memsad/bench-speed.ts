import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import { entryTexts, memorySplit, paperSizes } from './split.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor } from '../../src/statistics/random.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { lexical, openEncoder } from './bench-encoders.ts';
import { memsadSpeedResult, type MemsadSpeedResult, type MemsadSpeedRun } from './bench-speed-result.ts';
import { atMost, type Target } from '../target.ts';

const start = promisify(execFile);
/** Numbers of an embedding of all-MiniLM-L6-v2. */
const width = 384;

/** What scoring an entry against a history costs. */
export const memsadSpeed: Bench = {
	name: 'memsad-speed',
	summary:
		'time to score an entry of a memory against 20 and 1,000 queries, against the same matrix product; with embedding (--embedder DIR for an encoder); growth to 1,000,000 entries',
	takesEmbedder: true,
	async run({ seed, quick, embedder, log }) {
		const figures: Figure[] = [];
		for (const m of [20, 1000]) {
			log(`kernels, ${m} queries`);
			const n = m === 20 ? 8192 : 2048;
			// oxlint-disable-next-line no-await-in-loop -- one process at a time is what is measured
			const result = await measured({ mode: 'kernels', m, n, d: width, rounds: quick ? 8 : 40, seed });
			figures.push(...kernelFigures(m, n, result, seed));
		}
		figures.push(...(await embeddingFigures(embedder, seed, quick, log)));
		const sizes = quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
		const grown: { n: number; result: MemsadSpeedResult }[] = [];
		for (const n of sizes) {
			log(`${n} entries`);
			// oxlint-disable-next-line no-await-in-loop -- see above
			grown.push({ n, result: await measured({ mode: 'growth', m: 1000, n, d: width, rounds: 1, seed }) });
		}
		figures.push(...growthFigures(grown));
		return {
			data: {
				processor: cpus()[0]?.model ?? 'unknown',
				measure: `one thread, ${width} numbers an embedding; kernels in turns in one process, medians over rounds, ratios within a round`,
				'texts that are embedded': 'entries of the synthetic memory of memsad',
			},
			figures,
		};
	},
};

async function measured(run: MemsadSpeedRun): Promise<MemsadSpeedResult> {
	const { stdout } = await start(process.execPath, [fileURLToPath(new URL('bench-speed-run.ts', import.meta.url)), JSON.stringify(run)]);
	return memsadSpeedResult.parse(JSON.parse(stdout));
}

function middle(values: readonly number[]): number {
	return quantile(
		values.toSorted((a, b) => a - b),
		0.5,
	);
}

function kernelFigures(m: number, n: number, { gemm, runtime, typedArrays, difference }: MemsadSpeedResult, seed: number): Figure[] {
	const random = randomFor(seed, `intervals ${m}`);
	const figure = (what: string, unit: string, values: readonly number[], target: Target | null = null): Figure => ({
		name: `${m} queries: ${what}`,
		value: middle(values),
		...clusterBootstrap(random, values, middle),
		n: values.length,
		unit,
		target,
	});
	const each = (values: readonly number[]): number[] => values.map((value) => (1e6 * value) / n);
	return [
		figure('scoring an entry, ONNX Runtime', 'µs', each(runtime), m === 20 ? atMost(800) : null),
		figure('scoring an entry, typed arrays', 'µs', each(typedArrays)),
		figure('the matrix product alone, an entry', 'µs', each(gemm)),
		figure(
			'scoring by ONNX Runtime / the matrix product',
			'×',
			runtime.map((value, i) => value / gemm[i]!),
			atMost(1.5),
		),
		// Scans score by these: the target is theirs as well.
		figure(
			'scoring by typed arrays / the matrix product',
			'×',
			typedArrays.map((value, i) => value / gemm[4 * i]!),
			atMost(1.5),
		),
		figure(
			'scoring by typed arrays / by ONNX Runtime',
			'×',
			typedArrays.map((value, i) => value / runtime[4 * i]!),
		),
		{
			name: `${m} queries: largest difference of a score between both`,
			value: 1e6 * difference,
			low: null,
			high: null,
			n,
			unit: 'ppm',
			target: atMost(10),
		},
	];
}

async function embeddingFigures(
	folder: string | undefined,
	seed: number,
	quick: boolean,
	log: (message: string) => void,
): Promise<Figure[]> {
	const store = entryTexts(memorySplit(seed, paperSizes)).slice(0, quick ? 200 : 1000);
	const { signal } = new AbortController();
	const encoder = folder === undefined ? undefined : await openEncoder(folder);
	const figures: Figure[] = [];
	for (const each of encoder === undefined ? [lexical] : [lexical, encoder]) {
		log(`embedding by ${each.name}`);
		// oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
		const open = await each.open(store);
		const begun = performance.now();
		// oxlint-disable-next-line no-await-in-loop -- see above
		await open.embed(store, { signal, onProgress: () => undefined });
		const value = (1000 * (performance.now() - begun)) / store.length;
		figures.push({ name: `embedding an entry by ${each.name}`, value, low: null, high: null, n: store.length, unit: 'µs', target: null });
	}
	await encoder?.dispose();
	return figures;
}

function growthFigures(grown: readonly { readonly n: number; readonly result: MemsadSpeedResult }[]): Figure[] {
	const perEntry = ({ n, result }: (typeof grown)[number]): number => (1e6 * result.runtime[0]!) / n;
	const plain = { low: null, high: null };
	const [first, last] = [grown[0]!, grown.at(-1)!];
	return [
		...grown.flatMap((one): Figure[] => [
			{
				name: `${one.n.toLocaleString('en')} entries, 1,000 queries: an entry`,
				value: perEntry(one),
				...plain,
				n: one.n,
				unit: 'µs',
				target: null,
			},
			...(one.result.peakBytes === null
				? []
				: [
						{
							name: `${one.n.toLocaleString('en')} entries: peak memory of the process`,
							value: one.result.peakBytes / 2 ** 20,
							...plain,
							n: one.n,
							unit: 'MiB',
							target: null,
						},
					]),
		]),
		{
			name: `time an entry, ${last.n.toLocaleString('en')} / ${first.n.toLocaleString('en')} entries`,
			value: perEntry(last) / perEntry(first),
			...plain,
			n: last.n,
			unit: '×',
			target: atMost(1.5),
		},
	];
}
