/** A vector as a store's JSON has it; `null`: there is none; `other`: no list of finite numbers, or of another length than `dimensions`. */
export function storedVector(value: unknown, dimensions: number | null): Float32Array | null | 'other' {
	if (!Array.isArray(value)) return null;
	const isVector = value.length > 0 && value.every((one) => typeof one === 'number' && Number.isFinite(Math.fround(one)));
	return isVector && (dimensions === null || value.length === dimensions) ? Float32Array.from(value) : 'other';
}
