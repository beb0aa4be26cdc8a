/** Bits of one element by ONNX `TensorProto.DataType`; 0 for texts, which have no fixed size. */
const bits: Readonly<Record<number, number>> = {
	1: 32,
	2: 8,
	3: 8,
	4: 16,
	5: 16,
	6: 32,
	7: 64,
	8: 0,
	9: 8,
	10: 16,
	11: 64,
	12: 32,
	13: 64,
	14: 64,
	15: 128,
	16: 16,
	17: 8,
	18: 8,
	19: 8,
	20: 8,
	21: 4,
	22: 4,
	23: 4,
	24: 8,
	25: 2,
	26: 2,
};

/**
 * Bytes that a tensor's elements take, packed; `undefined` for a type of no fixed or unknown size.
 * @throws {RangeError} for a negative dimension or more elements than can be counted.
 */
export function tensorBytes(dataType: number, dimensions: readonly bigint[]): number | undefined {
	let count = 1n;
	for (const dimension of dimensions) {
		if (dimension < 0n) throw new RangeError(`a dimension is negative (${dimension})`);
		count *= dimension;
		if (count > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('its dimensions multiply to more than 2^53 elements');
	}
	const each = bits[dataType];
	return each === undefined || each === 0 ? undefined : Number((count * BigInt(each) + 7n) / 8n);
}
