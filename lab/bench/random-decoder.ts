import { open, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../src/statistics/random.ts';
import { field } from '../../test/support/protobuf-writer.ts';
import { float32, floatsIn, int32, int64, node, onnxModel, tensor, value } from './onnx-parts.ts';

/** Sizes of a decoder of Llama's architecture with tied embeddings. */
export interface DecoderShape {
	readonly vocabulary: number;
	readonly width: number;
	readonly layers: number;
	readonly heads: number;
	readonly keyHeads: number;
	readonly headSize: number;
	readonly inner: number;
	readonly contextWindow: number;
}

/** That of SmolLM2-135M. */
export const smolLm2: DecoderShape = {
	vocabulary: 49_152,
	width: 576,
	layers: 30,
	heads: 9,
	keyHeads: 3,
	headSize: 64,
	inner: 1536,
	contextWindow: 2048,
};

/** Where the decoders of `smolLm2` with a seed's weights are kept: not in the repository, 540 MB, to be used again. */
export function randomDecoderFolder(seed: number): string {
	return fileURLToPath(new URL(`work/spad-speed/seed-${seed}`, import.meta.url));
}

const weightsFile = 'weights.bin';
const epsilon = 1e-5;

/** A weight and how large its random numbers are (standard deviation); 0 for a norm's ones. */
interface Weight {
	readonly name: string;
	readonly dims: readonly number[];
	readonly scale: number;
}

function weightsOf({ vocabulary, width, layers, heads, keyHeads, headSize, inner }: DecoderShape): Weight[] {
	const [into, out] = [1 / Math.sqrt(width), 1 / Math.sqrt(2 * layers)];
	return [
		{ name: 'embedding', dims: [vocabulary, width], scale: 0.15 },
		...Array.from({ length: layers }, (_, l): Weight[] => [
			{ name: `${l}.attention_norm`, dims: [width], scale: 0 },
			{ name: `${l}.q`, dims: [width, heads * headSize], scale: into },
			{ name: `${l}.k`, dims: [width, keyHeads * headSize], scale: into },
			{ name: `${l}.v`, dims: [width, keyHeads * headSize], scale: into },
			{ name: `${l}.o`, dims: [heads * headSize, width], scale: out / Math.sqrt(heads * headSize) },
			{ name: `${l}.ffn_norm`, dims: [width], scale: 0 },
			{ name: `${l}.gate`, dims: [width, inner], scale: into },
			{ name: `${l}.up`, dims: [width, inner], scale: into },
			{ name: `${l}.down`, dims: [inner, width], scale: out / Math.sqrt(inner) },
		]).flat(),
		{ name: 'norm', dims: [width], scale: 0 },
	];
}

/**
 * Writes decoders of a shape with random weights, in the conventions of the onnxruntime-genai builder: a small `layers-N.onnx` for
 * each number of layers, over one file of weights, with `weights.json` (name, shape, offset in bytes) for other readers of it; and for
 * bench-naive-spad.ts `inside-N.onnx`, which gives every state instead of logits, and `head.onnx`, which makes probabilities of a state.
 * Weights that are there already are left as they are.
 */
export async function writeRandomDecoders(
	folder: string,
	shape: DecoderShape,
	layerCounts: readonly number[],
	seed: number,
): Promise<void> {
	await mkdir(folder, { recursive: true });
	let offset = 0;
	const weights = weightsOf(shape).map((weight) => {
		const placed = { ...weight, offset };
		offset += 4 * sizeOf(weight);
		return placed;
	});
	const angles = anglesOf(shape);
	const tables = [
		['cosine', Math.cos],
		['sine', Math.sin],
	].map(([name], i) => ({
		name: String(name),
		dims: [shape.contextWindow, shape.headSize / 2],
		offset: offset + i * 4 * angles.length,
		scale: 0,
	}));
	const done = await stat(join(folder, weightsFile)).catch(() => undefined);
	if (done === undefined) await writeWeights(join(folder, weightsFile), weights, angles, seed);
	await writeFile(
		join(folder, 'weights.json'),
		JSON.stringify({ shape, epsilon, weights: [...weights, ...tables].map(({ name, dims, offset: at }) => ({ name, dims, offset: at })) }),
	);
	await writeFile(
		join(folder, 'config.json'),
		JSON.stringify({
			model_type: 'llama',
			vocab_size: shape.vocabulary,
			hidden_size: shape.width,
			num_hidden_layers: shape.layers,
			num_attention_heads: shape.heads,
			num_key_value_heads: shape.keyHeads,
			head_dim: shape.headSize,
			intermediate_size: shape.inner,
			max_position_embeddings: shape.contextWindow,
			rms_norm_eps: epsilon,
			tie_word_embeddings: true,
		}),
	);
	for (const layers of layerCounts) {
		const used = [...weights, ...tables].filter(({ name }) => !/^\d/.test(name) || Number.parseInt(name, 10) < layers);
		const placed = used.map(({ name, dims, offset: at }) => floatsIn(weightsFile, at, name, dims));
		/* oxlint-disable no-await-in-loop -- a few small files */
		await writeFile(join(folder, `layers-${layers}.onnx`), onnxModel(graphOf({ ...shape, layers }, placed, false)));
		await writeFile(join(folder, `inside-${layers}.onnx`), onnxModel(graphOf({ ...shape, layers }, placed, true)));
		/* oxlint-enable no-await-in-loop */
	}
	await writeFile(
		join(folder, 'head.onnx'),
		onnxModel(
			node('Transpose', ['embedding'], ['head']),
			node('MatMul', ['state', 'head'], ['logits']),
			node('Softmax', ['logits'], ['probabilities'], [['axis', 'int', -1]]),
			field(2, 'head'),
			floatsIn(weightsFile, 0, 'embedding', [shape.vocabulary, shape.width]),
			value(11, 'state', float32, ['rows', shape.width]),
			value(12, 'probabilities', float32, ['rows', shape.vocabulary]),
		),
	);
}

/** What `inside-N.onnx` gives besides the states of the residual stream. */
const insideOfLayer = ['heads', 'q_out', 'k_out'] as const;

/** States of the residual stream in their order: the embedding, then after each block. */
export function stateNames(layers: number): string[] {
	return ['h0', ...Array.from({ length: layers }, (_, l) => [`${l}.mid`, `h${l + 1}`]).flat()];
}

const sizeOf = ({ dims }: Weight): number => dims.reduce((product, size) => product * size, 1);

function anglesOf({ contextWindow, headSize }: DecoderShape): Float64Array {
	const half = headSize / 2;
	return Float64Array.from({ length: contextWindow * half }, (_, i) => Math.floor(i / half) * 10_000 ** ((-2 * (i % half)) / headSize));
}

async function writeWeights(path: string, weights: readonly Weight[], angles: Float64Array, seed: number): Promise<void> {
	const random = seededRandom(seed);
	const file = await open(`${path}.part`, 'w');
	const write = (numbers: Float32Array): Promise<unknown> => file.write(new Uint8Array(numbers.buffer, 0, numbers.byteLength));
	for (const weight of weights) {
		const numbers = new Float32Array(sizeOf(weight)).fill(1);
		// Uniform numbers of this deviation: they are made faster than normal ones, and no time depends on it.
		const widest = weight.scale * Math.sqrt(3);
		if (widest > 0) for (let i = 0; i < numbers.length; i++) numbers[i] = widest * (2 * random() - 1);
		// oxlint-disable-next-line no-await-in-loop -- one weight in memory at a time
		await write(numbers);
	}
	for (const table of [Math.cos, Math.sin]) {
		// oxlint-disable-next-line no-await-in-loop -- in their order
		await write(Float32Array.from(angles, table));
	}
	await file.close();
	await rename(`${path}.part`, path);
}

function graphOf(
	{ vocabulary, width, layers, heads, keyHeads, headSize }: DecoderShape,
	weights: readonly Uint8Array[],
	showsInside: boolean,
): Uint8Array {
	const inside = [
		...stateNames(layers),
		`${layers}.n`,
		...Array.from({ length: layers }, (_, l) => insideOfLayer.map((name) => `${l}.${name}`)).flat(),
	];
	const caches = Array.from({ length: layers }, (_, l) => ['key', 'value'].map((part) => `${l}.${part}`)).flat();
	const cacheShape = (length: string): (string | number)[] => ['batch_size', keyHeads, length, headSize];
	return Buffer.concat([
		node('Gather', ['embedding', 'input_ids'], ['h0']),
		node('ReduceSum', ['attention_mask', 'one'], ['length'], [['keepdims', 'int', 0]]),
		node('Sub', ['length', 'one'], ['last']),
		node('Cast', ['last'], ['last32'], [['to', 'int', int32]]),
		node('Shape', ['attention_mask'], ['sizes']),
		node('Gather', ['sizes', 'index'], ['total']),
		node('Cast', ['total'], ['total32'], [['to', 'int', int32]]),
		node(
			'SimplifiedLayerNormalization',
			['h0', '0.attention_norm'],
			['0.n'],
			[
				['epsilon', 'float', epsilon],
				['axis', 'int', -1],
			],
		),
		...Array.from({ length: layers }, (_, l) => layerOf(l, l === layers - 1, { heads, keyHeads }, showsInside)).flat(),
		...(showsInside ? [] : [node('Transpose', ['embedding'], ['head']), node('MatMul', [`${layers}.n`, 'head'], ['logits'])]),
		field(2, 'random-decoder'),
		...weights,
		field(5, tensor('one', int64, [1], BigInt64Array.of(1n))),
		field(5, tensor('index', int64, [], BigInt64Array.of(1n))),
		value(11, 'input_ids', int64, ['batch_size', 'sequence_length']),
		value(11, 'attention_mask', int64, ['batch_size', 'total_sequence_length']),
		...caches.map((name) => value(11, `past_key_values.${name}`, float32, cacheShape('past_sequence_length'))),
		...(showsInside
			? inside.map((name) =>
					value(12, name, float32, ['batch_size', 'sequence_length', name.endsWith('k_out') ? keyHeads * headSize : width]),
				)
			: [value(12, 'logits', float32, ['batch_size', 'sequence_length', vocabulary])]),
		...caches.map((name) => value(12, `present.${name}`, float32, cacheShape('total_sequence_length'))),
	]);
}

/** From the normed state `l.n` and the residual `hl` to those of the next layer. */
function layerOf(
	l: number,
	isLast: boolean,
	{ heads, keyHeads }: Pick<DecoderShape, 'heads' | 'keyHeads'>,
	showsInside: boolean,
): Uint8Array[] {
	const own = (name: string): string => `${l}.${name}`;
	const skip = (state: string, branch: string, norm: string, outputs: readonly string[]): Uint8Array =>
		node('SkipSimplifiedLayerNormalization', [state, branch, norm], outputs, [['epsilon', 'float', epsilon]], 'com.microsoft');
	return [
		...['q', 'k', 'v'].map((name) => node('MatMul', [own('n'), own(name)], [own(`${name}_out`)])),
		node(
			'GroupQueryAttention',
			[
				own('q_out'),
				own('k_out'),
				own('v_out'),
				`past_key_values.${l}.key`,
				`past_key_values.${l}.value`,
				'last32',
				'total32',
				'cosine',
				'sine',
			],
			[own('heads'), `present.${l}.key`, `present.${l}.value`],
			[
				['num_heads', 'int', heads],
				['kv_num_heads', 'int', keyHeads],
				['do_rotary', 'int', 1],
			],
			'com.microsoft',
		),
		node('MatMul', [own('heads'), own('o')], [own('attention')]),
		skip(`h${l}`, own('attention'), own('ffn_norm'), [own('m'), '', '', own('mid')]),
		node('MatMul', [own('m'), own('gate')], [own('gate_out')]),
		node('Sigmoid', [own('gate_out')], [own('sigmoid')]),
		node('Mul', [own('gate_out'), own('sigmoid')], [own('silu')]),
		node('MatMul', [own('m'), own('up')], [own('up_out')]),
		node('Mul', [own('silu'), own('up_out')], [own('inner')]),
		node('MatMul', [own('inner'), own('down')], [own('ffn')]),
		skip(
			own('mid'),
			own('ffn'),
			isLast ? 'norm' : `${l + 1}.attention_norm`,
			isLast && !showsInside ? [`${l + 1}.n`] : [`${l + 1}.n`, '', '', `h${l + 1}`],
		),
	];
}
