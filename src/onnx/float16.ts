/** All 65,536 half-precision numbers (IEEE 754 binary16) by their bits; made on first use, 256 KiB. */
let table: Float32Array | undefined;

function numbers(): Float32Array {
	return (table ??= Float32Array.from({ length: 65_536 }, (_, bits) => {
		const sign = bits & 0x8000 ? -1 : 1;
		const exponent = (bits >>> 10) & 0x1f;
		const fraction = bits & 0x3ff;
		if (exponent === 0) return sign * fraction * 2 ** -24;
		if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
		return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
	}));
}

/** Converts half-precision numbers, given by their bits, into `into`, which has as many elements. */
export function float16ToFloat32(bits: Uint16Array, into: Float32Array): void {
	const known = numbers();
	for (let i = 0; i < bits.length; i++) into[i] = known[bits[i]!]!;
}
