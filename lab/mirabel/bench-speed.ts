import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clusterBootstrap } from '../cluster-bootstrap.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { randomFor } from '../../src/statistics/random.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { mirabelSpeedResult, type MirabelSpeedResult, type MirabelSpeedRun } from './bench-speed-result.ts';
import { atMost, type Target } from '../target.ts';

const start = promisify(execFile);
/** Documents that are held in memory at once: 80 MB of 1,024 numbers each. */
const piece = 20_000;

/** What screening a query costs beside the store's own search. */
export const mirabelSpeed: Bench = {
	name: 'mirabel-speed',
	summary: 'time to screen a query by moments, against a scan of all documents: 1,000 to 1,000,000 of 384 and of 1,024 numbers',
	async run({ seed, quick, log }) {
		const figures: Figure[] = [];
		const sizes = quick ? [1000, 10_000, 100_000] : [1000, 100_000, 1_000_000];
		for (const d of [384, 1024]) {
			log(`${d} numbers an embedding`);
			// oxlint-disable-next-line no-await-in-loop -- one process at a time is what is measured
			const result = await measured({ d, sizes, piece, rounds: quick ? 4 : 12, seed });
			figures.push(...figuresOf(d, result, seed));
		}
		return {
			data: {
				processor: cpus()[0]?.model ?? 'unknown',
				measure: 'processor time, one thread, by turns in one process a width; medians over rounds, ratios within a round',
				'the scan': 'all similarities by ONNX Runtime’s matrix product, then mean, deviation and maximum',
				corpora: `unit embeddings of seeded random numbers; above ${piece.toLocaleString('en')} documents, pieces of so many with their coordinates turned`,
			},
			figures,
		};
	},
};

async function measured(run: MirabelSpeedRun): Promise<MirabelSpeedResult> {
	const { stdout } = await start(process.execPath, [fileURLToPath(new URL('bench-speed-run.ts', import.meta.url)), JSON.stringify(run)]);
	return mirabelSpeedResult.parse(JSON.parse(stdout));
}

function middle(values: readonly number[]): number {
	return quantile(
		values.toSorted((a, b) => a - b),
		0.5,
	);
}

function figuresOf(d: number, { corpora, peakBytes }: MirabelSpeedResult, seed: number): Figure[] {
	const random = randomFor(seed, `intervals ${d}`);
	const figure = (what: string, unit: string, values: readonly number[], target: Target | null = null): Figure => ({
		name: `d = ${d.toLocaleString('en')}, ${what}`,
		value: middle(values),
		...clusterBootstrap(random, values, middle),
		n: values.length,
		unit,
		target,
	});
	const micro = (values: readonly number[]): number[] => values.map((value) => 1e6 * value);
	const [first, last] = [corpora[0]!, corpora.at(-1)!];
	const plain = { low: null, high: null };
	const growth = (values: (corpus: typeof first) => readonly number[]): number[] =>
		values(last).map((value, round) => value / values(first)[round]!);
	return [
		...corpora.flatMap((corpus): Figure[] => {
			const n = `${corpus.n.toLocaleString('en')} documents`;
			return [
				figure(`${n}: screening by moments`, 'µs', micro(corpus.moments)),
				figure(`${n}: with the skewness of the sample`, 'µs', micro(corpus.withSample)),
				figure(`${n}: screening by a scan`, 'µs', micro(corpus.scan)),
				figure(
					`${n}: scan / moments`,
					'×',
					corpus.scan.map((value, round) => value / corpus.moments[round]!),
				),
				figure(`${n}: adding a document and deleting it`, 'µs', micro(corpus.update)),
				{
					name: `d = ${d.toLocaleString('en')}, ${n}: largest difference of a mean or deviation between both`,
					value: 1e6 * corpus.difference,
					...plain,
					n: corpus.scan.length,
					unit: 'ppm',
					target: atMost(1),
				},
			];
		}),
		figure(
			`screening by moments: ${last.n.toLocaleString('en')} / ${first.n.toLocaleString('en')} documents`,
			'×',
			growth(({ moments }) => moments),
			atMost(1.5),
		),
		figure(
			`adding and deleting: ${last.n.toLocaleString('en')} / ${first.n.toLocaleString('en')} documents`,
			'×',
			growth(({ update }) => update),
			atMost(1.5),
		),
		...(peakBytes === null
			? []
			: [
					{
						name: `d = ${d.toLocaleString('en')}: peak memory of the process`,
						value: peakBytes / 2 ** 20,
						...plain,
						n: 1,
						unit: 'MiB',
						target: null,
					},
				]),
	];
}
