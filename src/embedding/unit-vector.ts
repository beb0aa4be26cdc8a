/** A vector of the same direction and of length 1; one of zeros, or of numbers that are none, has no direction. */
export function unitVector(vector: Float64Array): Float32Array | undefined {
	let squares = 0;
	for (const one of vector) squares += one * one;
	const length = Math.sqrt(squares);
	if (!Number.isFinite(length) || length < 1e-12) return undefined;
	return Float32Array.from(vector, (one) => one / length);
}
