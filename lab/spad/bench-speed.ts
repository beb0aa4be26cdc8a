import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { maxPanelRows, panelColumns } from '../../src/onnx/emit/probes.ts';
import type { Device } from '../../src/lm/devices/device.ts';
import type { Bench, Figure } from '../bench/bench.ts';
import { randomDecoderFolder, smolLm2, writeRandomDecoders } from '../bench/random-decoder.ts';
import { screenFigures, screenOnAnswers } from './bench-screen.ts';
import { speedResult, type SpeedResult, type SpeedRun } from './bench-speed-result.ts';
import { atMost, type Target } from '../target.ts';

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const start = promisify(execFile);

/** What attribution costs, against the model's own forward pass and against a straightforward computation of the same numbers. */
export const spadSpeed: Bench = {
	name: 'spad-speed',
	summary:
		"time and memory of attribution at SmolLM2-135M's shape, on the CPU or --device NAME; RAG_ASSAY_PYTHON names an interpreter with PyTorch to compare with; the screen on real states, of --model DIR",
	takesModel: true,
	takesDevice: true,
	async run({ seed, quick, model, device, log }) {
		const layers = quick ? 6 : smolLm2.layers;
		const half = layers / 2;
		const folder = randomDecoderFolder(seed);
		await mkdir(folder, { recursive: true });
		log('writing the model');
		await writeRandomDecoders(folder, smolLm2, [...new Set([layers, half, smolLm2.layers])], seed);
		const rounds = quick ? 1 : 5;
		const base = { folder, layers, tokens: 384, rows: 64, repeats: quick ? 1 : 4, device };
		const python = await pythonWithTorch();

		// Several rounds of processes in turn: what else the machine does falls on all of them.
		const results = new Map<string, SpeedResult[]>();
		const measure = async (name: string, run: SpeedRun, by: (run: SpeedRun) => Promise<SpeedResult> = inNode): Promise<void> => {
			const result = await by(run);
			results.set(name, [...(results.get(name) ?? []), result]);
			log(`${name}: ${result.seconds.map((s) => s.toFixed(2)).join(', ')} s`);
		};
		for (let round = 0; round < rounds; round++) {
			/* oxlint-disable no-await-in-loop -- one process at a time is what is measured */
			await measure('plain', { mode: 'plain', ...base });
			await measure('attributed', { mode: 'cached', ...base });
			await measure('screened', { mode: 'screened', ...base, budget: screenBudget });
			for (const [name, shape] of gemms(base)) await measure(name, { mode: 'gemm', ...base, shape });
			if (device !== 'cpu') {
				await measure(onCpu('plain'), { mode: 'plain', ...base, device: 'cpu' });
				await measure(onCpu('attributed'), { mode: 'cached', ...base, device: 'cpu' });
			}
			// What no target is about.
			if (round >= 2) continue;
			await measure('screened in vain', { mode: 'screened', ...base, budget: 0 });
			for (const [name, change] of growth(half)) await measure(name, { mode: 'cached', ...base, ...change });
			/* oxlint-enable no-await-in-loop */
		}
		await measure('at once', { mode: 'whole', ...base, tokens: longest, repeats: 1 });
		// Far slower than the rest, and not what is to be known to a few percent.
		const once = { mode: 'naive', ...base, repeats: 1 } as const;
		if (python === undefined) await measure(naive, once);
		else await measure(pytorch, once, (run) => inPython(python, run));
		log(`the screen on answers, ${basename(model)}`);
		const answers = await screenOnAnswers(model, quick ? 30 : 300, screenBudget);
		return {
			data: {
				shape: `V = ${smolLm2.vocabulary}, d = ${smolLm2.width}, L = ${layers}, ${smolLm2.heads} heads over ${smolLm2.keyHeads}, FFN ${smolLm2.inner}, random weights`,
				tokens: base.tokens,
				rows: base.rows,
				rounds,
				cores: availableParallelism(),
				'straightforward computation':
					python === undefined
						? 'states out of the runtime and a second session for the head, lab/spad/bench-naive-spad.ts; no interpreter with PyTorch was found (RAG_ASSAY_PYTHON names one)'
						: 'PyTorch, lab/spad/naive_spad.py',
			},
			figures: [...figuresOf(results, base, half, python === undefined ? naive : pytorch), ...screenFigures(results, answers)],
		};
	},
};

