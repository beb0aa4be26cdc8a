import type { OnnxOutline } from '../../onnx/onnx-reader.ts';

/** Names of `TensorProto.DataType` in `dtypes`' manner; whole numbers of 32 and 64 bits are shapes and indices. */
const names: Readonly<Record<number, string>> = {
	1: 'fp32',
	2: 'q8',
	3: 'q8',
	10: 'fp16',
	11: 'fp64',
	16: 'bf16',
	17: 'fp8',
	18: 'fp8',
	19: 'fp8',
	20: 'fp8',
	21: 'q4',
	22: 'q4',
	23: 'fp4',
	25: 'q2',
	26: 'q2',
};
/** Share of the stored bytes from which on a format is named. */
const min = 0.1;

/**
 * Number formats that a graph's weights are stored in, whatever its file is called: the one that takes most bytes first, such as `q4 + fp16`.
 * Bytes that operators take apart into blocks of few bits count as those. `undefined` where it stores no such numbers.
 */
export function weightFormats({ storedBytes, blockBits }: Pick<OnnxOutline, 'storedBytes' | 'blockBits'>): string | undefined {
	const [bits] = blockBits.size === 1 ? blockBits : [];
	const bytes = new Map<string, number>();
	for (const [type, count] of storedBytes) {
		const name = names[type] === 'q8' && type === 2 && bits !== undefined ? `q${bits}` : names[type];
		if (name !== undefined) bytes.set(name, (bytes.get(name) ?? 0) + count);
	}
	const all = [...bytes.values()].reduce((sum, count) => sum + count, 0);
	const named = [...bytes]
		.filter(([, count]) => count > 0 && count >= min * all)
		.toSorted(([, a], [, b]) => b - a)
		.map(([name]) => name);
	return named.length === 0 ? undefined : named.join(' + ');
}
