import { Tensor, type InferenceSession } from 'onnxruntime-node';
import type { ModelConfig } from './model-config.ts';

/** Keys and values of the tokens that a sequence has behind it. */
export interface KeyValueCache {
	/** Tokens in it. */
	readonly length: number;
	/** By input name. */
	readonly tensors: ReadonlyMap<string, Tensor>;
}

/** Whole numbers are states beside the keys and values, such as the width of a sliding window. */
type CacheType = 'float32' | 'float16' | 'int64';

/** One cache input, and the output that replaces it. */
export interface CacheSlot {
	readonly input: string;
	readonly output: string;
	readonly type: CacheType;
	/** For no tokens. */
	readonly dims: readonly number[];
	/** Bytes that a token adds. */
	readonly bytesPerToken: number;
	/** Bytes whatever the length (states of convolutions, windows). */
	readonly fixedBytes: number;
	/** Bytes that a token would add if no window cut it: 0 of states. */
	readonly whole: number;
}

/** What a cache may take before the first token is fed. */
const maxWindowBytes = 2 ** 30;

type TensorMetadata = Extract<InferenceSession.ValueMetadata, { isTensor: true }>;

/**
 * Finds a graph's cache by structure: every input that is not tokens, mask or positions must have an output of the same
 * name but for past/present (`past_key_values.0.key` and `present.0.key`, `input.….keys` and `output.….keys`).
 * @param windows of cache inputs that hold no more than the last tokens, how many (`windowedCaches`).
 * @returns the slots, or why the graph's cache cannot be used.
 */
export function cacheSlots(
	inputs: readonly TensorMetadata[],
	outputs: readonly string[],
	config: ModelConfig,
	windows: ReadonlyMap<string, number> = new Map(),
): CacheSlot[] | string {
	if (inputs.length === 0) return 'it has no inputs for a key/value cache';
	const byCore = new Map(outputs.filter((name) => name !== 'logits').map((name) => [coreOf(name), name]));
	const slots: CacheSlot[] = [];
	for (const { name, type, shape } of inputs) {
		const output = byCore.get(coreOf(name));
		if (output === undefined) return `nothing is known about its input '${name}'`;
		const state = type === 'int64' && shape.every((size) => typeof size === 'number');
		if (type !== 'float32' && type !== 'float16' && !state) return `its cache '${name}' is ${type}; float32 or float16 was expected`;
		const sizes = shape.map((size, i) => sizeOf(size, i, shape.length, config));
		const grows = sizes.includes('length');
		const dims = sizes.map((size) => (size === 'length' ? 0 : size));
		if (dims.some((size) => size === undefined))
			return `the shape of its cache '${name}', [${shape.join(', ')}], cannot be derived from it or from config.json`;
		const known = dims.map((size) => size ?? 0);
		const bytes = sizes.reduce<number>(
			(product, size) => (typeof size === 'number' ? product * size : product),
			type === 'float16' ? 2 : state ? 8 : 4,
		);
		const window = grows ? windows.get(name) : undefined;
		if (window !== undefined && bytes * window > maxWindowBytes)
			return `the window of its cache '${name}', ${window} tokens, would take more than ${maxWindowBytes / 2 ** 30} GiB`;
		if (window === undefined)
			slots.push({
				input: name,
				output,
				type,
				dims: known,
				bytesPerToken: grows ? bytes : 0,
				fixedBytes: grows ? 0 : bytes,
				whole: grows ? bytes : 0,
			});
		else
			slots.push({
				input: name,
				output,
				type,
				dims: sizes.map((size, i) => (size === 'length' ? window : known[i]!)),
				bytesPerToken: 0,
				fixedBytes: bytes * window,
				whole: bytes,
			});
	}
	return slots;
}

export function emptyCache(slots: readonly CacheSlot[]): KeyValueCache {
	return zeroCache(slots, 0);
}

/** A cache of `length` tokens whose keys and values are all zero. Slots of one size share their bytes: it is for runs that give no cache back. */
export function zeroCache(slots: readonly CacheSlot[], length: number): KeyValueCache {
	const shared = new Map<string, Tensor>();
	return {
		length,
		tensors: new Map(
			slots.map(({ input, type, dims, bytesPerToken }): [string, Tensor] => {
				const sizes = bytesPerToken === 0 ? dims : dims.map((size) => (size === 0 ? length : size));
				const key = `${type} ${sizes.join(' ')}`;
				const tensor = shared.get(key) ?? zeros(type, sizes);
				shared.set(key, tensor);
				return [input, tensor];
			}),
		),
	};
}

function zeros(type: CacheType, dims: readonly number[]): Tensor {
	const size = dims.reduce((product, n) => product * n, 1);
	switch (type) {
		case 'float16':
			return new Tensor('float16', new Uint16Array(size), dims);
		case 'int64':
			return new Tensor('int64', new BigInt64Array(size), dims);
		case 'float32':
			return new Tensor('float32', new Float32Array(size), dims);
	}
}

/**
 * A tensor as ONNX Runtime takes it. `onnxruntime-common` 1.30 keeps half-precision numbers as `Float16Array` where the engine
 * has it (Node 24), and `onnxruntime-node` 1.30 then finds no bytes in it ('not enough space'); it wants their bits.
 */
export function feedable(tensor: Tensor): Tensor {
	const { data } = tensor;
	if (tensor.type !== 'float16' || data instanceof Uint16Array || !ArrayBuffer.isView(data)) return tensor;
	const bits: Tensor = Object.create(tensor, { data: { value: new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) } });
	return bits;
}

/** A cache name without what tells input from output. */
function coreOf(name: string): string {
	return name
		.toLowerCase()
		.replaceAll(/past_key_values|present_key_values|key_values|past|present|input|output/g, '')
		.replaceAll(/^[._]+/g, '')
		.replaceAll(/[._]+/g, '.');
}

/** Exporters leave some sizes symbolic: `[batch, heads, past, head size]` in almost all of them. */
function sizeOf(size: number | string, axis: number, rank: number, config: ModelConfig): number | 'length' | undefined {
	const given = typeof size === 'number' ? size : /^\d+$/.test(size) ? Number(size) : undefined;
	if (axis === 0) return given ?? 1;
	if (given !== undefined) return given;
	if (rank !== 4) return /past|seq|len|total/i.test(String(size)) ? 'length' : undefined;
	if (axis === 2) return 'length';
	return axis === 1 ? config.keyValueHeads : config.headSize;
}
