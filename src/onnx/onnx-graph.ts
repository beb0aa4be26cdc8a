import { float16ToFloat32 } from './float16.ts';
import {
	capturedNames,
	dataTypes,
	isSubgraph,
	isTensor,
	subgraphsOf,
	type AttributeValue,
	type OnnxModel,
	type OnnxNode,
	type OnnxTensor,
	type OnnxValue,
} from './onnx-model.ts';

/**
 * Returns the whole numbers of a small tensor. True and false are 1 and 0. The result is `undefined` for other types, and for data in a
 * file.
 */
export function wholeNumbers({ dataType, data }: OnnxTensor): number[] | undefined {
	if (data.kind !== 'inline') return undefined;
	const { bytes } = data;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	switch (dataType) {
		case dataTypes.int64:
			return Array.from({ length: bytes.length / 8 }, (_, i) => Number(view.getBigInt64(8 * i, true)));
		case dataTypes.int32:
			return Array.from({ length: bytes.length / 4 }, (_, i) => view.getInt32(4 * i, true));
		case dataTypes.bool:
			return Array.from(bytes);
		default:
			return undefined;
	}
}

/** Operators that change neither a tensor's numbers nor their order. */
const transparent = new Set(['Cast', 'Identity', 'Dropout', 'Reshape', 'Flatten', 'Squeeze', 'Unsqueeze']);

/**
 * A view of a graph by tensor names: which node makes a tensor, which nodes read it, what is constant, and what depends on what.
 * Sizes (`Shape`) carry no values, so dependence is not followed through them.
 */
export class OnnxGraph {
	readonly nodes: readonly OnnxNode[];
	readonly initializers: ReadonlyMap<string, OnnxTensor>;
	readonly inputs: readonly OnnxValue[];
	readonly outputs: readonly OnnxValue[];
	readonly opset: number;
	readonly #producers = new Map<string, OnnxNode>();
	readonly #consumers = new Map<string, OnnxNode[]>();
	readonly #constant = new Map<string, boolean>();
	readonly #inputNames: ReadonlySet<string>;

	constructor(model: OnnxModel) {
		({ nodes: this.nodes, initializers: this.initializers, inputs: this.inputs, outputs: this.outputs } = model.graph);
		this.opset = model.opsets.get('') ?? model.opsets.get('ai.onnx') ?? 0;
		this.#inputNames = new Set(this.inputs.map(({ name }) => name));
		for (const node of this.nodes) {
			for (const output of node.outputs) if (output !== '') this.#producers.set(output, node);
			for (const input of this.everyInput(node)) {
				const readers = this.#consumers.get(input);
				if (readers === undefined) this.#consumers.set(input, [node]);
				else if (readers.at(-1) !== node) readers.push(node);
			}
		}
	}

	/** Returns the node that makes a tensor, or `undefined` if none does. */
	producer(tensor: string): OnnxNode | undefined {
		return this.#producers.get(tensor);
	}

	/** Returns the nodes that read a tensor. */
	consumers(tensor: string): readonly OnnxNode[] {
		return this.#consumers.get(tensor) ?? [];
	}

	/** Returns whether a tensor is an input of the graph. */
	isInput(tensor: string): boolean {
		return this.#inputNames.has(tensor);
	}

	/** Returns the inputs that a node is given, and the tensors that its subgraphs use from outside. */
	everyInput(node: OnnxNode): string[] {
		return [...node.inputs, ...subgraphsOf(node).flatMap((inner) => [...capturedNames(inner)])].filter((name) => name !== '');
	}

	/** Returns whether a tensor depends on no input of the graph. */
	isConstant(tensor: string): boolean {
		if (tensor === '') return true;
		const known = this.#constant.get(tensor);
		if (known !== undefined) return known;
		if (this.initializers.has(tensor)) return true;
		const node = this.#producers.get(tensor);
		this.#constant.set(tensor, false);
		// Constant expressions are short. A long chain of nodes that depend on no input would be unusual, but it is followed, too.
		const constant = node !== undefined && node.type !== 'RandomNormal' && this.everyInput(node).every((input) => this.isConstant(input));
		this.#constant.set(tensor, constant);
		return constant;
	}

	/** Returns the inputs through which values flow. They are given, not constant, and not only sizes. */
	flowInputs(node: OnnxNode): string[] {
		if (node.type === 'Shape' || node.type === 'Size') return [];
		return this.everyInput(node).filter((input) => !this.isConstant(input));
	}

	/**
	 * Returns the tensor that `tensor` was made from by operators that change neither its numbers nor their order. Without such operators, it
	 * returns `tensor`.
	 */
	strip(tensor: string): string {
		let at = tensor;
		for (;;) {
			const node = this.#producers.get(at);
			const before = node?.inputs[0];
			if (node === undefined || before === undefined || before === '' || !transparent.has(node.type) || this.isConstant(before)) return at;
			at = before;
		}
	}

