import { Tensor } from 'onnxruntime-node';
import type { CacheSlot, KeyValueCache } from '../key-value-cache.ts';

/**
 * Where the tokens of a shorter text stand in a batch. `left`: at its beginning, what is behind them is not read (operators that are told
 * each text's length, as GroupQueryAttention is). `right`: at its end, what is before them is masked.
 */
export type BatchLayout = 'left' | 'right';

/** Keys and values of several texts in the tensors of one cache. */
export interface CacheBatch {
	readonly layout: BatchLayout;
	/** Tokens of each text. */
	readonly lengths: readonly number[];
	/** Tokens that none of them exceeds, which follow from no text: room is made by it, because the shapes of tensors decide how sums are rounded. */
	readonly max: number;
	/** Tokens that each text has room for, `max` or more. */
	readonly width: number;
	/** By input name; texts are the first axis. */
	readonly tensors: ReadonlyMap<string, Tensor>;
}

type Numbers = Float32Array | Uint16Array | BigInt64Array;

/** Puts caches of one text each beside each other, each with room for `max` tokens and some more; they are copied. */
export function joinCaches(
	caches: readonly KeyValueCache[],
	slots: readonly CacheSlot[],
	layout: BatchLayout,
	max: number,
	room = 0,
): CacheBatch {
	const lengths = caches.map(({ length }) => length);
	if (lengths.some((length) => length > max)) throw new RangeError(`a text is longer than ${max} tokens`);
	const width = max + room;
	const parts = (slot: CacheSlot): Numbers[] => caches.map(({ tensors }) => numbersOf(tensors.get(slot.input)!));
	return {
		layout,
		lengths,
		max,
		width,
		tensors: new Map(
			slots.map((slot) => {
				const { outer, inner, dims } = sizesOf(slot, caches.length, width);
				const size = outer * inner * (grows(slot) ? width : 1);
				const joined = numbersLike(parts(slot)[0]!, size * caches.length);
				parts(slot).forEach((own, row) => {
					const [tokens, from] = grows(slot) ? [lengths[row]!, layout === 'left' ? 0 : width - lengths[row]!] : [1, 0];
					const step = grows(slot) ? width : 1;
					for (let o = 0; o < outer; o++)
						copy(own.subarray(o * tokens * inner, (o + 1) * tokens * inner), joined, row * size + (o * step + from) * inner);
				});
				return [slot.input, tensorOf(slot, joined, dims)];
			}),
		),
	};
}

/** The same texts with room for some tokens more than any may have; they are copied. */
export function withRoom(batch: CacheBatch, slots: readonly CacheSlot[], room: number): CacheBatch {
	const { layout, lengths, max, tensors } = batch;
	const width = max + room;
	const widened = (slot: CacheSlot): Tensor => {
		const all = numbersOf(tensors.get(slot.input)!);
		const { outer, inner, dims } = sizesOf(slot, lengths.length, width);
		const [before, after] = [batch.width * inner, width * inner];
		const joined = numbersLike(all, lengths.length * outer * after);
		for (let block = 0; block < lengths.length * outer; block++)
			copy(all.subarray(block * before, (block + 1) * before), joined, block * after + (layout === 'left' ? 0 : after - before));
		return tensorOf(slot, joined, dims);
	};
	return { ...batch, width, tensors: new Map(slots.map((slot) => [slot.input, grows(slot) ? widened(slot) : tensors.get(slot.input)!])) };
}

const grows = ({ bytesPerToken }: CacheSlot): boolean => bytesPerToken > 0;

/** Numbers ahead of the axis of tokens, of one text, and behind it. */
function sizesOf(slot: CacheSlot, texts: number, tokens: number): { outer: number; inner: number; dims: number[] } {
	const [, ...own] = slot.dims;
	const axis = grows(slot) ? own.indexOf(0) : own.length;
	const product = (sizes: readonly number[]): number => sizes.reduce((all, n) => all * n, 1);
	return {
		outer: product(own.slice(0, axis)),
		inner: product(own.slice(axis + 1)),
		dims: [texts, ...own.map((size, i) => (grows(slot) && i === axis ? tokens : size))],
	};
}

function numbersOf({ data }: Tensor): Numbers {
	if (data instanceof Float32Array || data instanceof Uint16Array || data instanceof BigInt64Array) return data;
	throw new TypeError('a cache of other numbers');
}

function numbersLike(one: Numbers, size: number): Numbers {
	if (one instanceof Float32Array) return new Float32Array(size);
	return one instanceof Uint16Array ? new Uint16Array(size) : new BigInt64Array(size);
}

function copy(from: Numbers, to: Numbers, at: number): void {
	if (from instanceof BigInt64Array) {
		if (to instanceof BigInt64Array) to.set(from, at);
	} else if (!(to instanceof BigInt64Array)) to.set(from, at);
}

function tensorOf({ type }: CacheSlot, numbers: Numbers, dims: readonly number[]): Tensor {
	if (numbers instanceof BigInt64Array) return new Tensor('int64', numbers, dims);
	return numbers instanceof Float32Array
		? new Tensor('float32', numbers, dims)
		: new Tensor(type === 'float16' ? 'float16' : 'uint16', numbers, dims);
}
