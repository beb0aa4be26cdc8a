import { InferenceSession } from 'onnxruntime-node';
import { Emitter } from '../onnx/emit/emitter.ts';
import { dataTypes } from '../onnx/onnx-model.ts';
import { valueInfo, writeOnnxModel } from '../onnx/onnx-writer.ts';
import { type EightBitWeights, saturation } from '../onnx/emit/unembedding.ts';

let known: Promise<EightBitWeights> | undefined;

/** Finds out, once in a process, which weights this processor's products in 8 bits are exact with; signed ones where both are. */
export function eightBitWeights(): Promise<EightBitWeights> {
	known ??= signedProductsSaturate().then((saturate) => (saturate ? 'unsigned' : 'signed'));
	return known;
}

async function signedProductsSaturate(): Promise<boolean> {
	const e = new Emitter();
	const result = saturation(e, 'signed');
	const graph = writeOnnxModel(
		{
			irVersion: 9,
			opsets: new Map([['', 17]]),
			functions: new Set(),
			graph: { nodes: e.nodes, initializers: e.initializers, inputs: [], outputs: [valueInfo(result, dataTypes.float, [])] },
		},
		() => '',
	);
	const session = await InferenceSession.create(graph, { executionProviders: ['cpu'], logSeverityLevel: 4 });
	try {
		const found = (await session.run({}))[result];
		return Number(found!.data[0]) > 0;
	} finally {
		await session.release();
	}
}
