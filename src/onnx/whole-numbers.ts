import { dataTypes, type OnnxTensor } from './onnx-model.ts';

/** The whole numbers of a small tensor; true and false are 1 and 0. `undefined` for other types, and for what lies in a file. */
export function wholeNumbers({ dataType, data }: OnnxTensor): number[] | undefined {
	if (data.kind !== 'inline') return undefined;
	const { bytes } = data;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	switch (dataType) {
		case dataTypes.int64:
			return Array.from({ length: bytes.length / 8 }, (_, i) => Number(view.getBigInt64(8 * i, true)));
		case dataTypes.int32:
			return Array.from({ length: bytes.length / 4 }, (_, i) => view.getInt32(4 * i, true));
		case dataTypes.bool:
			return Array.from(bytes);
		default:
			return undefined;
	}
}
