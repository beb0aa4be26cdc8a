import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chance } from '../../test/runner/chance.ts';
import { bytes, field } from '../../test/support/protobuf-writer.ts';
import { writeByteTokenizer } from './byte-tokenizer.ts';
import { floats, float32, int32, int64, node, onnxModel, tensor, value } from '../bench/onnx-parts.ts';

/** Sizes of the decoder that `writeWideVocabularyModel` writes. */
export interface ModelSizes {
	/** `V`. */
	readonly vocabulary: number;
	/** `d`, a multiple of 16: one head. */
	readonly width: number;
	/** Tokens. */
	readonly contextWindow: number;
}

const heads = 1;

/**
 * Writes a decoder of one attention layer with random weights and the vocabulary of a large model, in the conventions of
 * today's exports (GroupQueryAttention, SkipSimplifiedLayerNormalization), with a byte-level tokenizer: a byte of text is a token,
 * and no text has the other tokens.
 * @returns bytes of the weights.
 */
export async function writeWideVocabularyModel(
	folder: string,
	{ vocabulary, width, contextWindow }: ModelSizes,
	seed: number,
): Promise<number> {
	await mkdir(join(folder, 'onnx'), { recursive: true });
	const json = (name: string, content: object): Promise<void> => writeFile(join(folder, name), JSON.stringify(content));
	await json('config.json', {
		model_type: 'llama',
		vocab_size: vocabulary,
		hidden_size: width,
		num_attention_heads: heads,
		num_key_value_heads: heads,
		max_position_embeddings: contextWindow,
	});
	await writeByteTokenizer(folder, { vocabulary, contextWindow });
	const random = chance(seed);
	const normal = (count: number, scale: number): Float32Array =>
		Float32Array.from({ length: count }, () => scale * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));
	const headSize = width / heads;
	const angles = Array.from(
		{ length: (contextWindow * headSize) / 2 },
		(_, i) => Math.floor(i / (headSize / 2)) * 10_000 ** ((-2 * (i % (headSize / 2))) / headSize),
	);
	const scale = 1 / Math.sqrt(width);
	const graph = bytes(
		node('Gather', ['embedding', 'input_ids'], ['h']),
		node(
			'SimplifiedLayerNormalization',
			['h', 'ones'],
			['n'],
			[
				['epsilon', 'float', 1e-5],
				['axis', 'int', -1],
			],
		),
		...['q', 'k', 'v'].map((name) => node('MatMul', ['n', `w${name}`], [name])),
		node('ReduceSum', ['attention_mask', 'one'], ['length'], [['keepdims', 'int', 0]]),
		node('Sub', ['length', 'one'], ['last']),
		node('Cast', ['last'], ['last32'], [['to', 'int', int32]]),
		node('Shape', ['attention_mask'], ['sizes']),
		node('Gather', ['sizes', 'index'], ['total']),
		node('Cast', ['total'], ['total32'], [['to', 'int', int32]]),
		node(
			'GroupQueryAttention',
			['q', 'k', 'v', 'past_key_values.0.key', 'past_key_values.0.value', 'last32', 'total32', 'cosine', 'sine'],
			['a', 'present.0.key', 'present.0.value'],
			[
				['num_heads', 'int', heads],
				['kv_num_heads', 'int', heads],
				['do_rotary', 'int', 1],
			],
			'com.microsoft',
		),
		node('MatMul', ['a', 'wo'], ['o']),
		node('SkipSimplifiedLayerNormalization', ['h', 'o', 'ones'], ['f'], [['epsilon', 'float', 1e-5]], 'com.microsoft'),
		node('MatMul', ['f', 'head'], ['logits']),
		field(2, 'wide-vocabulary'),
		floats('embedding', [vocabulary, width], normal(vocabulary * width, 1)),
		...['wq', 'wk', 'wv', 'wo'].map((name) => floats(name, [width, width], normal(width * width, scale))),
		floats('head', [width, vocabulary], normal(vocabulary * width, scale)),
		floats('ones', [width], new Float32Array(width).fill(1)),
		floats('cosine', [contextWindow, headSize / 2], Float32Array.from(angles, Math.cos)),
		floats('sine', [contextWindow, headSize / 2], Float32Array.from(angles, Math.sin)),
		field(5, tensor('one', int64, [1], BigInt64Array.of(1n))),
		field(5, tensor('index', int64, [], BigInt64Array.of(1n))),
		value(11, 'input_ids', int64, ['batch_size', 'sequence_length']),
		value(11, 'attention_mask', int64, ['batch_size', 'total_sequence_length']),
		...['key', 'value'].flatMap((part) => [
			value(11, `past_key_values.0.${part}`, float32, ['batch_size', heads, 'past_sequence_length', headSize]),
			value(12, `present.0.${part}`, float32, ['batch_size', heads, 'total_sequence_length', headSize]),
		]),
		value(12, 'logits', float32, ['batch_size', 'sequence_length', vocabulary]),
	);
	const model = onnxModel(graph);
	await writeFile(join(folder, 'onnx', 'model.onnx'), model);
	return model.length;
}
