import { float16ToFloat32 } from './float16.ts';
import type { OnnxGraph } from './onnx-graph.ts';
import { dataTypes } from './onnx-model.ts';

/** The number of a constant that holds one, in float32 or half precision within the graph's own file; `undefined` for others. */
export function constantNumber(graph: OnnxGraph, tensor: string): number | undefined {
	const stored = graph.initializers.get(tensor);
	if (stored?.data.kind !== 'inline') return undefined;
	const { bytes } = stored.data;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (stored.dataType === dataTypes.float && bytes.length === 4) return view.getFloat32(0, true);
	if (stored.dataType !== dataTypes.float16 || bytes.length !== 2) return undefined;
	const into = new Float32Array(1);
	float16ToFloat32(Uint16Array.of(view.getUint16(0, true)), into);
	return into[0];
}
