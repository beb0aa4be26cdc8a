import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { integers } from './integer-tensor.ts';
import { hiddenBias, isTextInput, type TextInput } from '../onnx/text-inputs.ts';
import type { CacheBatch } from './paths/cache-batch.ts';

/** How an input is declared: the type that it takes, and how often it takes the same numbers, in an axis ahead of the others. */
interface TextInputType {
	readonly type: Tensor.Type;
	/** Models that read pictures, too, count in time, height and width: `[3, texts, tokens]`. Of words all are the same. */
	readonly planes: number | undefined;
}

/** What one text of a batch has behind the tokens that are fed, where that is not all that the cache holds. */
export interface Behind {
	/** Place in the text of the first token that is fed. */
	readonly position: number;
	/** Columns of the cache that the tokens may not attend to. */
	readonly masked: readonly number[];
}

/** The inputs of a session that say what is fed, as they are declared. */
export type TextInputTypes = ReadonlyMap<TextInput, TextInputType>;

export function textInputTypes(inputs: InferenceSession['inputMetadata']): TextInputTypes {
	return new Map(
		inputs.flatMap((meta) => {
			if (!meta.isTensor || !isTextInput(meta.name)) return [];
			const [first] = meta.shape;
			const planes = meta.name === 'position_ids' && meta.shape.length === 3 && typeof first === 'number' ? first : undefined;
			return [[meta.name, { type: meta.type, planes }] as const];
		}),
	);
}

/**
 * What these inputs are fed for `ids` behind `past` tokens that are in the cache.
 * @param rows how many rows of logits are wanted, from the last; at least one is given.
 * @throws {UserError} RA402 for an input that takes no whole numbers.
 */
export function textFeeds(types: TextInputTypes, ids: ArrayLike<number>, past: number, rows: number): Record<string, Tensor> {
	const [n, total] = [ids.length, past + ids.length];
	const positions = Array.from({ length: n }, (_, i) => past + i);
	const feed = (name: TextInput, { type, planes }: TextInputType): Tensor => {
		switch (name) {
			case 'input_ids':
				return integers(type, Array.from(ids), [1, n]);
			case 'attention_mask':
				return integers(
					type,
					Array.from({ length: total }, () => 1),
					[1, total],
				);
			case 'position_ids':
				return planes === undefined
					? integers(type, positions, [1, n])
					: integers(type, Array.from({ length: planes }, () => positions).flat(), [planes, 1, n]);
			case 'use_cache_branch':
				return new Tensor('bool', Uint8Array.of(past > 0 ? 1 : 0), [1]);
			case 'num_logits_to_keep':
				return integers(type, [Math.max(1, rows)], []);
			case hiddenBias:
				return biasOf(type, [[]], n, total);
		}
	};
	return Object.fromEntries([...types].map(([name, type]) => [name, feed(name, type)]));
}

/**
 * What they are fed for the same `ids` behind several caches of `past` tokens.
 * @param behind one for each text of the batch.
 * @throws {UserError} RA402 for an input that takes no whole numbers.
 */
export function feedsBehind(
	types: TextInputTypes,
	ids: ArrayLike<number>,
	past: number,
	behind: readonly Behind[],
): Record<string, Tensor> {
	const [texts, n, total] = [behind.length, ids.length, past + ids.length];
	const positions = behind.flatMap(({ position }) => Array.from({ length: n }, (_, i) => position + i));
	const masks = behind.flatMap(({ masked }) => {
		const mask = Array.from({ length: total }, () => 1);
		// Attention that takes a bias counts positions by the mask.
		if (types.has(hiddenBias)) return mask;
		for (const column of masked) mask[column] = 0;
		return mask;
	});
	const feed = (name: TextInput, { type, planes }: TextInputType): Tensor => {
		switch (name) {
			case 'input_ids':
				return integers(
					type,
					behind.flatMap(() => Array.from(ids)),
					[texts, n],
				);
			case 'attention_mask':
				return integers(type, masks, [texts, total]);
			case 'position_ids':
				return planes === undefined
					? integers(type, positions, [texts, n])
					: integers(type, Array.from({ length: planes }, () => positions).flat(), [planes, texts, n]);
			case 'use_cache_branch':
				return new Tensor('bool', Uint8Array.of(past > 0 ? 1 : 0), [1]);
			case 'num_logits_to_keep':
				return integers(type, [n], []);
			case hiddenBias:
				return biasOf(
					type,
					behind.map(({ masked }) => masked),
					n,
					total,
				);
		}
	};
	return Object.fromEntries([...types].map(([name, type]) => [name, feed(name, type)]));
}

/**
 * What they are fed for one token behind each text of a batch.
 * @throws {UserError} RA402 for an input that takes no whole numbers.
 */
export function batchFeeds(
	types: TextInputTypes,
	ids: readonly number[],
	batch: Pick<CacheBatch, 'layout' | 'lengths' | 'width'>,
): Record<string, Tensor> {
	const { layout, lengths, width } = batch;
	const [n, total] = [ids.length, width + 1];
	const masked = (): number[] => {
		const mask: number[] = [];
		for (const length of lengths)
			for (let i = 0; i < total; i++) mask.push((layout === 'left' ? i <= length : i >= width - length) ? 1 : 0);
		return mask;
	};
	const feed = (name: TextInput, { type, planes }: TextInputType): Tensor => {
		switch (name) {
			case 'input_ids':
				return integers(type, ids, [n, 1]);
			case 'attention_mask':
				return integers(type, masked(), [n, total]);
			case 'position_ids':
				return planes === undefined
					? integers(type, lengths, [n, 1])
					: integers(type, Array.from({ length: planes }, () => lengths).flat(), [planes, n, 1]);
			case 'use_cache_branch':
				return new Tensor('bool', Uint8Array.of(width > 0 ? 1 : 0), [1]);
			case 'num_logits_to_keep':
				return integers(type, [1], []);
			case hiddenBias:
				return biasOf(
					type,
					lengths.map(() => []),
					1,
					total,
				);
		}
	};
	return Object.fromEntries([...types].map(([name, type]) => [name, feed(name, type)]));
}

/** Zeros, and for the columns that a text hides what leaves them no probability: `[texts, 1, rows, columns]`. */
function biasOf(type: Tensor.Type, masked: readonly (readonly number[])[], rows: number, columns: number): Tensor {
	const dims = [masked.length, 1, rows, columns];
	const size = masked.length * rows * columns;
	const [numbers, hides] = type === 'float16' ? [new Uint16Array(size), halfInfinity] : [new Float32Array(size), -Infinity];
	for (const [text, hidden] of masked.entries())
		for (let row = 0; row < rows; row++) for (const column of hidden) numbers[(text * rows + row) * columns + column] = hides;
	return numbers instanceof Uint16Array ? new Tensor('float16', numbers, dims) : new Tensor('float32', numbers, dims);
}

/** The bits of minus infinity in half precision. */
const halfInfinity = 0xfc00;
