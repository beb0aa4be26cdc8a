import { bytes, field, integer, varint } from '../../test/support/protobuf-writer.ts';

/** `TensorProto.DataType`. */
export const int64 = 7;
export const float32 = 1;
export const int32 = 6;

export type Attribute = readonly [name: string, type: 'int' | 'float', value: number];

// Parts of a `GraphProto` (onnx.proto), by name.

export function node(
	type: string,
	inputs: readonly string[],
	outputs: readonly string[],
	attributes: readonly Attribute[] = [],
	domain = '',
): Uint8Array {
	return field(
		1,
		...inputs.map((name) => field(1, name)),
		...outputs.map((name) => field(2, name)),
		field(3, outputs[0]!),
		field(4, type),
		...attributes.map((each) => field(5, attribute(each))),
		field(7, domain),
	);
}

function attribute([name, type, number]: Attribute): Uint8Array {
	if (type === 'float') return bytes(field(1, name), varint((2 << 3) | 5), new Uint8Array(Float32Array.of(number).buffer), integer(20, 1));
	return bytes(field(1, name), integer(3, number), integer(20, 2));
}

export function tensor(name: string, type: number, dims: readonly number[], data: Float32Array | BigInt64Array): Uint8Array {
	return bytes(...dims.map((size) => integer(1, size)), integer(2, type), field(8, name), field(9, new Uint8Array(data.buffer)));
}

export const floats = (name: string, dims: readonly number[], data: Float32Array): Uint8Array =>
	field(5, tensor(name, float32, dims, data));

/** A float tensor whose numbers lie in another file, from `offset` on. */
export function floatsIn(location: string, offset: number, name: string, dims: readonly number[]): Uint8Array {
	const entry = (key: string, text: string): Uint8Array => field(13, field(1, key), field(2, text));
	const length = 4 * dims.reduce((product, size) => product * size, 1);
	return field(
		5,
		...dims.map((size) => integer(1, size)),
		integer(2, float32),
		field(8, name),
		entry('location', location),
		entry('offset', String(offset)),
		entry('length', String(length)),
		integer(14, 1),
	);
}

/** An input (11) or an output (12). */
export function value(number: 11 | 12, name: string, type: number, shape: readonly (string | number)[]): Uint8Array {
	const dims = shape.map((size) => field(1, typeof size === 'number' ? integer(1, size) : field(2, size)));
	return field(number, field(1, name), field(2, field(1, integer(1, type), field(2, ...dims))));
}

/** A `ModelProto` of a graph's parts. */
export function onnxModel(...graph: readonly Uint8Array[]): Uint8Array {
	return bytes(
		integer(1, 10),
		field(2, 'rag-assay'),
		field(7, ...graph),
		field(8, field(1, ''), integer(2, 21)),
		field(8, field(1, 'com.microsoft'), integer(2, 1)),
	);
}
