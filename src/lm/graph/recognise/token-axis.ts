import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { isElementwise, isProduct, isReduction } from './operators.ts';

/**
 * How a tensor that is computed from tokens lies: one axis of tokens, before it axes of size 1, and behind it a token's own numbers.
 * What stands at a place of the token axis depends on the token there alone, and on its place at most.
 */
export interface TokenLayout {
	readonly rank: number;
	/** Sizes of the axes behind that of tokens, where they can be told. */
	readonly own: readonly (number | undefined)[];
	/** What picked some of the rows; rows of two such nodes must not meet. */
	readonly picked?: OnnxNode | undefined;
}

/** What a walk allows besides. */
export interface TokenAxisOptions {
	/** Numbers that depend on where a token stands, as in an embedding. */
	readonly places: boolean;
	/** Nodes that pick rows, as on the way to the logits. */
	readonly picks: boolean;
	/** Further tensors whose layout is known, for their sizes alone: exporters ask any state of the residual stream for those of another. */
	readonly sized: ReadonlyMap<string, TokenLayout>;
}

/** `free` depends on no token; `odd` is where it cannot be told that tokens stay apart. */
type Found = { readonly kind: 'tokens'; readonly layout: TokenLayout } | { readonly kind: 'free' } | { readonly kind: 'odd'; readonly at: OnnxNode | string };
type Size = number | 'tokens' | undefined;

const free: Found = { kind: 'free' };

/**
 * Follows the axis of tokens through a part of a graph, by structure alone: so that nothing may look at another token, however far away
 * it stands. Batches are of one text.
 */
export class TokenAxis {
	readonly #graph: OnnxGraph;
	readonly #options: TokenAxisOptions;
	readonly #known = new Map<string, Found>([['input_ids', { kind: 'tokens', layout: { rank: 2, own: [] } }]]);

	/** @param seeds tensors whose layout is known, where the walk back ends. */
	constructor(graph: OnnxGraph, seeds: ReadonlyMap<string, TokenLayout>, options: TokenAxisOptions) {
		this.#graph = graph;
		this.#options = options;
		for (const [tensor, layout] of seeds) this.#known.set(tensor, { kind: 'tokens', layout });
	}

	/** The layout of `tensor`; `free` when it depends on no token; `odd` with the first node on the way that may mix tokens. */
	of(tensor: string): Found {
		const known = this.#known.get(tensor);
		if (known !== undefined) return known;
		const found = this.#find(tensor);
		this.#known.set(tensor, found);
		return found;
	}

