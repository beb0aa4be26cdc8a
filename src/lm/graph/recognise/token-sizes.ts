import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
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

	/** Sizes that a tensor of whole numbers holds, or a single one without dimensions. */
	of(tensor: string): readonly Size[] | undefined {
		const graph = this.#graph;
		const stored = graph.ints(tensor);
		if (stored !== undefined) return stored;
		const node = graph.producer(tensor);
		if (node === undefined) return undefined;
		const [first = '', second = '', third = ''] = node.inputs;
		switch (node.type) {
			case 'Shape': return this.#shape(node, first);
			case 'Cast': case 'Identity': case 'Squeeze': return this.of(first);
			// A single size among others.
			case 'Unsqueeze': return this.of(first) ?? [undefined];
			case 'Reshape': return this.of(first) ?? ([1, -1].includes(graph.ints(second)?.[0] ?? 0) ? [undefined] : undefined);
			case 'Concat': {
				const parts = node.inputs.map((input) => this.of(input));
				return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
			}
			case 'Gather': {
				const from = this.of(first);
				return from === undefined ? undefined : graph.ints(second)?.map((index) => from.at(index));
			}
			case 'Slice': {
				const from = this.of(first);
				const [[start] = [], [end] = [], [step = 1] = []] = [1, 2, 4].map((index) => graph.ints(node.inputs[index] ?? ''));
				return start === undefined || end === undefined || step !== 1 ? undefined : from?.slice(start, end);
			}
			case 'Split': {
				const at = node.outputs.indexOf(tensor);
				const parts = graph.list(node, 'split') ?? graph.ints(second);
				const from = parts?.slice(0, at).reduce((sum, part) => sum + part, 0);
				return from === undefined ? undefined : this.of(first)?.slice(from, from + parts![at]!);
			}
			case 'OneHot': {
				const [at, depth, values] = [graph.ints(first)?.[0], graph.ints(second)?.[0], this.of(third)];
				return at === undefined || depth === undefined || values === undefined ? undefined : Array.from({ length: depth }, (_, i) => values[i === (at < 0 ? at + depth : at) ? 1 : 0]);
			}
			case 'Add': case 'Sub': case 'Mul': case 'Div': return this.#computed(node.type, this.of(first), this.of(second));
			// `expand(-1, ..)`: what is not told stays as it is.
			case 'Where': return graph.isConstant(first) || graph.producer(first)?.inputs.includes(third) === true ? this.of(third)?.map((size) => (size === -1 ? 1 : size)) : undefined;
			default: return undefined;
		}
	}

	/** Number of axes of a tensor that depends on no token. */
	rank(tensor: string): number | undefined {
		const graph = this.#graph;
		const dims = graph.dims(tensor);
		if (dims !== undefined) return dims.length;
		const node = graph.producer(tensor);
		if (node === undefined) return graph.isInput(tensor) ? 2 : undefined;
		const [first = '', second = ''] = node.inputs;
		const plus = (rank: number | undefined, more: number | undefined) => (rank === undefined || more === undefined ? undefined : rank + more);
		if (isElementwise(node.type)) return node.inputs.filter((input) => input !== '').map((input) => this.rank(input)).reduce((a, b) => (a === undefined || b === undefined ? undefined : Math.max(a, b)), 0);
		switch (node.type) {
			case 'Shape': case 'Range': return 1;
			case 'Size': return 0;
			case 'CumSum': case 'Slice': case 'Trilu': return this.rank(first);
			case 'Gather': return plus(plus(this.rank(first), -1), this.rank(second));
			case 'Unsqueeze': return plus(this.rank(first), toldAxes(graph, node, 1)?.length);
			case 'Squeeze': return plus(this.rank(first), toldAxes(graph, node, 1) === undefined ? undefined : -toldAxes(graph, node, 1)!.length);
			case 'Reshape': case 'Expand': return this.of(second)?.length;
			case 'ConstantOfShape': return this.of(first)?.length;
			// Scale and zero point of all tokens.
			case 'DynamicQuantizeLinear': return node.outputs.indexOf(tensor) > 0 ? 0 : undefined;
			default: return undefined;
		}
	}

	#shape(node: OnnxNode, tensor: string): readonly Size[] | undefined {
		const graph = this.#graph;
		const [start, end] = [graph.number(node, 'start', 0), graph.number(node, 'end', Infinity)];
		const axes = this.#axesOf(tensor);
		if (axes !== undefined) return axes.slice(start, end === Infinity ? undefined : end);
		return start >= 0 && Number.isFinite(end) && end > start ? Array.from({ length: end - start }, () => undefined) : undefined;
	}

	#computed(type: 'Add' | 'Sub' | 'Mul' | 'Div', a: readonly Size[] | undefined, b: readonly Size[] | undefined): readonly Size[] | undefined {
		const [x, y] = [a?.[0], b?.[0]];
		if (a?.length !== 1 || b?.length !== 1) return undefined;
		if ((type === 'Mul' || type === 'Div') && y === 1) return [x];
		if (type === 'Mul' && x === 1) return [y];
		if (typeof x !== 'number' || typeof y !== 'number') return [undefined];
		return [{ Add: x + y, Sub: x - y, Mul: x * y, Div: Math.floor(x / y) }[type]];
	}
}

/** Axes that a node is told by an attribute or by its input of that number; `input` 0 where it has one axis. */
export function toldAxes(graph: OnnxGraph, node: OnnxNode, input: number): readonly number[] | undefined {
	if (input === 0) return [graph.number(node, 'axis', 0)];
	return graph.list(node, 'axes') ?? graph.ints(node.inputs[input] ?? '');
}
