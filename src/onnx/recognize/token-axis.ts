import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { isElementwise, isProduct, isReduction } from './operators.ts';
import {
	axesOf,
	batched,
	flattened,
	isOfRows,
	overlaid,
	rankOf,
	reshaped,
	resized,
	transposed,
	unsqueezed,
	widest,
	type OwnSize,
	type Size,
	type TokenLayout,
} from './token-layout.ts';
import { axesOfNode, TokenSizes } from './token-sizes.ts';

/** What a walk allows besides. */
export interface TokenAxisOptions {
	/** Numbers that depend on where a token stands, as in an embedding. */
	readonly places: boolean;
	/** Nodes that pick rows, as on the way to the logits. */
	readonly picks: boolean;
	/** A cache, behind which tokens are put: the result is of more tokens, in their order. */
	readonly cache: boolean;
	/** Further tensors whose layout is known, for their sizes alone: exporters ask any state of the residual stream for those of another. */
	readonly sized: ReadonlyMap<string, TokenLayout>;
}

/** `free` depends on no token, `cache` on what was kept of tokens before; `odd` is where it cannot be told that tokens stay apart. */
type Found =
	| { readonly kind: 'tokens'; readonly layout: TokenLayout }
	| { readonly kind: 'free' }
	| { readonly kind: 'cache' }
	| { readonly kind: 'odd'; readonly at: OnnxNode | string };

const free: Found = { kind: 'free' };
const severalOfTokens = new Set([
	'Concat',
	'MoE',
	'QMoE',
	'SkipLayerNormalization',
	'SkipSimplifiedLayerNormalization',
	'GatherElements',
	'ScatterElements',
]);
const inputSizes: ReadonlyMap<string, readonly Size[]> = new Map([
	['attention_mask', [1, undefined]],
	['position_ids', [1, undefined]],
]);

/**
 * Follows the axis of tokens through a part of a graph, by structure alone: so that nothing may look at another token, however far away
 * it stands. Batches are of one text.
 */
export class TokenAxis {
	readonly #graph: OnnxGraph;
	readonly #options: TokenAxisOptions;
	readonly #sizes: TokenSizes;
	readonly #known = new Map<string, Found>([['input_ids', { kind: 'tokens', layout: { before: [1], own: [], times: 1 } }]]);