/** Bound of a source that the screen keeps to. */
const screenBudget = 1e-3;
/** So many tokens that they are fed in pieces. */
const longest = 768;

/** The straightforward computations. */
const [pytorch, naive] = ['PyTorch', 'two sessions'];

/** What is measured on the CPU too, where another device is measured. */
const onCpu = (name: string): string => `${name} on the CPU`;

interface Base {
	readonly layers: number;
	readonly tokens: number;
	readonly rows: number;
	readonly device: Device;
}

function figuresOf(results: ReadonlyMap<string, readonly SpeedResult[]>, base: Base, half: number, other: string): Figure[] {
	const figures: Figure[] = [];
	// The least: what else the machine does only adds.
	const seconds = (name: string): number => Math.min(...(results.get(name) ?? []).flatMap((result) => result.seconds));
	const add = (name: string, value: number, unit: string, target: Target | null = null, n = runs('attributed')): void => {
		figures.push({ name, value, low: null, high: null, n, unit, target });
	};
	function runs(name: string): number {
		return (results.get(name) ?? []).reduce((sum, result) => sum + result.seconds.length, 0);
	}
	for (const name of ['plain', 'attributed', other]) {
		add(`${name}: least time`, seconds(name) * 1000, 'ms', null, runs(name));
	}
	// The target is the CPU's, where products of matrices take the time.
	add('attributed / plain', seconds('attributed') / seconds('plain'), '×', base.device === 'cpu' ? atMost(2.4) : null);
	if (base.device !== 'cpu')
		for (const name of ['plain', 'attributed'])
			add(`${name}: CPU / ${base.device}`, seconds(onCpu(name)) / seconds(name), '×', null, runs(name));
	add(`${other} / attributed`, seconds(other) / seconds('attributed'), '×');
	const bound = gemms(base).reduce((sum, [name, , times]) => sum + times * seconds(name), 0);
	add('time of the matrix products alone, at the speed measured for their shapes', bound * 1000, 'ms');
	add('bound of the matrix products / attributed', (100 * bound) / seconds('attributed'), '%');
	const counts = multiplyAdds(base);
	for (const name of ['plain', 'attributed'] as const)
		add(`multiply-adds of the matrix products with weights: ${name}`, counts[name] / 1e9, 'billion', null, 1);
	for (const name of ['plain', 'attributed', 'screened', other]) {
		const peaks = (results.get(name) ?? []).flatMap(({ peakBytes }) => (peakBytes === null ? [] : [peakBytes]));
		if (peaks.length > 0) add(`${name}: peak memory of the process`, Math.max(...peaks) / 2 ** 20, 'MiB', null, peaks.length);
	}
	for (const [name] of growth(half)) {
		add(
			`time at ${name}, of R = ${base.rows}, T = ${base.tokens}, L = ${base.layers}`,
			seconds(name) / seconds('attributed'),
			'×',
			null,
			runs(name),
		);
		const peaks = (results.get(name) ?? []).flatMap(({ peakBytes }) => (peakBytes === null ? [] : [peakBytes]));
		if (peaks.length > 0) add(`peak memory at ${name}`, Math.max(...peaks) / 2 ** 20, 'MiB', null, peaks.length);
	}
	const [own, pieces, whole, theirs] = ['attributed', `T = ${longest}`, 'at once', other].map(
		(name) => results.get(name)?.[0]?.sources ?? null,
	);
	if (pieces && whole)
		add(
			`sources in pieces against at once, T = ${longest}: largest difference, of the largest source`,
			1e6 * farthest(pieces, whole),
			'ppm',
			atMost(100),
			pieces.length,
		);
	if (own && theirs)
		add(`sources against ${other}: largest difference, of the largest source`, 1e6 * farthest(own, theirs), 'ppm', atMost(100), own.length);
	return figures;
}

