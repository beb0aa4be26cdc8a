import type { OnnxNode } from '../onnx-model.ts';

/** A size of an axis, where it can be told. */
export type OwnSize = number | undefined;
/** The same of any axis; `tokens` is how many of them there are. */
export type Size = OwnSize | 'tokens';

/**
 * How a tensor that is computed from tokens lies: one axis of tokens, and before and behind it a token's own numbers (batches are of
 * one text: an axis of size 1). What stands at a place of the token axis depends on the token there alone, and on its place at most.
 */
export interface TokenLayout {
	readonly before: readonly OwnSize[];
	readonly own: readonly OwnSize[];
	/** Places that a token has along its axis, one behind the other: exporters put heads there. */
	readonly times: number;
	/** What picked some of the rows; rows of two such nodes must not meet. */
	readonly picked?: OnnxNode | undefined;
}

export const rankOf = ({ before, own }: TokenLayout): number => before.length + 1 + own.length;

/** The sizes of all axes. */
export function axesOf({ before, own, times, picked }: TokenLayout): Size[] {
	return [...before, times === 1 && picked === undefined ? 'tokens' : undefined, ...own];
}

/** Whether each row is a token's, and all else of one batch. */
export const isOfRows = ({ before, times }: TokenLayout): boolean => times === 1 && before.every((size) => size === 1);

/** The layout without or with other sizes on the axes that are no tokens'; `change` gives the sizes that take an axis's place, `undefined` where it may not be changed. */
export function resized(layout: TokenLayout, change: (size: OwnSize, axis: number) => readonly OwnSize[]): TokenLayout {
	const first = layout.before.length + 1;
	return {
		...layout,
		before: layout.before.flatMap((size, i) => change(size, i)),
		own: layout.own.flatMap((size, i) => change(size, first + i)),
	};
}

/** Axes in another order. */
export function transposed(layout: TokenLayout, perm: readonly number[] | undefined): TokenLayout | undefined {
	const axes: readonly OwnSize[] = [...layout.before, undefined, ...layout.own];
	const order = perm ?? axes.map((_, i) => axes.length - 1 - i);
	const token = order.indexOf(layout.before.length);
	if (order.length !== axes.length || token < 0) return undefined;
	return { ...layout, before: order.slice(0, token).map((from) => axes[from]), own: order.slice(token + 1).map((from) => axes[from]) };
}

/** Layouts of several tensors that are laid over each other, as operators number by number do; `undefined` where axes of tokens do not meet. */
export function overlaid(layouts: readonly TokenLayout[]): TokenLayout | undefined {
	const [first, ...others] = layouts;
	if (
		first === undefined ||
		others.some((one) => one.own.length !== first.own.length || one.picked !== first.picked || one.times !== first.times)
	)
		return undefined;
	return { ...first, before: widest(layouts.map(({ before }) => before)), own: widest(layouts.map(({ own }) => own)) };
}

/** Sizes of axes that are laid over each other, from the last one on. */
export function widest(lists: readonly (readonly OwnSize[])[]): OwnSize[] {
	const length = Math.max(...lists.map((list) => list.length));
	return Array.from({ length }, (_, i) =>
		lists
			.flatMap((list) => (i < length - list.length ? [] : [list[i - length + list.length]]))
			.reduce((a, b) => (a === 1 ? b : b === 1 ? a : (a ?? b))),
	);
}

/**
 * Another shape: the axis of tokens stays one where as many numbers as before stand before it, and the rest behind it or beside
 * each other along it.
 * @param wanted what a Reshape is told; `undefined` for a size that cannot be told.
 */
export function reshaped(layout: TokenLayout, wanted: readonly Size[], allowZero: boolean): TokenLayout | undefined {
	const axes = axesOf(layout);
	const sizes = wanted.map((size, i) => (size === 0 && !allowZero ? axes[i] : size));
	const [ahead, behind] = [product(layout.before), layout.times * product(layout.own)];
	for (const token of [sizes.indexOf('tokens'), ...sizes.keys()]) {
		const size = sizes[token];
		if (token < 0 || (typeof size === 'number' && size !== -1)) continue;
		// What is left open is the rest of a token's numbers, if it is not the number of tokens.
		const [left, right] =
			size === 'tokens'
				? [closed(sizes.slice(0, token), ahead), closed(sizes.slice(token + 1), behind)]
				: [sizes.slice(0, token), sizes.slice(token + 1)];
		const times = behind / product(right);
		if (product(left) !== ahead || !Number.isInteger(times) || (size === 'tokens' && times !== 1)) continue;
		return { ...layout, before: left.map(Number), own: right.map(Number), times };
	}
	return undefined;
}

/** Two axes: all up to `axis`, and the rest. */
export function flattened(layout: TokenLayout, axis: number): TokenLayout | undefined {
	const along = axis - layout.before.length - 1;
	const times = layout.times * product(layout.own.slice(0, along));
	return along < 0 || product(layout.before) !== 1 || !Number.isInteger(times)
		? undefined
		: { ...layout, before: [], own: [product(layout.own.slice(along))], times };
}

/** Sizes with one of them computed, so that all together are `total`. */
function closed(sizes: readonly Size[], total: number): readonly Size[] {
	const rest = total / product(sizes.map((size) => (size === -1 ? 1 : size)));
	return sizes.map((size) => (size === -1 ? rest : size));
}

/** NaN where a size cannot be told. */
function product(sizes: readonly Size[]): number {
	return sizes.reduce<number>((all, size) => all * (typeof size === 'number' && size >= 0 ? size : NaN), 1);
}

/** The same with axes of size 1 put in. */
export function unsqueezed(layout: TokenLayout, axes: readonly number[] | undefined): TokenLayout | undefined {
	if (axes === undefined) return undefined;
	const rank = rankOf(layout) + axes.length;
	const added = new Set(axes.map((axis) => (axis < 0 ? rank + axis : axis)));
	const old: ('tokens' | { readonly size: OwnSize })[] = [
		...layout.before.map((size) => ({ size })),
		'tokens',
		...layout.own.map((size) => ({ size })),
	];
	const all = Array.from({ length: rank }, (_, i) => (added.has(i) ? { size: 1 } : old.shift()!));
	const token = all.indexOf('tokens');
	const sizes = all.map((one) => (one === 'tokens' ? undefined : one.size));
	return { ...layout, before: sizes.slice(0, token), own: sizes.slice(token + 1) };
}

/** A matrix of its own for each token: both factors have tokens along the same axis, which is none of the product. */
export function batched(a: TokenLayout, b: TokenLayout | undefined): TokenLayout | undefined {
	if (b === undefined || a.own.length < 2 || b.own.length < 2) return undefined;
	const both = overlaid([
		{ ...a, own: a.own.slice(0, -2) },
		{ ...b, own: b.own.slice(0, -2) },
	]);
	return both === undefined ? undefined : { ...both, own: [...both.own, a.own.at(-2), b.own.at(-1)] };
}
