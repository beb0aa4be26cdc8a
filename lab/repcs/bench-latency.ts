import { mkdir } from 'node:fs/promises';
import type { DecoderModel } from '../../src/lm/decoder-model.ts';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import type { Device } from '../../src/lm/devices/device.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import type { PromptParts } from '../../src/model-io/requests.ts';
import { checkModelFolder, type ModelFiles } from '../../src/lm/safety/model-folder.ts';
import { window } from '../../src/methods/repcs/repcs.ts';
import { seededRandom, type Random } from '../../src/statistics/random.ts';
import type { BenchOptions, BenchResult, Figure } from '../bench/bench.ts';
import { characterText, writeCharacterTokenizer } from './character-tokenizer.ts';
import { randomDecoderFolder, smolLm2, writeRandomDecoders } from '../bench/random-decoder.ts';
import { atMost, type Target } from '../target.ts';

/** What an answer is written to. */
const contextTokens = 1000;
const questionTokens = 24;
const contexts = 5;
/** What is searched: 20,000 passages as all-MiniLM-L6-v2 embeds them. */
const [documents, dimensions] = [20_000, 384];

/** Milliseconds of one round. */
interface Round {
	readonly retrieving: number;
	readonly generating: number;
	/** Scoring the answer just written, and of that what comes behind the last pass: the reductions over the vocabulary. */
	readonly reusing: number;
	readonly reducing: number;
	/** Scoring the same answer as one that was found in a file. */
	readonly anew: number;
}

/** What RePCS adds to answering a question at SmolLM2-135M's shape: times that do not depend on what the weights are. */
export async function repcsLatency({
	seed,
	quick,
	device,
	log,
}: Pick<BenchOptions, 'seed' | 'quick' | 'device' | 'log'>): Promise<Pick<BenchResult, 'data' | 'figures'>> {
	const layers = quick ? 6 : smolLm2.layers;
	const folder = randomDecoderFolder(seed);
	await mkdir(folder, { recursive: true });
	log('writing the model');
	await writeRandomDecoders(folder, smolLm2, [layers, smolLm2.layers], seed);
	await writeCharacterTokenizer(folder, smolLm2.vocabulary);
	const files = await checkModelFolder(folder, { graph: `layers-${layers}.onnx` });
	const rounds = await roundsOn(device, files, { seed, quick, log });
	const cpu = device === 'cpu' ? undefined : await roundsOn('cpu', files, { seed, quick, log });
	return {
		data: {
			'latency measured at': `V = ${smolLm2.vocabulary}, d = ${smolLm2.width}, L = ${layers}, ${smolLm2.heads} heads over ${smolLm2.keyHeads}, FFN ${smolLm2.inner}, random weights, float32, ${device === 'cpu' ? 'CPU' : device}; ${contextTokens} tokens of context, an answer of ${window}; retrieval: the 5 nearest of ${documents.toLocaleString('en')} embeddings of ${dimensions} numbers, all compared`,
		},
		figures: [...figuresOf(rounds, quick || device !== 'cpu'), ...(cpu === undefined ? [] : ratios(cpu, rounds, device))],
	};
}

async function roundsOn(
	device: Device,
	files: ModelFiles,
	{ seed, quick, log }: Pick<BenchOptions, 'seed' | 'quick' | 'log'>,
): Promise<readonly Round[]> {
	const model = await loadDecoder({ files, device: executionProvidersFor(device), name: 'random', sha256: '0'.repeat(64) });
	try {
		const random = seededRandom(seed);
		const store = Float32Array.from({ length: documents * dimensions }, () => random() - 0.5);
		const rounds: Round[] = [];
		const count = quick ? 2 : 6;
		// One more than counted: the first one warms up.
		for (let i = 0; i <= count; i++) {
			// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
			const round = await oneRound(model, store, random);
			if (i > 0) rounds.push(round);
			log(
				`latency on ${device}: ${Object.entries(round)
					.map(([what, ms]) => `${what} ${ms.toFixed(0)} ms`)
					.join(', ')}`,
			);
		}
		return rounds;
	} finally {
		await model.dispose();
	}
}

