/** Numbers as files of moments have them: little-endian, in base64. */
export function packed(values: Float32Array | Float64Array): string {
	return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
}

export function doubles(base64: string): Float64Array {
	return new Float64Array(bytesOf(base64));
}

export function floats(base64: string): Float32Array {
	return new Float32Array(bytesOf(base64));
}

function bytesOf(base64: string): ArrayBuffer {
	const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
	return bytes.buffer;
}