	/**
	 * Returns the nodes that `tensor` depends on. It does not go past `stops`, nor past other outputs of the nodes that make `stops`. (A
	 * fused norm gives the sum and its norm.)
	 */
	ancestors(tensor: string, ...stops: readonly string[]): Set<OnnxNode> {
		const seen = new Set<OnnxNode>();
		const ends = new Set(stops.flatMap((stop) => this.#producers.get(stop) ?? []));
		const open = [tensor];
		for (let at = open.pop(); at !== undefined; at = open.pop()) {
			const node = this.#producers.get(at);
			if (node === undefined || ends.has(node) || stops.includes(at) || seen.has(node)) continue;
			seen.add(node);
			open.push(...this.flowInputs(node));
		}
		return seen;
	}

	/** Returns whether `tensor` is computed from `on`. A tensor is not computed from itself. */
	reaches(tensor: string, on: string): boolean {
		const target = this.#producers.get(on);
		const first = this.#producers.get(tensor);
		if (tensor === on || first === undefined || first === target) return false;
		const nodes = this.ancestors(tensor, on);
		return target === undefined
			? [...nodes].some((node) => this.flowInputs(node).includes(on))
			: [...nodes].some((node) => this.flowInputs(node).some((input) => this.#producers.get(input) === target));
	}

	/** Returns the value of a node's attribute, or `undefined` if the node does not have it. */
	attribute(node: OnnxNode, name: string): AttributeValue | undefined {
		return node.attributes.get(name)?.value;
	}

	/** Returns the value of a number attribute, or `otherwise` if the node does not have it. */
	number(node: OnnxNode, name: string, otherwise: number): number {
		const value = this.attribute(node, name);
		return typeof value === 'number' ? value : otherwise;
	}

	/** Returns the value of an attribute that is a list of numbers, or `undefined` if the node does not have it. */
	list(node: OnnxNode, name: string): readonly number[] | undefined {
		const value = this.attribute(node, name);
		return Array.isArray(value) && value.every((x) => typeof x === 'number') ? value : undefined;
	}

	/** Returns the dimensions of a constant tensor, or `undefined` if they are unknown. */
	dims(tensor: string): readonly number[] | undefined {
		const stored = this.initializers.get(tensor);
		if (stored !== undefined) return stored.dims;
		const node = this.#producers.get(tensor);
		const [first] = node?.inputs ?? [];
		if (node === undefined || first === undefined) return undefined;
		if (node.type === 'Reshape') {
			const wanted = this.ints(node.inputs[1] ?? '');
			if (wanted !== undefined && wanted.every((size) => size > 0)) return wanted;
		}
		if (node.type === 'If')
			return subgraphsOf(node)[0]?.initializers.get(subgraphsOf(node)[0]?.outputs[node.outputs.indexOf(tensor)]?.name ?? '')?.dims;
		const before = this.dims(first);
		if (before === undefined) return undefined;
		if (node.type === 'Transpose') return (this.list(node, 'perm') ?? before.map((_, i) => before.length - 1 - i)).map((i) => before[i]!);
		if (['DequantizeLinear', 'Cast', 'Identity', 'Neg'].includes(node.type)) return before;
		if (['Mul', 'Add', 'Sub', 'Div'].includes(node.type)) {
			const other = this.dims(node.inputs[1] ?? '');
			return other === undefined
				? undefined
				: other.length > before.length || other.reduce((a, b) => a * b, 1) > before.reduce((a, b) => a * b, 1)
					? other
					: before;
		}
		return undefined;
	}

	/** Returns the whole numbers of a small constant tensor, or `undefined` if it has none. */
	ints(tensor: string): number[] | undefined {
		const stored = this.initializers.get(tensor);
		return stored === undefined ? undefined : wholeNumbers(stored);
	}

	/** Returns the `TensorProto.DataType` of a tensor, or `undefined` if it is unknown. Most operators keep the type of their first input. */
	dataType(tensor: string): number | undefined {
		const stored = this.initializers.get(tensor) ?? this.inputs.find(({ name }) => name === tensor);
		if (stored !== undefined) return stored.dataType;
		const node = this.#producers.get(tensor);
		if (node === undefined) return undefined;
		if (node.type === 'Cast') return this.number(node, 'to', 0);
		if (['And', 'Or', 'Not', 'Xor', 'Less', 'LessOrEqual', 'Greater', 'GreaterOrEqual', 'Equal', 'IsNaN', 'IsInf'].includes(node.type))
			return dataTypes.bool;
		if (node.type === 'Shape' || node.type === 'Size') return dataTypes.int64;
		if (node.type === 'ConstantOfShape') {
			const value = this.attribute(node, 'value');
			return isTensor(value) ? value.dataType : dataTypes.float;
		}
		const index =
			node.type === 'Where' || node.type === 'DequantizeLinear'
				? 1
				: node.type === 'GatherBlockQuantized' || node.type === 'MatMulNBits'
					? 2
					: 0;
		if (node.type === 'If') {
			const [branch] = [...node.attributes.values()].map(({ value }) => value).filter(isSubgraph);
			return branch?.outputs[node.outputs.indexOf(tensor)]?.dataType;
		}
		const source = node.inputs[index];
		return source === undefined ? undefined : this.dataType(source);
	}

	/** Gives the `index`-th output of a node a name, so that it is computed. Returns the name. */
	nameOutput(node: OnnxNode, index: number): string {
		while (node.outputs.length <= index) node.outputs.push('');
		const given = node.outputs[index];
		if (given !== undefined && given !== '') return given;
		const name = `spad/${node.outputs[0]}/output_${index}`;
		node.outputs[index] = name;
		this.#producers.set(name, node);
		return name;
	}
}

/**
 * Returns the number of a constant that holds one number in float32 or half precision, within the graph's own file. `undefined`: it does not.
 */
export function constantNumber(graph: OnnxGraph, tensor: string): number | undefined {
	const stored = graph.initializers.get(tensor);
	if (stored?.data.kind !== 'inline') return undefined;
	const { bytes } = stored.data;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (stored.dataType === dataTypes.float && bytes.length === 4) return view.getFloat32(0, true);
	if (stored.dataType !== dataTypes.float16 || bytes.length !== 2) return undefined;
	const into = new Float32Array(1);
	float16ToFloat32(Uint16Array.of(view.getUint16(0, true)), into);
	return into[0];
}
