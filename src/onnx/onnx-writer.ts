import type { AttributeValue, OnnxAttribute, OnnxModel, OnnxNode, OnnxSubgraph, OnnxTensor, OnnxValue } from './onnx-model.ts';
import { varint } from './tensor-reader.ts';

type Part = Uint8Array | string;

const key = (number: number, wireType: number): Uint8Array => varint(BigInt((number << 3) | wireType));
const integer = (number: number, value: number): Uint8Array => Buffer.concat([key(number, 0), varint(BigInt(value))]);

function field(number: number, ...parts: readonly Part[]): Uint8Array {
	const payload = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
	return Buffer.concat([key(number, 2), varint(BigInt(payload.length)), payload]);
}

/**
 * Writes an ONNX `ModelProto` (onnx.proto). Weights that lie in files are written as external data: the new file is small,
 * and the runtime reads them from where they are.
 * @param locate the location to write for a tensor's file; `undefined` is the original model file.
 */
export function writeOnnxModel(model: OnnxModel, locate: (location: string | undefined) => string): Uint8Array {
	return new Uint8Array(
		Buffer.concat([
			integer(1, model.irVersion),
			field(2, 'rag-assay'),
			field(7, ...graphParts(model.graph, locate)),
			...[...model.opsets].map(([domain, version]) => field(8, field(1, domain), integer(2, version))),
		]),
	);
}

function graphParts(graph: OnnxSubgraph, locate: (location: string | undefined) => string): Uint8Array[] {
	return [
		...graph.nodes.map((node) => field(1, ...nodeParts(node))),
		field(2, 'g'),
		...[...graph.initializers.values()].map((tensor) => field(5, ...tensorParts(tensor, locate))),
		...graph.inputs.map((value) => field(11, value.bytes)),
		...graph.outputs.map((value) => field(12, value.bytes)),
	];
}

function nodeParts(node: OnnxNode): Uint8Array[] {
	return [
		...node.inputs.map((input) => field(1, input)),
		...node.outputs.map((output) => field(2, output)),
		field(3, node.name),
		field(4, node.type),
		field(7, node.domain),
		...[...node.attributes.values()].map(({ bytes }) => field(5, bytes)),
	];
}

function tensorParts({ name, dataType, dims, data }: OnnxTensor, locate: (location: string | undefined) => string): Uint8Array[] {
	if (data.kind === 'message') return [data.bytes, field(8, name)];
	const head = [...dims.map((dim) => integer(1, dim)), integer(2, dataType), field(8, name)];
	if (data.kind === 'inline') return [...head, field(9, data.bytes)];
	const entry = (what: string, value: string) => field(13, field(1, what), field(2, value));
	return [
		...head,
		entry('location', locate(data.location)),
		entry('offset', String(data.offset)),
		...(data.length === undefined ? [] : [entry('length', String(data.length))]),
		integer(14, 1),
	];
}

/** An attribute of a node; whole numbers are INT unless `float` is asked for. A subgraph's weights are all in memory. */
export function attribute(name: string, value: Exclude<AttributeValue, OnnxTensor>, float = false): [string, OnnxAttribute] {
	return [name, { value, bytes: Buffer.concat([field(1, name), ...valueParts(value, float)]) }];
}

function valueParts(value: Exclude<AttributeValue, OnnxTensor>, float: boolean): Uint8Array[] {
	if (typeof value === 'number')
		return float ? [Buffer.concat([key(2, 5), float32(value)]), integer(20, 1)] : [integer(3, value), integer(20, 2)];
	if (typeof value === 'string') return [field(4, value), integer(20, 3)];
	if ('nodes' in value) return [field(6, ...graphParts(value, () => '')), integer(20, 5)];
	const numbers = value.map(Number);
	return float
		? [...numbers.map((x) => Buffer.concat([key(7, 5), float32(x)])), integer(20, 6)]
		: [...numbers.map((x) => integer(8, x)), integer(20, 7)];
}

function float32(value: number): Uint8Array {
	const bytes = Buffer.alloc(4);
	bytes.writeFloatLE(value);
	return bytes;
}

/** A tensor-typed input or output; a text is a symbolic dimension. */
export function valueInfo(name: string, dataType: number, dims: readonly (number | string)[]): OnnxValue {
	const shape = field(2, ...dims.map((dim) => field(1, typeof dim === 'number' ? integer(1, dim) : field(2, dim))));
	return { name, dataType, bytes: Buffer.concat([field(1, name), field(2, field(1, integer(1, dataType), shape))]) };
}
