import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { emitAttribution, spadNames, type EmitOptions } from './emit/attribution.ts';
import { whyNotByValues } from './emit/logit-lens.ts';
import type { GraphFiles } from './graph-files.ts';
import { madePlain } from './normalize-graph.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { readModelFile } from './onnx-model-reader.ts';
import { dataTypes, type OnnxModel } from './onnx-model.ts';
import { partOfGraph } from './part-of-graph.ts';
import { recognizeDecoder, type DecoderStructure } from './recognize/decoder.ts';
import { lengthChoices, type LengthChoice } from './recognize/length-choice.ts';

/** A decoder that was recognized, before anything is emitted. */
export interface RecognizedDecoder {
	readonly model: OnnxModel;
	readonly graph: OnnxGraph;
	readonly structure: DecoderStructure;
	/** Whether the graph can continue from a filled cache. */
	readonly takesCache: boolean;
	/** Choices by which the cache of a text differs once the text is longer. Empty for almost all graphs. */
	readonly lengthChoices: readonly LengthChoice[];
}

/** A small graph that computes SPAD and refers to the original weights. */
export interface SpadGraph {
	/** The `.onnx` file, a few hundred KiB. It may be kept anywhere. */
	readonly bytes: Uint8Array;
	/** The folder in which the runtime looks for the weights. */
	readonly folder: string;
	readonly structure: DecoderStructure;
	/** Whether a text can be fed in pieces, each after the cache of the earlier ones. */
	readonly takesCache: boolean;
	/** Query heads of the layer with the most. If the graph does not say, it is an estimate from above. */
	readonly heads: number;
	/** Why the second reading cannot weigh heads by what their values add, a clause; `null`: it can. */
	readonly notByValues: string | null;
	/** Bytes that the output weights take in float32 if they are stored in another form. 0 if they are used as stored. */
	readonly widenedHead: number;
}

/**
 * Reads a checked model file and recognizes the decoder in it.
 * @throws {UserError} RA431 with the node that is not understood, RA206 for a file that cannot be read in full.
 */
export function recognizeGraph({ graph: file }: Pick<GraphFiles, 'graph'>): RecognizedDecoder {
	try {
		const { model, takesCache } = madePlain(readModelFile(file.realPath, file.path));
		const opset = model.opsets.get('') ?? model.opsets.get('ai.onnx') ?? 0;
		if (opset < 13)
			throw new UserError(
				errorNumbers.graphNotUnderstood,
				`Token sources cannot be attributed with this model: it uses ONNX operator set ${opset}, and 13 or newer was expected.`,
				{ place: { file: file.path }, hint: 'Export the model again with a newer exporter.' },
			);
		const graph = new OnnxGraph(model);
		return { model, graph, structure: recognizeDecoder(graph), takesCache, lengthChoices: lengthChoices(graph) };
	} catch (cause) {
		if (!(cause instanceof UserError) || cause.place !== undefined) throw cause;
		throw new UserError(cause.code, cause.message, {
			place: { file: file.path },
			...(cause.hint === undefined ? {} : { hint: cause.hint }),
			cause,
		});
	}
}

/**
 * Writes the graph that computes SPAD for a model. It reads and copies no weights.
 * @throws {UserError} RA431 if the graph is not understood, RA432 if its files are in several folders.
 */
export function buildSpadGraph(files: GraphFiles, options: EmitOptions, recognized = recognizeGraph(files)): SpadGraph {
	const { model, graph, structure, takesCache } = recognized;
	const emitted = emitAttribution(graph, structure, options);
	const present = takesCache ? model.graph.outputs.filter(({ name }) => name !== 'logits') : [];
	const { bytes, folder } = partOfGraph(files, recognized, { ...emitted, outputs: [...emitted.outputs, ...present] });
	return {
		bytes,
		folder,
		structure,
		takesCache: takesCache && recognized.lengthChoices.length === 0,
		heads: maxHeads(structure),
		notByValues: whyNotByValues(graph, structure) ?? null,
		widenedHead: widenedHead(recognized),
	};
}

function widenedHead({
	graph,
	structure: {
		head: {
			linear: { weight },
		},
	},
}: RecognizedDecoder): number {
	return weight.kind === 'plain' && graph.dataType(weight.tensor) === dataTypes.float ? 0 : 4 * weight.inputs * weight.outputs;
}

/** Returns the largest number of query heads of a layer. The estimate assumes that heads are seldom narrower than 32 numbers. */
function maxHeads({ blocks }: DecoderStructure): number {
	return blocks.reduce(
		(max, block) =>
			block.kind === 'ffn'
				? max
				: Math.max(
						max,
						block.rule.kind === 'fused' && block.rule.heads > 0 ? block.rule.heads : Math.ceil(block.projection.linear.weight.inputs / 32),
					),
		1,
	);
}

export { spadNames, type GraphFiles };
