/** Builds protobuf messages byte by byte, for files that no honest writer would make. */

export function varint(value: bigint | number): Uint8Array {
	let rest = BigInt.asUintN(64, BigInt(value));
	const bytes: number[] = [];
	do {
		const byte = Number(rest & 0x7fn);
		rest >>= 7n;
		bytes.push(rest === 0n ? byte : byte | 0x80);
	} while (rest !== 0n);
	return Uint8Array.from(bytes);
}

export const bytes = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
export const integer = (number: number, value: bigint | number): Uint8Array => bytes(varint(number << 3), varint(value));
/** A length-delimited field: text, bytes or a message made of parts. */
export function field(number: number, ...parts: readonly (Uint8Array | string)[]): Uint8Array {
	const payload = bytes(...parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part)));
	return bytes(varint((number << 3) | 2), varint(payload.length), payload);
}

// onnx.proto, by name.
export const entry = (key: string, value: string): Uint8Array => field(13, field(1, key), field(2, value));
/** A float tensor of `n` elements. */
export const tensorParts = (name: string, n: number, ...more: readonly Uint8Array[]): Uint8Array =>
	bytes(integer(1, n), integer(2, 1), field(8, name), ...more);
export const externalParts = (name: string, location: string, n = 4, ...more: readonly Uint8Array[]): Uint8Array =>
	tensorParts(name, n, entry('location', location), ...more, integer(14, 1));
export const inlineParts = (name: string, n = 1): Uint8Array => tensorParts(name, n, field(9, new Uint8Array(4 * n)));
export const sparseParts = (values: Uint8Array, indices: Uint8Array): Uint8Array =>
	bytes(field(1, values), field(2, indices), integer(3, 8));
export const attributeParts = (name: string, ...more: readonly Uint8Array[]): Uint8Array => bytes(field(1, name), ...more);
export const nodeParts = (name: string, type: string, ...attributes: readonly Uint8Array[]): Uint8Array =>
	bytes(field(3, name), field(4, type), ...attributes.map((attribute) => field(5, attribute)));
export const graphParts = (...more: readonly Uint8Array[]): Uint8Array => bytes(field(2, 'g'), ...more);
export const model = (graph: Uint8Array, ...more: readonly Uint8Array[]): Uint8Array =>
	bytes(integer(1, 10), field(2, 'test'), field(7, graph), field(8, field(1, ''), integer(2, 21)), ...more);