	/** @param seeds tensors whose layout is known, where the walk back ends. */
	constructor(graph: OnnxGraph, seeds: ReadonlyMap<string, TokenLayout>, options: TokenAxisOptions) {
		this.#graph = graph;
		this.#options = options;
		this.#sizes = new TokenSizes(graph, (tensor) => {
			const layout = options.sized.get(tensor) ?? this.#layout(tensor);
			return layout === undefined ? inputSizes.get(tensor) : axesOf(layout);
		});
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
		if (node === undefined) {
			if (/^(attention_mask|position_ids|use_cache_branch|num_logits_to_keep|logits_to_keep|token_type_ids)$/.test(tensor)) return free;
			return this.#options.cache ? { kind: 'cache' } : { kind: 'odd', at: `input '${tensor}'` };
		}
		const flowing = graph.flowInputs(node).map((input) => this.of(input));
		const odd = flowing.find(({ kind }) => kind === 'odd');
		// An input says less than what is done with it.
		if (odd?.kind === 'odd') return typeof odd.at === 'string' ? { kind: 'odd', at: node } : odd;
		if (flowing.every(({ kind }) => kind === 'free')) return free;
		const cached = flowing.some(({ kind }) => kind === 'cache');
		if (cached && flowing.every(({ kind }) => kind !== 'tokens')) return { kind: 'cache' };
		const layout = cached ? this.#behindCache(node) : this.#through(node, node.outputs.indexOf(tensor));
		return layout === 'free' ? free : layout === undefined ? { kind: 'odd', at: node } : { kind: 'tokens', layout };
	}

	/** Tokens behind those of a cache, along their axis. */
	#behindCache(node: OnnxNode): TokenLayout | undefined {
		const [first, second, ...others] = node.inputs;
		const layout = this.#layout(second);
		if (
			node.type !== 'Concat' ||
			first === undefined ||
			layout === undefined ||
			others.length > 0 ||
			this.of(first).kind !== 'cache' ||
			layout.times !== 1
		)
			return undefined;
		const axis = this.#graph.number(node, 'axis', 0);
		return (axis < 0 ? axis + rankOf(layout) : axis) === layout.before.length ? layout : undefined;
	}

	/** The layout of an output of a node some of whose inputs are computed from tokens; `undefined` where tokens may be mixed. */
	#through(node: OnnxNode, output: number): TokenLayout | 'free' | undefined {
		const graph = this.#graph;
		const first = this.#layout(node.inputs[0]);
		if (isElementwise(node.type)) return this.#merged(node.inputs);
		if (node.type === 'Gather' && first === undefined) return this.#looked(node, node.inputs[0] ?? '', node.inputs[1] ?? '', 'axis');
		if (node.type === 'GatherND' && first === undefined) return this.#lookedByPlaces(node);
		if (node.type === 'GatherBlockQuantized') return this.#looked(node, '', node.inputs[1] ?? '', 'gather_axis');
		if (node.type === 'ScatterElements') return this.#scattered(node);
		if (first === undefined) return undefined;
		if (node.type === 'MatMul' && this.#layout(node.inputs[1]) !== undefined) return batched(first, this.#layout(node.inputs[1]));
		if (node.inputs.slice(1).some((input) => this.#layout(input) !== undefined) && !severalOfTokens.has(node.type)) return undefined;
		const { before, own } = first;
		const rank = rankOf(first);
		const token = before.length;
		const whole = (axis: number) => (axis < 0 ? rank + axis : axis);
		const axis = (otherwise: number) => whole(graph.number(node, 'axis', otherwise));
		const sized = (at: number, size: OwnSize): TokenLayout | undefined =>
			at < 0 || at >= rank || at === token ? undefined : resized(first, (old, one) => [one === at ? size : old]);
		if (isProduct(node.type)) return this.#projected(node, first);
		if (isReduction(node.type)) {
			const axes = axesOfNode(graph, node, node.type === 'ArgMax' ? 0 : 1)?.map(whole);
			const keeps = graph.number(node, 'keepdims', 1) === 1;
			return axes === undefined || axes.length === 0 || axes.includes(token)
				? undefined
				: resized(first, (size, one) => (!axes.includes(one) ? [size] : keeps ? [1] : []));
		}
		switch (node.type) {
			case 'Softmax':
			case 'LogSoftmax':
				return axis(-1) === token ? undefined : first;
			// These go over all axes from the one that is named.
			case 'LayerNormalization':
			case 'SimplifiedLayerNormalization':
			case 'RMSNormalization':
				return axis(-1) > token ? first : undefined;
			case 'LpNormalization':
				return axis(-1) === token ? undefined : first;
			case 'SkipLayerNormalization':
			case 'SkipSimplifiedLayerNormalization':
				return own.length === 1 ? this.#merged(node.inputs.slice(0, 2)) : undefined;
			case 'MoE':
			case 'QMoE':
				return node.inputs.every((input) => {
					const layout = this.#layout(input);
					return layout === undefined || (layout.own.length === 1 && isOfRows(layout));
				})
					? first
					: undefined;
			// Its range is that of all tokens, which is a matter of rounding.
			case 'DynamicQuantizeLinear':
				return output === 0 ? first : 'free';
			case 'QuantizeLinear':
			case 'DequantizeLinear':
				return first;
			case 'RotaryEmbedding':
				return this.#options.places && own.length === 1 ? first : undefined;
			case 'EmbedLayerNormalization':
				return own.length === 0 ? { ...first, own: [graph.dims(node.inputs[2] ?? '')?.[1]] } : undefined;
			case 'GatherElements': {
				const at = axis(0);
				return this.#alongside(node.inputs, at) ? resized(this.#layout(node.inputs[1])!, (size) => [size]) : undefined;
			}
			case 'OneHot':
				return axis(-1) === -1 + rank && graph.number(node, 'axis', -1) === -1
					? { ...first, own: [...own, graph.ints(node.inputs[1] ?? '')?.[0]] }
					: undefined;
			case 'CumSum': {
				const [at] = graph.ints(node.inputs[1] ?? '') ?? [];
				return at === undefined || whole(at) === token ? undefined : first;
			}
			case 'TopK':
				return sized(axis(-1), graph.ints(node.inputs[1] ?? '')?.[0]);
			case 'Split':
				return sized(axis(0), this.#partSize(node, axesOf(first)[axis(0)], output));
			case 'BiasSplitGelu':
				return sized(rank - 1, undefined);
			case 'Concat':
				return this.#joined(node, axis(0));
			case 'Slice':
				return this.#sliced(node, first);
			case 'Gather':
				return this.#picked(node, first, axis(0));
			case 'GatherND':
				return this.#options.picks && first.times === 1 ? { before: [], own, times: 1, picked: node } : undefined;
			case 'Transpose':
				return transposed(first, graph.list(node, 'perm'));
			case 'Expand':
				return this.#repeated(first, this.#sizes.of(node.inputs[1] ?? ''), ['tokens', undefined, -1, 1], (size, by) =>
					by === undefined ? undefined : by === 1 ? size : by,
				);
			case 'Tile':
				return this.#repeated(first, this.#sizes.of(node.inputs[1] ?? ''), [1], (size, by) =>
					size === undefined || by === undefined ? undefined : size * by,
				);
			case 'Unsqueeze':
				return unsqueezed(first, axesOfNode(graph, node, 1));
			case 'Squeeze': {
				const axes = axesOfNode(graph, node, 1)?.map(whole);
				return axes === undefined || axes.length === 0 || axes.includes(token)
					? undefined
					: resized(first, (size, one) => (axes.includes(one) ? [] : [size]));
			}
			case 'Reshape': {
				const wanted = this.#sizes.of(node.inputs[1] ?? '');
				return wanted === undefined ? undefined : reshaped(first, wanted, graph.number(node, 'allowzero', 0) === 1);
			}
			case 'Flatten':
				return flattened(first, graph.number(node, 'axis', 1));
			default:
				return undefined;
		}
	}

	#layout(tensor: string | undefined): TokenLayout | undefined {
		const found = tensor === undefined ? free : this.of(tensor);
		return found.kind === 'tokens' ? found.layout : undefined;
	}

	/** Number by number: the axes of tokens must lie over each other. */
	#merged(inputs: readonly string[]): TokenLayout | undefined {
		const given = inputs.filter((input) => input !== '');
		const layout = overlaid(given.flatMap((input) => this.#layout(input) ?? []));
		if (layout === undefined) return undefined;
		const width = layout.own.length;
		const [before, own]: [OwnSize[][], OwnSize[][]] = [[[...layout.before]], [[...layout.own]]];
		for (const input of given) {
			if (this.#layout(input) !== undefined) continue;
			const dims = this.#graph.isConstant(input) ? this.#graph.dims(input) : undefined;
			const axes = dims?.length ?? this.#sizes.rank(input);
			if (axes === undefined) return undefined;
			const sizes: readonly OwnSize[] = dims ?? Array.from({ length: axes }, () => undefined);
			// A number for each place reaches over the axis of tokens.
			if (axes > width && sizes[axes - width - 1] !== 1 && (!this.#options.places || layout.times !== 1)) return undefined;
			// What is computed has no more texts than there are.
			before.push(sizes.slice(0, Math.max(0, axes - width - 1)).map((size) => (dims === undefined ? 1 : size)));
			own.push([...Array.from({ length: Math.max(0, width - axes) }, () => 1), ...sizes.slice(Math.max(0, axes - width))]);
		}
		return { ...layout, before: widest(before), own: widest(own) };
	}

	/** Rows of a table, by token number. */
	#looked(node: OnnxNode, table: string, indices: string, axisName: string): TokenLayout | undefined {
		const layout = this.#layout(indices);
		if (layout === undefined || this.#graph.number(node, axisName, 0) !== 0) return undefined;
		const dims = table === '' ? [undefined, undefined] : this.#graph.dims(table);
		return dims === undefined ? undefined : { ...layout, own: [...layout.own, ...dims.slice(1)] };
	}

	/** The same, where the number of the row is the only number of a place. */
	#lookedByPlaces(node: OnnxNode): TokenLayout | undefined {
		const layout = this.#layout(node.inputs[1]);
		const dims = this.#graph.dims(node.inputs[0] ?? '');
		return layout?.own.at(-1) !== 1 || dims === undefined || this.#graph.number(node, 'batch_dims', 0) !== 0
			? undefined
			: { ...layout, own: [...layout.own.slice(0, -1), ...dims.slice(1)] };
	}

	/** A product with constant weights, the same for all tokens. */
	#projected(node: OnnxNode, layout: TokenLayout): TokenLayout | undefined {
		const graph = this.#graph;
		const weights = node.inputs[1] ?? '';
		const { before, own } = layout;
		if (
			own.length === 0 ||
			!graph.isConstant(weights) ||
			['transA', 'transBatchA', 'transBatchB'].some((name) => graph.number(node, name, 0) !== 0)
		)
			return undefined;
		if (node.type === 'MatMulNBits') return { ...layout, own: own.with(own.length - 1, graph.number(node, 'N', 0)) };
		const dims = graph.dims(weights);
		if (dims === undefined) return { ...layout, own: own.with(own.length - 1, undefined) };
		const outputs = dims.at(graph.number(node, 'transB', 0) === 0 ? -1 : -2);
		if (dims.length === 2) return { ...layout, own: own.with(own.length - 1, outputs) };
		if (node.type !== 'MatMul' || dims.length < 2) return undefined;
		// Several matrices: one for each of a token's own places, or of those before the axis of tokens.
		const matrices = dims.slice(0, -2);
		const inner = own.length - 2;
		if (own.length === 1) return { ...layout, before: widest([before, matrices]), own: [outputs] };
		if (matrices.length > inner && matrices.at(-1 - inner) !== 1) return undefined;
		return {
			...layout,
			before: widest([before, matrices.slice(0, Math.max(0, matrices.length - inner - 1))]),
			own: [...widest([own.slice(0, inner), inner === 0 ? [] : matrices.slice(-inner)]), own.at(-2), outputs],
		};
	}

	#joined(node: OnnxNode, axis: number): TokenLayout | undefined {
		const layouts = node.inputs.map((input) => this.#layout(input));
		const layout = layouts.find((one) => one !== undefined);
		if (layout === undefined || axis === layout.before.length) return undefined;
		const sizes = layouts.map((one, i) => (one === undefined ? this.#graph.dims(node.inputs[i] ?? '')?.[axis] : axesOf(one)[axis]));
		const alike = layouts.every(
			(one) =>
				one !== undefined &&
				one.own.length === layout.own.length &&
				one.before.length === layout.before.length &&
				one.picked === layout.picked &&
				one.times === layout.times,
		);
		return alike
			? resized(layout, (size, one) => [
					one === axis
						? sizes.reduce<OwnSize>((sum, part) => (sum === undefined || typeof part !== 'number' ? undefined : sum + part), 0)
						: size,
				])
			: undefined;
	}

	/** Whether all tensors that depend on tokens lie alike, so that numbers taken from or put to places along `axis` stay with their token. */
	#alongside(tensors: readonly string[], axis: number): boolean {
		const layouts = tensors.map((tensor) => this.#layout(tensor));
		const one = layouts.find((layout) => layout !== undefined);
		return (
			one !== undefined &&
			axis !== one.before.length &&
			layouts.every(
				(layout) =>
					layout !== undefined &&
					layout.before.length === one.before.length &&
					layout.own.length === one.own.length &&
					layout.times === one.times &&
					layout.picked === one.picked,
			)
		);
	}

	/** Numbers put to places along an axis that is not that of tokens; what they are put into may be the same for all tokens. */
	#scattered(node: OnnxNode): TokenLayout | undefined {
		const [data = '', indices = '', updates = ''] = node.inputs;
		const layout = this.#layout(indices);
		if (layout === undefined) return undefined;
		const axis = this.#graph.number(node, 'axis', 0);
		const at = axis < 0 ? rankOf(layout) + axis : axis;
		const given = [data, updates].filter((tensor) => this.#layout(tensor) !== undefined);
		const filled = this.#graph.producer(data);
		const wanted = filled?.type === 'ConstantOfShape' ? this.#sizes.of(filled.inputs[0] ?? '') : undefined;
		return this.#alongside([indices, ...given], at)
			? (this.#layout(data) ?? resized(layout, (size, one) => [one === at ? known(wanted?.[at]) : size]))
			: undefined;
	}

	/** Numbers in one part of a split axis. */
	#partSize(node: OnnxNode, size: Size, output: number): OwnSize {
		const parts = this.#graph.list(node, 'split') ?? this.#graph.ints(node.inputs[1] ?? '');
		if (parts !== undefined) return parts[output];
		return typeof size === 'number' && size % node.outputs.length === 0 ? size / node.outputs.length : undefined;
	}

	#sliced(node: OnnxNode, layout: TokenLayout): TokenLayout | undefined {
		const [from, to, steps] = [1, 2, 4].map((index) => this.#sizes.of(node.inputs[index] ?? '')?.map(known));
		const axes = axesOfNode(this.#graph, node, 3);
		if (axes === undefined) return undefined;
		const sizes = axesOf(layout);
		let { picked } = layout;
		for (const [i, axis] of axes.entries()) {
			const at = axis < 0 ? sizes.length + axis : axis;
			const [start, end, step] = [from?.[i], to?.[i], steps?.[i] ?? 1];
			// An exporter writes `x[:]` as a Slice too.
			if (start === 0 && (end ?? 0) >= 2 ** 31 - 1 && step === 1) continue;
			const size = sizes[at];
			if (at !== layout.before.length)
				sizes[at] =
					typeof size !== 'number' || start === undefined || end === undefined || step !== 1
						? undefined
						: Math.max(0, place(end, size) - place(start, size));
			else if (this.#options.picks && layout.times === 1) picked = node;
			else return undefined;
		}
		return { ...resized(layout, (_, axis) => [known(sizes[axis])]), picked };
	}

	#picked(node: OnnxNode, layout: TokenLayout, axis: number): TokenLayout | undefined {
		const token = layout.before.length;
		const rank = this.#sizes.rank(node.inputs[1] ?? '');
		if (rank === undefined) return undefined;
		const indices: readonly OwnSize[] = this.#graph.dims(node.inputs[1] ?? '') ?? Array.from({ length: rank }, () => undefined);
		if (axis !== token) return resized(layout, (size, one) => (one === axis ? indices : [size]));
		if (indices.length > 1 || !this.#options.picks || layout.times !== 1) return undefined;
		return indices.length === 1 ? { ...layout, picked: node } : { ...layout, before: layout.before.slice(0, -1), picked: node };
	}

	/** Numbers that are given several times over. @param kept what leaves tokens as many as they are. */
	#repeated(
		layout: TokenLayout,
		by: readonly Size[] | undefined,
		kept: readonly Size[],
		size: (own: OwnSize, by: OwnSize) => OwnSize,
	): TokenLayout | undefined {
		if (by === undefined) return undefined;
		const behind = layout.own.length;
		const [own, token, before] = [
			by.slice(by.length - Math.min(by.length, behind)),
			by.at(-1 - behind),
			by.slice(0, Math.max(0, by.length - behind - 1)),
		];
		// Tokens keep their number.
		if (by.length > behind && !kept.includes(token)) return undefined;
		const grown = (sizes: readonly OwnSize[], factors: readonly Size[]): OwnSize[] =>
			Array.from({ length: Math.max(sizes.length, factors.length) }, (_, i) => {
				const [old, factor] = [
					sizes.at(i - Math.max(sizes.length, factors.length)),
					factors.at(i - Math.max(sizes.length, factors.length)),
				];
				const [has, gets] = [i < factors.length - sizes.length ? 1 : old, i < sizes.length - factors.length ? 1 : factor];
				return gets === 'tokens' ? undefined : size(has, gets === -1 ? 1 : gets);
			});
		return { ...layout, before: grown(layout.before, before), own: grown(layout.own, own) };
	}
}

/** A size that is a number. */
const known = (size: Size): OwnSize => (typeof size === 'number' ? size : undefined);

/** Where a slice begins or ends along an axis. */
const place = (at: number, size: number): number => Math.min(size, Math.max(0, at < 0 ? at + size : at));
