import { Tensor } from 'onnxruntime-node';
import type { CacheSlot, KeyValueCache } from '../key-value-cache.ts';

/** Keys and values of some columns of a cache, slot by slot; texts are the first axis. */
type Columns = (numbers: Numbers, sizes: Sizes) => Numbers;
type Numbers = Float32Array | Uint16Array;

interface Sizes {
	/** Numbers ahead of the axis of tokens, and behind it. */
	readonly outer: number;
	readonly inner: number;
	readonly tokens: number;
}

/** Whether a cache is all keys and values of single tokens: no states, no windows. */
export function keepsEachToken(slots: readonly CacheSlot[]): boolean {
	return slots.length > 0 && slots.every(({ bytesPerToken, type }) => bytesPerToken > 0 && type !== 'int64');
}

/** A cache of these columns of another, in this order. @throws RangeError for a cache that does not keep each token. */
export function chosenColumns(cache: KeyValueCache, slots: readonly CacheSlot[], columns: readonly number[]): KeyValueCache {
	return mapped(cache, slots, columns.length, (numbers, { outer, inner, tokens }) => {
		const chosen = like(numbers, outer * columns.length * inner);
		for (let o = 0; o < outer; o++)
			for (const [to, from] of columns.entries())
				chosen.set(numbers.subarray((o * tokens + from) * inner, (o * tokens + from + 1) * inner), (o * columns.length + to) * inner);
		return chosen;
	});
}

/**
 * A cache in which other numbers stand in these columns: those of the same text, in another order and with another sign, so that they are
 * as large as a model's own.
 */
export function spoiledColumns(cache: KeyValueCache, slots: readonly CacheSlot[], columns: readonly number[]): KeyValueCache {
	return mapped(cache, slots, cache.length, (numbers, { outer, inner, tokens }) => {
		const spoiled = numbers.slice();
		for (let o = 0; o < outer; o++)
			for (const column of columns) {
				const at = (o * tokens + column) * inner;
				for (let i = 0; i < inner; i++) spoiled[at + i] = negated(numbers, at + ((i + 1) % inner));
			}
		return spoiled;
	});
}

/** The numbers of the last `count` columns, by input. */
export function lastColumns(cache: KeyValueCache, slots: readonly CacheSlot[], count: number): ReadonlyMap<string, Float32Array> {
	const chosen = chosenColumns(
		cache,
		slots,
		Array.from({ length: count }, (_, i) => cache.length - count + i),
	);
	return new Map([...chosen.tensors].map(([input, { data }]) => [input, Float32Array.from(numbersOf(data), Number)]));
}

function mapped(cache: KeyValueCache, slots: readonly CacheSlot[], length: number, columns: Columns): KeyValueCache {
	return {
		length,
		tensors: new Map(
			slots.map((slot): [string, Tensor] => {
				const tensor = cache.tensors.get(slot.input)!;
				const axis = slot.dims.indexOf(0);
				if (axis < 1) throw new RangeError(`the cache '${slot.input}' does not keep each token`);
				const product = (sizes: readonly number[]): number => sizes.reduce((all, n) => all * n, 1);
				const { dims } = tensor;
				const sizes = { outer: product(dims.slice(0, axis)), inner: product(dims.slice(axis + 1)), tokens: cache.length };
				const numbers = columns(numbersOf(tensor.data), sizes);
				return [slot.input, tensorOf(slot, numbers, dims.with(axis, length))];
			}),
		),
	};
}

function numbersOf(data: Tensor['data']): Numbers {
	if (data instanceof Float32Array || data instanceof Uint16Array) return data;
	throw new TypeError('a cache of other numbers');
}

function like(one: Numbers, size: number): Numbers {
	return one instanceof Float32Array ? new Float32Array(size) : new Uint16Array(size);
}

/** Half-precision numbers are there as their bits. */
function negated(numbers: Numbers, at: number): number {
	return numbers instanceof Float32Array ? -numbers[at]! : numbers[at]! ^ 0x8000;
}

function tensorOf({ type }: CacheSlot, numbers: Numbers, dims: readonly number[]): Tensor {
	if (numbers instanceof Float32Array) return new Tensor('float32', numbers, dims);
	return new Tensor(type === 'float16' ? 'float16' : 'uint16', numbers, dims);
}
