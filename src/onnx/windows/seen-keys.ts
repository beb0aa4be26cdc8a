import type { OnnxNode } from '../onnx-model.ts';

/** Keys that a row of a layer sees, its own included. */
export type SeenKeys =
	/** That many, up to its own. */
	| { readonly kind: 'window'; readonly keys: number }
	/** All up to its own, as far as `tried` of them; `Infinity` where the operator has no window. */
	| { readonly kind: 'all'; readonly tried: number }
	/** `reason` says why it cannot be told, as the end of 'because …'. */
	| { readonly kind: 'unknown'; readonly reason: string; readonly node: OnnxNode };

/** Rows of one layer, and the node that holds their window: the fused operator, or the Softmax. */
export interface LayerKeys {
	readonly layer: number;
	readonly node: OnnxNode;
	readonly seen: SeenKeys;
}

/** The mask of a last row, for each head that has its own: `[heads, keys]`; with one column it is the same for all keys. */
export interface MaskRow {
	readonly values: Float32Array;
	readonly columns: number;
	/** Keys that there are. */
	readonly keys: number;
}

/** Exporters hide by −∞, by the type's lowest number (float16: −65504) or by −10000; nothing that is added to a visible score comes near. */
const hides = -9000;

/** How many keys a row sees, from its own backwards; or how it is otherwise. */
export function visibleKeys({ values, columns, keys }: MaskRow): number | string {
	if (columns !== keys && columns !== 1) return `its mask is for ${columns} keys where there are ${keys}`;
	const counts = new Set<number>();
	for (let start = 0; start < values.length; start += columns) {
		const row = values.subarray(start, start + columns);
		const first = row.findIndex((value) => value > hides);
		if (first < 0 || !row.subarray(first).every((value) => value > hides)) return 'its mask hides keys that lie between others';
		counts.add(columns === 1 ? keys : keys - first);
	}
	const [count, other] = counts;
	return count === undefined || other !== undefined ? 'its heads see different keys' : count;
}

/** What two rows, the second with one key more, say of the window. */
export function seenByRows(first: MaskRow, second: MaskRow): Exclude<SeenKeys, { kind: 'unknown' }> | string {
	const [a, b] = [visibleKeys(first), visibleKeys(second)];
	if (typeof a === 'string') return a;
	if (typeof b === 'string') return b;
	if (a === first.keys && b === second.keys) return { kind: 'all', tried: second.keys };
	return a === b
		? { kind: 'window', keys: a }
		: `a row of ${first.keys} keys sees ${a} of them and the next one ${b}, which is no sliding window`;
}