async function oneRound(model: DecoderModel, store: Float32Array, random: Random): Promise<Round> {
	const text = (tokens: number): string => characterText(random, smolLm2.vocabulary, tokens);
	const parts: PromptParts = {
		query: text(questionTokens),
		contexts: Array.from({ length: contexts }, (_, i) => ({ id: String(i + 1), text: text(contextTokens / contexts) })),
	};
	const { signal } = new AbortController();
	const query = Float32Array.from({ length: dimensions }, () => random() - 0.5);
	const start = performance.now();
	nearest(store, query, contexts);
	const retrieved = performance.now();
	const { text: response } = await model.generate(parts, { maxTokens: window, temperature: 0, topP: 1, signal, onText: () => undefined });
	const generated = performance.now();
	const first = await scored(model, { ...parts, response });
	const reused = performance.now();
	const second = await scored(model, { ...parts, response });
	const end = performance.now();
	if (first.tokens !== window || second.fed < first.fed + contextTokens)
		throw new Error(`${first.tokens} tokens were scored, ${first.fed} and ${second.fed} fed`);
	return {
		retrieving: retrieved - start,
		generating: generated - retrieved,
		reusing: reused - generated,
		reducing: reused - first.passed,
		anew: end - reused,
	};
}

/** Scores as the product does; when the first rows were there, and how many tokens were fed. */
async function scored(model: DecoderModel, parts: PromptParts): Promise<{ tokens: number; fed: number; passed: number }> {
	let [passed, fed] = [NaN, 0];
	const {
		scored: { kl },
	} = await model.score(parts, {
		topK: 5,
		signal: new AbortController().signal,
		onProgress: (done) => {
			fed = done;
		},
		onRows: (t) => {
			if (t === 0) passed = performance.now();
		},
	});
	return { tokens: kl.length, fed, passed };
}

/** The `k` nearest by inner product, all `[n, d]` compared. */
function nearest(store: Float32Array, query: Float32Array, k: number): number[] {
	const scores = Array.from({ length: store.length / query.length }, (_, i) => {
		let sum = 0;
		for (let d = 0, at = i * query.length; d < query.length; d++, at++) sum += store[at]! * query[d]!;
		return [sum, i] as const;
	});
	return scores
		.toSorted(([a], [b]) => b - a)
		.slice(0, k)
		.map(([, i]) => i);
}

/** How many times faster the device is. */
function ratios(cpu: readonly Round[], other: readonly Round[], device: Device): Figure[] {
	const min = (rounds: readonly Round[], what: keyof Round): number => Math.min(...rounds.map((round) => round[what]));
	return (['generating', 'reusing', 'anew'] as const).map((what) => ({
		name: `latency, ${{ generating: 'generating', reusing: 'scoring the answer just written', anew: 'scoring anew' }[what]}: CPU / ${device}`,
		value: min(cpu, what) / min(other, what),
		low: null,
		high: null,
		n: other.length,
		unit: '×',
		target: null,
	}));
}

function figuresOf(rounds: readonly Round[], withoutTarget: boolean): Figure[] {
	// The least: what else the machine does only adds.
	const min = (what: keyof Round): number => Math.min(...rounds.map((round) => round[what]));
	const figure = (name: string, value: number, unit: string, target: Target | null = null): Figure => ({
		name: `latency, ${name}`,
		value,
		low: null,
		high: null,
		n: rounds.length,
		unit,
		target,
	});
	const answering = min('retrieving') + min('generating');
	return [
		figure('retrieving: least time', min('retrieving'), 'ms'),
		figure('generating 64 tokens: least time', min('generating'), 'ms'),
		figure('scoring the answer just written: least time', min('reusing'), 'ms'),
		figure('of that, reductions over the vocabulary: least time', min('reducing'), 'ms'),
		figure('scoring the same answer anew, both paths: least time', min('anew'), 'ms'),
		figure(
			'scoring the answer just written, of retrieving and generating',
			(100 * min('reusing')) / answering,
			'%',
			withoutTarget ? null : atMost(4.7),
		),
		figure('scoring anew, of retrieving and generating', (100 * min('anew')) / answering, '%'),
	];
}