	#find(tensor: string): Found {
		const graph = this.#graph;
		if (tensor === '' || graph.isConstant(tensor)) return free;
		const node = graph.producer(tensor);
		if (node === undefined) return /^(attention_mask|position_ids|use_cache_branch|num_logits_to_keep|logits_to_keep|token_type_ids)$/.test(tensor) ? free : { kind: 'odd', at: `input '${tensor}'` };
		const flowing = graph.flowInputs(node).map((input) => this.of(input));
		const odd = flowing.find(({ kind }) => kind === 'odd');
		if (odd !== undefined) return odd;
		if (flowing.every(({ kind }) => kind === 'free')) return free;
		const layout = this.#through(node, node.outputs.indexOf(tensor));
		return layout === 'free' ? free : layout === undefined ? { kind: 'odd', at: node } : { kind: 'tokens', layout };
	}

	/** The layout of an output of a node some of whose inputs are computed from tokens; `undefined` where tokens may be mixed. */
	#through(node: OnnxNode, output: number): TokenLayout | 'free' | undefined {
		const graph = this.#graph;
		const first = this.#layout(node.inputs[0]);
		if (isElementwise(node.type)) return this.#merged(node.inputs);
		if (node.type === 'Gather' && first === undefined) return this.#looked(node, node.inputs[0] ?? '', node.inputs[1] ?? '', 'axis');
		if (node.type === 'GatherBlockQuantized') return this.#looked(node, '', node.inputs[1] ?? '', 'gather_axis');
		if (first === undefined || node.inputs.slice(1).some((input) => this.#layout(input) !== undefined) && !['Concat', 'MoE', 'QMoE', 'SkipLayerNormalization', 'SkipSimplifiedLayerNormalization'].includes(node.type)) return undefined;
		const { rank, own } = first;
		/** Where an axis lies among a token's own, or -1. */
		const place = (axis: number) => (axis < 0 ? own.length + axis : axis - (rank - own.length));
		const axis = (otherwise: number) => place(graph.number(node, 'axis', otherwise));
		const sized = (at: number, size: number | undefined): TokenLayout | undefined => (at < 0 || at >= own.length ? undefined : { ...first, own: own.with(at, size) });
		if (isProduct(node.type)) {
			const outputs = widthOf(graph, node);
			return own.length === 0 || outputs === null ? undefined : sized(own.length - 1, outputs);
		}
		if (isReduction(node.type)) {
			const axes = this.#axes(node, node.type === 'ArgMax' ? undefined : 1);
			return axes === undefined ? undefined : this.#reduced(first, axes.map(place), graph.number(node, 'keepdims', 1) === 1);
		}
		switch (node.type) {
			case 'Softmax': case 'LogSoftmax': case 'LayerNormalization': case 'SimplifiedLayerNormalization': case 'RMSNormalization': case 'LpNormalization':
				return axis(-1) < 0 ? undefined : first;
			case 'SkipLayerNormalization': case 'SkipSimplifiedLayerNormalization':
				return own.length === 1 ? this.#merged(node.inputs.slice(0, 2)) : undefined;
			case 'MoE': case 'QMoE': return node.inputs.every((input) => (this.#layout(input)?.own.length ?? 1) === 1) ? first : undefined;
			// Its range is that of all tokens, which is a matter of rounding.
			case 'DynamicQuantizeLinear': return output === 0 ? first : 'free';
			case 'QuantizeLinear': case 'DequantizeLinear': return first;
			case 'EmbedLayerNormalization': return first.own.length === 0 ? { rank: rank + 1, own: [graph.dims(node.inputs[2] ?? '')?.[1]] } : undefined;
			case 'TopK': return sized(axis(-1), undefined);
			case 'Split': return sized(axis(0), undefined);
			case 'BiasSplitGelu': return sized(own.length - 1, undefined);
			case 'Concat': {
				const at = axis(0);
				const layouts = node.inputs.flatMap((input) => this.#layout(input) ?? []);
				return layouts.every((one) => one.rank === rank && one.own.length === own.length && one.picked === first.picked) ? sized(at, undefined) : undefined;
			}
			case 'Slice': return this.#sliced(node, first, place);
			case 'Gather': {
				const at = axis(0);
				const indices = this.#rank(node.inputs[1] ?? '');
				if (indices === undefined) return undefined;
				if (at >= 0) return { ...first, rank: rank - 1 + indices, own: [...own.slice(0, at), ...Array.from({ length: indices }, () => undefined), ...own.slice(at + 1)] };
				return at === -1 && indices <= 1 && this.#options.picks ? { rank: rank - 1 + indices, own, picked: node } : undefined;
			}
			case 'GatherND': return this.#options.picks ? { rank: 2, own, picked: node } : undefined;
			case 'Transpose': {
				const perm = graph.list(node, 'perm');
				const token = rank - 1 - own.length;
				// Axes that only move among a token's own.
				return perm?.every((from, to) => (to <= token ? from === to : from > token)) === true ? { ...first, own: perm.slice(token + 1).map((from) => own[from - token - 1]) } : undefined;
			}
			case 'Unsqueeze': return this.#unsqueezed(first, this.#axes(node, 1));
			case 'Squeeze': {
				const axes = this.#axes(node, 1);
				const lead = rank - 1 - own.length;
				if (axes?.length !== 1) return undefined;
				const [at] = axes.map((one) => (one < 0 ? rank + one : one));
				return at! < lead ? { ...first, rank: rank - 1 } : at! > lead ? { ...first, rank: rank - 1, own: own.toSpliced(at! - lead - 1, 1) } : undefined;
			}
			case 'Reshape': return this.#reshaped(first, this.#sizes(node.inputs[1] ?? ''), graph.number(node, 'allowzero', 0) === 1);
			case 'Flatten': return graph.number(node, 'axis', 1) === rank - own.length ? this.#reshaped(first, [-1, own.reduce<number>((product, size) => product * (size ?? NaN), 1)], false) : undefined;
			default: return undefined;
		}
	}

	#layout(tensor: string | undefined): TokenLayout | undefined {
		const found = tensor === undefined ? free : this.of(tensor);
		return found.kind === 'tokens' ? found.layout : undefined;
	}

	/** Number by number: the axes of tokens must lie over each other. */
	#merged(inputs: readonly string[]): TokenLayout | undefined {
		const given = inputs.filter((input) => input !== '');
		const [first, ...others] = given.flatMap((input) => this.#layout(input) ?? []);
		if (first === undefined || others.some((one) => one.own.length !== first.own.length || one.picked !== first.picked)) return undefined;
		const width = first.own.length;
		const sizes = [first, ...others].map(({ own }) => own);
		let rank = Math.max(first.rank, ...others.map((one) => one.rank));
		for (const input of given) {
			if (this.#layout(input) !== undefined) continue;
			const dims = this.#graph.isConstant(input) ? this.#graph.dims(input) : undefined;
			const axes = dims?.length ?? this.#rank(input);
			if (axes === undefined) return undefined;
			// A number for each place reaches over the axis of tokens.
			const byPlace = dims === undefined ? axes > width : dims.slice(0, Math.max(0, axes - width)).some((size) => size !== 1);
			if (byPlace && !this.#options.places) return undefined;
			rank = Math.max(rank, axes);
			sizes.push(Array.from({ length: width }, (_, i) => (i < width - axes ? 1 : dims?.[axes - width + i])));
		}
		return { ...first, rank, own: first.own.map((_, i) => sizes.map((one) => one[i]).reduce((a, b) => (a === 1 ? b : b === 1 ? a : a ?? b))) };
	}

	/** Rows of a table, by token number. */
	#looked(node: OnnxNode, table: string, indices: string, axisName: string): TokenLayout | undefined {
		const layout = this.#layout(indices);
		if (layout === undefined || this.#graph.number(node, axisName, 0) !== 0) return undefined;
		const dims = table === '' ? [undefined, undefined] : this.#graph.dims(table);
		return dims === undefined ? undefined : { ...layout, rank: layout.rank - 1 + dims.length, own: [...layout.own, ...dims.slice(1)] };
	}

	#axes(node: OnnxNode, input: number | undefined): readonly number[] | undefined {
		if (input === undefined) return [this.#graph.number(node, 'axis', 0)];
		return this.#graph.list(node, 'axes') ?? this.#graph.ints(node.inputs[input] ?? '');
	}

	#reduced(layout: TokenLayout, places: readonly number[], keeps: boolean): TokenLayout | undefined {
		if (places.length === 0 || places.some((place) => place < 0)) return undefined;
		const own = layout.own.flatMap((size, i) => (!places.includes(i) ? [size] : keeps ? [1] : []));
		return { ...layout, rank: layout.rank - (layout.own.length - own.length), own };
	}

	#sliced(node: OnnxNode, layout: TokenLayout, place: (axis: number) => number): TokenLayout | undefined {
		const [from, to, axes, steps] = [1, 2, 3, 4].map((index) => this.#graph.ints(node.inputs[index] ?? ''));
		const at = axes?.map(place);
		if (at === undefined) return undefined;
		const own = [...layout.own];
		let { picked } = layout;
		for (const [i, one] of at.entries()) {
			// An exporter writes `x[:]` as a Slice too.
			if (from?.[i] === 0 && (to?.[i] ?? 0) >= 2 ** 31 - 1 && (steps?.[i] ?? 1) === 1) continue;
			if (one >= 0) own[one] = undefined;
			else if (one === -1 && this.#options.picks) picked = node;
			else return undefined;
		}
		return { ...layout, own, picked };
	}

	#unsqueezed(layout: TokenLayout, axes: readonly number[] | undefined): TokenLayout | undefined {
		if (axes?.length !== 1) return undefined;
		const { rank, own } = layout;
		const at = axes[0]! < 0 ? rank + 1 + axes[0]! : axes[0]!;
		const token = rank - 1 - own.length;
		return at <= token ? { ...layout, rank: rank + 1 } : { ...layout, rank: rank + 1, own: own.toSpliced(at - token - 1, 0, 1) };
	}

	/** Rows stay rows where what stands behind the axis of tokens has as many numbers as before. */
	#reshaped({ rank, own, picked }: TokenLayout, wanted: readonly Size[] | undefined, allowZero: boolean): TokenLayout | undefined {
		const width = own.reduce<number>((product, size) => product * (size ?? NaN), 1);
		const before: Size[] = [...Array.from({ length: rank - 1 - own.length }, () => 1), 'tokens', ...own];
		const sizes = wanted?.map((size, i) => (size === 0 && !allowZero ? before[i] : size));
		if (sizes === undefined) return undefined;
		const named = sizes.indexOf('tokens');
		const token = named >= 0 ? named : sizes.findIndex((size) => size === -1 || size === undefined);
		const lead = sizes.slice(0, Math.max(0, token));
		if (token < 0 || lead.some((size) => size !== 1 && !(named >= 0 && size === -1))) return undefined;
		const behind = sizes.slice(token + 1);
		const open = behind.filter((size) => size === -1).length;
		const known = behind.reduce<number>((product, size) => product * (size === -1 ? 1 : typeof size === 'number' ? size : NaN), 1);
		// All that comes before is one, so that what is left open is the rest of a token's numbers.
		if (open > (named >= 0 ? 1 : 0) || (open === 0 ? known !== width : !Number.isInteger(width / known))) return undefined;
		return { rank: sizes.length, own: behind.map((size) => (size === -1 ? width / known : Number(size))), picked };
	}

	/** Sizes that a tensor of whole numbers holds, or a single one without dimensions. */
	#sizes(tensor: string): readonly Size[] | undefined {
		const graph = this.#graph;
		const stored = graph.ints(tensor);
		if (stored !== undefined) return stored;
		const node = graph.producer(tensor);
		if (node === undefined) return undefined;
		const [first = '', second = ''] = node.inputs;
		switch (node.type) {
			case 'Shape': {
				const layout = this.#options.sized.get(first) ?? this.#layout(first);
				return layout === undefined ? undefined : [...Array.from({ length: layout.rank - 1 - layout.own.length }, () => 1), layout.picked === undefined ? 'tokens' as const : undefined, ...layout.own];
			}
			case 'Cast': case 'Identity': case 'Squeeze': return this.#sizes(first);
			// A single size among others.
			case 'Unsqueeze': return this.#sizes(first) ?? [undefined];
			case 'Concat': {
				const parts = node.inputs.map((input) => this.#sizes(input));
				return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
			}
			case 'Gather': {
				const from = this.#sizes(first);
				return from === undefined ? undefined : graph.ints(second)?.map((index) => from.at(index));
			}
			case 'Slice': {
				const from = this.#sizes(first);
				const [[start] = [], [end] = [], [step = 1] = []] = [1, 2, 4].map((index) => graph.ints(node.inputs[index] ?? ''));
				return start === undefined || end === undefined || step !== 1 ? undefined : from?.slice(start, end);
			}
			default: return undefined;
		}
	}

	/** Number of axes of a tensor that depends on no token. */
	#rank(tensor: string): number | undefined {
		const graph = this.#graph;
		const dims = graph.dims(tensor);
		if (dims !== undefined) return dims.length;
		const node = graph.producer(tensor);
		if (node === undefined) return graph.isInput(tensor) ? 2 : undefined;
		const [first = '', second = ''] = node.inputs;
		const plus = (rank: number | undefined, more: number | undefined) => (rank === undefined || more === undefined ? undefined : rank + more);
		if (isElementwise(node.type)) return node.inputs.filter((input) => input !== '').map((input) => this.#rank(input)).reduce((a, b) => (a === undefined || b === undefined ? undefined : Math.max(a, b)), 0);
		switch (node.type) {
			case 'Shape': case 'Range': return 1;
			case 'Size': return 0;
			case 'CumSum': case 'Slice': case 'Trilu': return this.#rank(first);
			case 'Gather': return plus(plus(this.#rank(first), -1), this.#rank(second));
			case 'Unsqueeze': return plus(this.#rank(first), this.#axes(node, 1)?.length);
			case 'Squeeze': return plus(this.#rank(first), this.#axes(node, 1) === undefined ? undefined : -this.#axes(node, 1)!.length);
			case 'Reshape': case 'Expand': return this.#sizes(second)?.length;
			case 'ConstantOfShape': return this.#sizes(first)?.length;
			// Scale and zero point of all tokens.
			case 'DynamicQuantizeLinear': return node.outputs.indexOf(tensor) > 0 ? 0 : undefined;
			default: return undefined;
		}
	}
}

/** Numbers that a product with constant weights gives for each row, `undefined` where that cannot be told; `null` when it is no such product. */
function widthOf(graph: OnnxGraph, node: OnnxNode): number | undefined | null {
	const weights = node.inputs[1] ?? '';
	if (!graph.isConstant(weights) || ['transA', 'transBatchA', 'transBatchB'].some((name) => graph.number(node, name, 0) !== 0)) return null;
	if (node.type === 'MatMulNBits') return graph.number(node, 'N', 0);
	const dims = graph.dims(weights);
	return dims === undefined ? undefined : dims.length === 2 ? dims[graph.number(node, 'transB', 0) === 0 ? 1 : 0] : null;
}
