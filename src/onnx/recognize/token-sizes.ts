import { wholeNumbers, type OnnxGraph } from '../onnx-graph.ts';
import { dataTypes, isTensor, type OnnxNode } from '../onnx-model.ts';
import { isElementwise } from './operators.ts';
import type { Size } from './token-layout.ts';

/** Reads the sizes that exporters compute in a graph, for reshaping and repeating. */
export class TokenSizes {
	readonly #graph: OnnxGraph;
	readonly #axesOf: (tensor: string) => readonly Size[] | undefined;

	/** @param axesOf sizes of a tensor's axes, where they can be told. */
	constructor(graph: OnnxGraph, axesOf: (tensor: string) => readonly Size[] | undefined) {
		this.#graph = graph;
		this.#axesOf = axesOf;
	}

	/**
	 * All sizes that a tensor of whole numbers holds, in their order, however many axes it has; `undefined` where it may hold more than are
	 * seen, since each would be taken for that of another axis.
	 */
	of(tensor: string): readonly Size[] | undefined {
		const graph = this.#graph;
		const stored = graph.ints(tensor);
		if (stored !== undefined) return stored;
		const node = graph.producer(tensor);
		if (node === undefined) return undefined;
		const [first = '', second = '', third = ''] = node.inputs;
		switch (node.type) {
			case 'Shape':
				return this.#shape(node, first);
			case 'Cast':
				return wholeTypes.has(graph.number(node, 'to', 0)) ? this.of(first) : undefined;
			case 'Identity':
			case 'Squeeze':
				return this.of(first);
			// What is not known is a single size where it has no axes, or a shape of one number.
			case 'Unsqueeze':
				return this.of(first) ?? (this.rank(first) === 0 ? [undefined] : undefined);
			case 'Reshape':
				return (
					this.of(first) ?? (this.rank(first) === 0 || this.of(second)?.every((size) => size === 1) === true ? [undefined] : undefined)
				);
			case 'Concat': {
				const parts = node.inputs.map((input) => this.#list(input));
				return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
			}
			case 'Gather': {
				const from = this.#list(first);
				return from === undefined ? undefined : graph.ints(second)?.map((index) => from.at(index));
			}
			case 'Slice': {
				const from = this.#list(first);
				const [[start] = [], [end] = [], [step] = []] = [1, 2, 4].map((index) => graph.ints(node.inputs[index] ?? ''));
				return start === undefined || end === undefined || (step ?? ((node.inputs[4] ?? '') === '' ? 1 : 0)) !== 1
					? undefined
					: from?.slice(start, end);
			}
			case 'Split': {
				const at = node.outputs.indexOf(tensor);
				const parts = graph.list(node, 'split') ?? graph.ints(second);
				const from = parts?.slice(0, at).reduce((sum, part) => sum + part, 0);
				return from === undefined ? undefined : this.#list(first)?.slice(from, from + parts![at]!);
			}
			case 'OneHot': {
				const [at, depth, values] = [graph.ints(first), graph.ints(second)?.[0], this.of(third)];
				return at?.length !== 1 || depth === undefined || values === undefined
					? undefined
					: Array.from({ length: depth }, (_, i) => values[i === (at[0]! < 0 ? at[0]! + depth : at[0]) ? 1 : 0]);
			}
			case 'ConstantOfShape': {
				const [sizes, value] = [this.of(first), graph.attribute(node, 'value')];
				const number = isTensor(value) ? wholeNumbers(value)?.[0] : undefined;
				const length = sizes?.length === 1 ? sizes[0] : undefined;
				return number === undefined || typeof length !== 'number' || length < 0 || length > maxAxes
					? undefined
					: Array.from({ length }, () => number);
			}
			case 'Add':
			case 'Sub':
			case 'Mul':
			case 'Div':
				return together(
					[first, second].map((input) => this.#list(input)),
					([a, b]) => computed(node.type, a, b),
				);
			case 'Equal':
				return together(
					[first, second].map((input) => this.#list(input)),
					([a, b]) => equal(a, b),
				);
			// Exporters write `expand(-1, ..)` so. Which of the two a size is has to be told number by number: with another condition the same nodes pick the other.
			case 'Where':
				return together(
					[first, second, third].map((input) => this.#list(input)),
					([which, a, b]) => (which === undefined ? (a === b ? a : undefined) : which === 0 ? b : a),
				);
			default:
				return undefined;
		}
	}

	/** The same of a tensor that is taken apart, put together or computed with by its axis: it has one, or a single number. */
	#list(tensor: string): readonly Size[] | undefined {
		const sizes = this.of(tensor);
		return sizes?.length === 1 || this.rank(tensor) === 1 ? sizes : undefined;
	}

	/** Number of axes of a tensor that depends on no token. */
	rank(tensor: string): number | undefined {
		const graph = this.#graph;
		const dims = graph.dims(tensor);
		if (dims !== undefined) return dims.length;
		const node = graph.producer(tensor);
		if (node === undefined) return graph.isInput(tensor) ? 2 : undefined;
		const [first = '', second = ''] = node.inputs;
		const plus = (rank: number | undefined, more: number | undefined) =>
			rank === undefined || more === undefined ? undefined : rank + more;
		if (isElementwise(node.type))
			return node.inputs
				.filter((input) => input !== '')
				.map((input) => this.rank(input))
				.reduce((a, b) => (a === undefined || b === undefined ? undefined : Math.max(a, b)), 0);
		switch (node.type) {
			case 'Shape':
			case 'Range':
				return 1;
			case 'Size':
				return 0;
			case 'CumSum':
			case 'Slice':
			case 'Trilu':
			case 'Concat':
			case 'Split':
				return this.rank(first);
			case 'Gather':
				return plus(plus(this.rank(first), -1), this.rank(second));
			case 'Unsqueeze':
				return plus(this.rank(first), axesOfNode(graph, node, 1)?.length);
			case 'Squeeze':
				return plus(this.rank(first), axesOfNode(graph, node, 1) === undefined ? undefined : -axesOfNode(graph, node, 1)!.length);
			case 'Reshape':
			case 'Expand':
				return this.of(second)?.length;
			case 'ConstantOfShape':
				return this.of(first)?.length;
			case 'OneHot':
				return plus(this.rank(first), 1);
			// Scale and zero point of all tokens.
			case 'DynamicQuantizeLinear':
				return node.outputs.indexOf(tensor) > 0 ? 0 : undefined;
			default:
				return undefined;
		}
	}

	#shape(node: OnnxNode, tensor: string): readonly Size[] | undefined {
		const graph = this.#graph;
		const [start, end] = [graph.number(node, 'start', 0), graph.number(node, 'end', Infinity)];
		const axes = this.#axesOf(tensor);
		if (axes !== undefined) return axes.slice(start, end === Infinity ? undefined : end);
		const list = this.rank(tensor) === 1 ? this.of(tensor) : undefined;
		if (list !== undefined && start === 0 && end === Infinity) return [list.length];
		return start >= 0 && Number.isFinite(end) && end > start ? Array.from({ length: end - start }, () => undefined) : undefined;
	}
}

/** What sizes are cast between; others round, or tell true from false. */
const wholeTypes: ReadonlySet<number> = new Set([dataTypes.int64, dataTypes.int32]);
/** More than tensors have. */
const maxAxes = 64;

/** Lists number by number, a list of one beside each number of the others; `undefined` where they do not lie over each other. */
function together(lists: readonly (readonly Size[] | undefined)[], make: (sizes: readonly Size[]) => Size): readonly Size[] | undefined {
	const known = lists.flatMap((list) => (list === undefined ? [] : [list]));
	const length = known.find((list) => list.length !== 1)?.length ?? 1;
	if (known.length < lists.length || known.some((list) => list.length !== 1 && list.length !== length)) return undefined;
	return Array.from({ length }, (_, i) => make(known.map((list) => list[list.length === 1 ? 0 : i])));
}

function computed(type: string, x: Size, y: Size): Size {
	if ((type === 'Mul' || type === 'Div') && y === 1) return x;
	if (type === 'Mul' && x === 1) return y;
	if (typeof x !== 'number' || typeof y !== 'number') return undefined;
	switch (type) {
		case 'Add':
			return x + y;
		case 'Sub':
			return x - y;
		case 'Mul':
			return x * y;
		default:
			return Math.trunc(x / y);
	}
}

/** 1 or 0 where it can be told: as many as there are tokens is never less than none. */
function equal(a: Size, b: Size): Size {
	if (typeof a === 'number' && typeof b === 'number') return Number(a === b);
	if (a === 'tokens' && b === 'tokens') return 1;
	return (a === 'tokens' && typeof b === 'number' && b < 0) || (b === 'tokens' && typeof a === 'number' && a < 0) ? 0 : undefined;
}

/** Axes that a node is told by an attribute or by its input of that number; `input` 0 where it has one axis. */
export function axesOfNode(graph: OnnxGraph, node: OnnxNode, input: number): readonly number[] | undefined {
	if (input === 0) return [graph.number(node, 'axis', 0)];
	return graph.list(node, 'axes') ?? graph.ints(node.inputs[input] ?? '');
}
