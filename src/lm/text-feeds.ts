import { Tensor } from 'onnxruntime-node';
import type { InferenceSession } from 'onnxruntime-node';
import { integers } from './integer-tensor.ts';
import { isTextInput, type TextInput } from './text-inputs.ts';

/** The inputs of a session that say what is fed, with the types that they are declared to take. */
export type TextInputTypes = ReadonlyMap<TextInput, Tensor.Type>;

export function textInputTypes(inputs: InferenceSession['inputMetadata']): TextInputTypes {
	return new Map(inputs.flatMap((meta) => (meta.isTensor && isTextInput(meta.name) ? [[meta.name, meta.type] as const] : [])));
}

/**
 * What these inputs are fed for `ids` behind `past` tokens that are in the cache.
 * @param rows how many rows of logits are wanted, from the last; at least one is given.
 * @throws {UserError} RA402 for an input that takes no whole numbers.
 */
export function textFeeds(types: TextInputTypes, ids: ArrayLike<number>, past: number, rows: number): Record<string, Tensor> {
	const [n, total] = [ids.length, past + ids.length];
	const feed = (name: TextInput, type: Tensor.Type): Tensor => {
		switch (name) {
			case 'input_ids': return integers(type, Array.from(ids), [1, n]);
			case 'attention_mask': return integers(type, Array.from({ length: total }, () => 1), [1, total]);
			case 'position_ids': return integers(type, Array.from({ length: n }, (_, i) => past + i), [1, n]);
			case 'use_cache_branch': return new Tensor('bool', Uint8Array.of(past > 0 ? 1 : 0), [1]);
			case 'num_logits_to_keep': return integers(type, [Math.max(1, rows)], []);
		}
	};
	return Object.fromEntries([...types].map(([name, type]) => [name, feed(name, type)]));
}
