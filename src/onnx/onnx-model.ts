/** An ONNX graph in outline: nodes, shapes and small constants. Weights are only places in files. */
export interface OnnxModel {
	readonly irVersion: number;
	/** Operator sets by domain. `''` is ONNX's own domain. */
	readonly opsets: ReadonlyMap<string, number>;
	readonly graph: OnnxSubgraph;
	/** Names of the local functions that the file defines, as `domain:name`. */
	readonly functions: ReadonlySet<string>;
}

/** A graph, or the body of an If or Loop. */
export interface OnnxSubgraph {
	readonly nodes: readonly OnnxNode[];
	readonly initializers: ReadonlyMap<string, OnnxTensor>;
	readonly inputs: readonly OnnxValue[];
	readonly outputs: readonly OnnxValue[];
}

export interface OnnxNode {
	readonly name: string;
	readonly type: string;
	/** Domain of the operator. `''` is ONNX's own. */
	readonly domain: string;
	/** Names of the input tensors. `''` is an input that is not given. */
	readonly inputs: readonly string[];
	/** Names of the output tensors. `''` is an output that nothing uses. It can be given a name later. */
	readonly outputs: string[];
	readonly attributes: ReadonlyMap<string, OnnxAttribute>;
}

export type AttributeValue = number | string | readonly number[] | readonly string[] | OnnxTensor | OnnxSubgraph;

export interface OnnxAttribute {
	readonly value: AttributeValue;
	/** The `AttributeProto` as the file has it. For an attribute made here, the bytes that will be written. */
	readonly bytes: Uint8Array;
}

export interface OnnxValue {
	readonly name: string;
	/** `TensorProto.DataType`. 0 if the value is not a tensor. */
	readonly dataType: number;
	/** The `ValueInfoProto` as the file has it. */
	readonly bytes: Uint8Array;
}

export interface OnnxTensor {
	readonly name: string;
	/** `TensorProto.DataType`. */
	readonly dataType: number;
	readonly dims: readonly number[];
	readonly data: TensorData;
}

/**
 * The place of a tensor's bytes.
 * `inline`: here, little-endian, as in `raw_data`.
 * `file`: in a file, at `offset`. If `location` is absent, that file is the model file itself.
 * `message`: in the message in another form, as `TensorProto` without its name.
 */
export type TensorData =
	| { readonly kind: 'inline'; readonly bytes: Uint8Array }
	| { readonly kind: 'file'; readonly location: string | undefined; readonly offset: number; readonly length: number | undefined }
	| { readonly kind: 'message'; readonly bytes: Uint8Array };

/** Numbers of `TensorProto.DataType` for the types that this code handles. */
export const dataTypes = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9, float16: 10, double: 11, bfloat16: 16 } as const;

/** Returns whether an attribute's value is a subgraph. */
export const isSubgraph = (value: AttributeValue | undefined): value is OnnxSubgraph => typeof value === 'object' && 'nodes' in value;
/** Returns whether an attribute's value is a tensor. */
export const isTensor = (value: AttributeValue | undefined): value is OnnxTensor => typeof value === 'object' && 'dataType' in value;

/** Returns the subgraphs of a node's attributes. */
export function subgraphsOf(node: OnnxNode): OnnxSubgraph[] {
	return [...node.attributes.values()].map(({ value }) => value).filter(isSubgraph);
}

/** Returns the names that a subgraph uses but does not define. */
export function capturedNames(graph: OnnxSubgraph): Set<string> {
	const own = new Set([
		...graph.initializers.keys(),
		...graph.inputs.map(({ name }) => name),
		...graph.nodes.flatMap((node) => node.outputs),
	]);
	const captured = new Set<string>();
	const take = (name: string) => {
		if (name !== '' && !own.has(name)) captured.add(name);
	};
	for (const node of graph.nodes) {
		node.inputs.forEach(take);
		for (const inner of subgraphsOf(node)) capturedNames(inner).forEach(take);
	}
	for (const { name } of graph.outputs) take(name);
	return captured;
}
