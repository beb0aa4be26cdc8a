import type { OnnxTensor, TensorData } from './onnx-model.ts';
import { MalformedProtobuf, type Field, type ProtobufReader } from './protobuf-reader.ts';
import { tensorBytes } from './tensor-size.ts';

/** Tensors up to this size are held in memory; larger ones stay where they are. */
const maxInlineBytes = 4096;
/** Tensors that are neither raw nor packed floats cannot be referred to, and are copied up to this size. */
const maxCopiedBytes = 16 * 2 ** 20;

/** Bytes of an element of the types whose values are written one by one as `int32_data`, `int64_data` or `uint64_data`. */
const widths: Readonly<Record<number, 1 | 2 | 4 | 8>> = { 2: 1, 3: 1, 4: 2, 5: 2, 6: 4, 7: 8, 9: 1, 10: 2, 12: 4, 13: 8, 16: 2 };

/**
 * Reads a `TensorProto` (onnx.proto): small ones with their bytes, larger ones by their place in the file.
 * @throws {MalformedProtobuf} when it is no such message, or written in a way that can be neither referred to nor copied.
 */
export function readTensor(reader: ProtobufReader, at: { readonly start: number; readonly end: number }): OnnxTensor {
	let name = '';
	let dataType = 0;
	const dims: number[] = [];
	const external = new Map<string, string>();
	const listed: Field[] = [];
	let raw: Field | undefined;
	let isExternal = false;
	for (const field of reader.fields(at.start, at.end)) {
		if (field.number === 1) for (const dim of reader.integers(field)) dims.push(Number(dim));
		else if (field.number === 2) dataType = Number(field.value);
		else if (field.number === 8) name = reader.text(field);
		else if (field.number === 9) raw = field;
		else if (field.number === 13) entry(reader, field, external);
		else if (field.number === 14) isExternal = field.value === 1n;
		else if ([4, 5, 7, 10, 11].includes(field.number)) listed.push(field);
	}
	return { name, dataType, dims, data: dataOf() };

	function dataOf(): TensorData {
		if (isExternal) {
			const [offset, length] = [external.get('offset'), external.get('length')];
			return {
				kind: 'file',
				location: external.get('location') ?? '',
				offset: Number(offset ?? 0),
				length: length === undefined ? tensorBytes(dataType, dims.map(BigInt)) : Number(length),
			};
		}
		if (raw !== undefined) return place(raw);
		const [first] = listed;
		if (first === undefined) return { kind: 'inline', bytes: new Uint8Array() };
		// Packed floats and doubles lie in the file as raw data would.
		if (listed.length === 1 && first.wireType === 2 && (first.number === 4 || first.number === 10)) return place(first);
		const width = widths[dataType];
		const size = at.end - at.start;
		if (width !== undefined && size <= 2 * maxInlineBytes && listed.every(({ number }) => number !== 4 && number !== 10)) {
			return {
				kind: 'inline',
				bytes: numbersAsBytes(
					listed.flatMap((field) => [...reader.integers(field)]),
					width,
				),
			};
		}
		if (size > maxCopiedBytes)
			throw new MalformedProtobuf(
				'malformed',
				at.start,
				`tensor ${name} has ${size} bytes written value by value, which cannot be referred to`,
			);
		const parts = [...reader.fields(at.start, at.end)].filter((field) => field.number !== 8).map((field) => messageField(reader, field));
		return { kind: 'message', bytes: new Uint8Array(Buffer.concat(parts)) };
	}

	function place(field: Field): TensorData {
		const length = field.end - field.start;
		return length <= maxInlineBytes
			? { kind: 'inline', bytes: reader.slice(field.start, field.end) }
			: { kind: 'file', location: undefined, offset: field.start, length };
	}
}

function entry(reader: ProtobufReader, at: Field, into: Map<string, string>): void {
	let [key, value] = ['', ''];
	for (const field of reader.fields(at.start, at.end)) {
		if (field.number === 1) key = reader.text(field);
		else if (field.number === 2) value = reader.text(field);
	}
	into.set(key, value);
}

function numbersAsBytes(values: readonly bigint[], width: 1 | 2 | 4 | 8): Uint8Array {
	const bytes = Buffer.alloc(values.length * width);
	values.forEach((value, i) => {
		if (width === 8) bytes.writeBigInt64LE(BigInt.asIntN(64, value), 8 * i);
		else bytes.writeUIntLE(Number(BigInt.asUintN(8 * width, value)), width * i, width);
	});
	return new Uint8Array(bytes);
}

/** A field with its key, as it is written. */
function messageField(reader: ProtobufReader, { number, wireType, value, start, end }: Field): Uint8Array {
	if (wireType === 0) return Buffer.concat([varint(BigInt(number << 3)), varint(value)]);
	if (wireType === 2) return Buffer.concat([varint(BigInt((number << 3) | 2)), varint(BigInt(end - start)), reader.slice(start, end)]);
	return Buffer.concat([varint(BigInt((number << 3) | wireType)), reader.slice(start - (wireType === 5 ? 4 : 8), start)]);
}

/** A number in protobuf's variable-length form. */
export function varint(value: bigint): Uint8Array {
	let rest = BigInt.asUintN(64, value);
	const bytes: number[] = [];
	do {
		const byte = Number(rest & 0x7fn);
		rest >>= 7n;
		bytes.push(rest === 0n ? byte : byte | 0x80);
	} while (rest !== 0n);
	return Uint8Array.from(bytes);
}