/**
 * The matrix products of an attribution: what is measured, its shape `[m, k, n]`, and how many there are. The rows of all probes are
 * multiplied in blocks with panels of the vocabulary, as the graph does it.
 */
function gemms({ layers, tokens, rows }: Omit<Base, 'device'>): [string, [number, number, number], number][] {
	const { width, vocabulary, heads, keyHeads, headSize, inner } = smolLm2;
	const all = (2 * layers + 1) * rows;
	const block = Math.ceil(all / Math.ceil(all / maxPanelRows) / 12) * 12;
	return [
		['probe product', [block, width, panelColumns], ((all / block) * vocabulary) / panelColumns],
		['output product', [rows, width, vocabulary], 1],
		['q product, and o', [tokens, width, heads * headSize], 2 * layers],
		['k product, and v', [tokens, width, keyHeads * headSize], 2 * layers],
		['gate product, and up', [tokens, width, inner], 2 * (layers - 1)],
		['down product', [tokens, inner, width], layers - 1],
		// The last block is computed for the asked rows alone.
		['last gate product, and up', [rows, width, inner], 2],
		['last down product', [rows, inner, width], 1],
	];
}

/** Multiply-adds of a pass's products with weights, by their shapes: attention's own products and everything that is no product are left out. */
export function multiplyAdds(base: Omit<Base, 'device'>): { readonly plain: number; readonly attributed: number } {
	const { width, vocabulary, heads, keyHeads, headSize, inner } = smolLm2;
	const layer = 2 * width * (heads + keyHeads) * headSize + 3 * width * inner;
	return {
		plain: base.tokens * (base.layers * layer + width * vocabulary),
		attributed: gemms(base).reduce((sum, [, [m, k, n], times]) => sum + m * k * n * times, 0),
	};
}

/** What is changed one by one. */
function growth(half: number): [string, Partial<Base>][] {
	return [
		['R = 16', { rows: 16 }],
		['R = 128', { rows: 128 }],
		['T = 192', { tokens: 192 }],
		[`T = ${longest}`, { tokens: longest }],
		[`L = ${half}`, { layers: half }],
	];
}

/** Relative to the largest number of `a`. */
function farthest(a: readonly number[], b: readonly number[]): number {
	const largest = (values: readonly number[]): number => values.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
	return largest(a.map((x, i) => x - b[i]!)) / largest(a);
}

async function inNode(run: SpeedRun): Promise<SpeedResult> {
	const { stdout } = await start(process.execPath, [script('bench-speed-run.ts'), JSON.stringify(run)], { maxBuffer: 2 ** 26 });
	return speedResult.parse(JSON.parse(stdout));
}

async function inPython(python: string, run: SpeedRun): Promise<SpeedResult> {
	const { stdout } = await start(python, [script('naive_spad.py'), JSON.stringify(run)], { maxBuffer: 2 ** 26 });
	return speedResult.parse(JSON.parse(stdout));
}

/** The first interpreter that has PyTorch: the one that is named, else the machine's. */
async function pythonWithTorch(): Promise<string | undefined> {
	const named = process.env['RAG_ASSAY_PYTHON'];
	for (const python of named === undefined ? ['python3', 'python'] : [named]) {
		// oxlint-disable-next-line no-await-in-loop -- in their order
		if (
			await start(python, ['-c', 'import torch, numpy']).then(
				() => true,
				() => false,
			)
		)
			return python;
	}
	// What is named must be there; what is not named may be missing.
	if (named !== undefined) throw new Error(`'${named}' of RAG_ASSAY_PYTHON cannot import torch and numpy`);
	return undefined;
}
