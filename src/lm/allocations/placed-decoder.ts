import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import type { GraphFiles } from '../../onnx/graph-files.ts';
import { cutBeforeHead, type CutDecoder } from '../../onnx/head-cut.ts';
import { readModelFile } from '../../onnx/onnx-model-reader.ts';
import { OnnxGraph } from '../../onnx/onnx-graph.ts';
import { partOfGraph, type PartOfGraph } from '../../onnx/part-of-graph.ts';
import { takenAsTheyLie } from './transposed-weights.ts';
import { placementWithin } from './weight-copies.ts';

/** A decoder that is opened in place of its file, so that what the runtime allocates stays below the limit of this process. */
export interface PlacedDecoder {
	/** With how weights are placed. */
	readonly provider: ExecutionProviderChoice;
	/** In two parts, or anew as a whole; absent: the file as it is. */
	readonly parts: CutDecoder | PartOfGraph | undefined;
}

/**
 * How a checked model is opened on a device, within the limit of allocations where there is one.
 * @throws {UserError} RA415 for a weight that cannot be kept below it.
 */
export function placedDecoder(files: GraphFiles, provider: ExecutionProviderChoice): PlacedDecoder {
	const { allocationLimit: limit } = provider;
	// Other devices have memory of their own.
	if (limit === undefined || provider.device !== 'cpu') return { provider, parts: cutBeforeHead(files) };
	const read = readModelFile(files.graph.realPath);
	const model = takenAsTheyLie(read, limit);
	const placement = placementWithin(model, limit, files.graph.path);
	if (model === read && placement === 'packed') return { provider, parts: cutBeforeHead(files) };
	const mapped = { ...provider, mapsWeights: true };
	const cut = cutBeforeHead(files);
	// A file with functions of its own cannot be written anew.
	if (cut !== undefined || read.functions.size > 0) return { provider: mapped, parts: cut };
	const graph = new OnnxGraph(model);
	return {
		provider: mapped,
		parts: partOfGraph(files, { model, graph }, { nodes: [], initializers: new Map(), inputs: [], outputs: model.graph.outputs }),
	};
}
