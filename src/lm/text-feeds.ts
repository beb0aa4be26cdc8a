import { Tensor, type InferenceSession } from 'onnxruntime-node';
import { integers } from './integer-tensor.ts';
import { isTextInput, type TextInput } from '../onnx/text-inputs.ts';
import type { CacheBatch } from './paths/cache-batch.ts';

/** How an input is declared: the type that it takes, and how often it takes the same numbers, in an axis ahead of the others. */
interface TextInputType {
	readonly type: Tensor.Type;
	/** Models that read pictures, too, count in time, height and width: `[3, texts, tokens]`. Of words all are the same. */
	readonly planes: number | undefined;
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
		}
	};
	return Object.fromEntries([...types].map(([name, type]) => [name, feed(name, type)]));
}
