/** An ONNX graph in outline: nodes, shapes and small constants; weights are places in files. */
export interface OnnxModel {
	readonly irVersion: number;
	/** Operator sets by domain (`''` is ONNX's own). */
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
	/** `''` is ONNX's own. */
	readonly domain: string;
	/** `''` is an input that is not given. */
	readonly inputs: readonly string[];
	/** `''` is an output that nobody wants; one may be named later. */
	readonly outputs: string[];
	readonly attributes: ReadonlyMap<string, OnnxAttribute>;
}

export type AttributeValue = number | string | readonly number[] | readonly string[] | OnnxTensor | OnnxSubgraph;

export interface OnnxAttribute {
	readonly value: AttributeValue;
	/** The `AttributeProto` as it is written; for attributes made here, what will be written. */
	readonly bytes: Uint8Array;
}

export interface OnnxValue {
	readonly name: string;
	/** `TensorProto.DataType`; 0 when it is no tensor. */
	readonly dataType: number;
	/** The `ValueInfoProto` as it is written. */
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
 * Where a tensor's bytes are: here (little-endian, as `raw_data`); in a file, at `offset`, where an absent `location` is the
 * model file itself; or written in the message in another way, as `TensorProto` without its name.
 */
export type TensorData =
	| { readonly kind: 'inline'; readonly bytes: Uint8Array }
	| { readonly kind: 'file'; readonly location: string | undefined; readonly offset: number; readonly length: number | undefined }
	| { readonly kind: 'message'; readonly bytes: Uint8Array };

/** `TensorProto.DataType` of the types that are dealt with here. */
export const dataTypes = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9, float16: 10, double: 11, bfloat16: 16 } as const;

export const isSubgraph = (value: AttributeValue | undefined): value is OnnxSubgraph => typeof value === 'object' && 'nodes' in value;
export const isTensor = (value: AttributeValue | undefined): value is OnnxTensor => typeof value === 'object' && 'dataType' in value;

/** The subgraphs of a node's attributes. */
export function subgraphsOf(node: OnnxNode): OnnxSubgraph[] {
	return [...node.attributes.values()].map(({ value }) => value).filter(isSubgraph);
}

/** Names that a subgraph takes from outside. */
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
