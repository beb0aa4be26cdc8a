import { closeSync, openSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UserError } from '../../errors.ts';
import type { ExternalDataFile } from '../safety/external-data.ts';
import type { PlainFile } from '../safety/plain-file.ts';
import { emitAttribution, spadNames, type EmitOptions } from './emit/attribution.ts';
import { madePlain } from './one-way.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { readOnnxModel } from './onnx-model-reader.ts';
import type { OnnxModel, OnnxNode, OnnxSubgraph } from './onnx-model.ts';
import { writeOnnxModel } from './onnx-writer.ts';
import { fileSource } from './protobuf-reader.ts';
import { recogniseDecoder, type DecoderStructure } from './recognise/decoder.ts';

/** The checked files of a model (`ModelFiles` has them). */
export interface GraphFiles {
	readonly graph: PlainFile;
	readonly externalData: readonly ExternalDataFile[];
}

/** A decoder that was understood, before anything is emitted. */
export interface RecognisedDecoder {
	readonly model: OnnxModel;
	readonly graph: OnnxGraph;
	readonly structure: DecoderStructure;
	/** Whether the graph goes on from a filled cache. */
	readonly takesCache: boolean;
}

/** A small graph that computes SPAD and refers to the original weights. */
export interface SpadGraph {
	/** The `.onnx`, a few hundred KiB; it may be kept anywhere. */
	readonly bytes: Uint8Array;
	/** The folder that the runtime is told to find the weights in. */
	readonly folder: string;
	readonly structure: DecoderStructure;
	readonly takesCache: boolean;
	/** Query heads of the layer that has most; where the graph does not say, an estimate from above. */
	readonly heads: number;
}

/**
 * Reads a checked model file and recognises the decoder in it.
 * @throws {UserError} RA431 with the node that is not understood.
 */
export function recogniseGraph({ graph: file }: Pick<GraphFiles, 'graph'>): RecognisedDecoder {
	const descriptor = openSync(file.realPath, 'r');
	try {
		const { model, takesCache } = madePlain(readOnnxModel(fileSource(descriptor, file.bytes)));
		const opset = model.opsets.get('') ?? model.opsets.get('ai.onnx') ?? 0;
		if (opset < 13) throw new UserError('RA431', `Token sources cannot be attributed with this model: it uses ONNX operator set ${opset}, and 13 or newer was expected.`, { place: { file: file.path }, hint: 'Export the model again with a newer exporter.' });
		const graph = new OnnxGraph(model);
		return { model, graph, structure: recogniseDecoder(graph), takesCache };
	} catch (cause) {
		if (!(cause instanceof UserError) || cause.place !== undefined) throw cause;
		throw new UserError(cause.code, cause.message, { place: { file: file.path }, ...(cause.hint === undefined ? {} : { hint: cause.hint }), cause });
	} finally {
		closeSync(descriptor);
	}
}

/**
 * Writes the graph that computes SPAD for a model. No weight is read or copied.
 * @throws {UserError} RA431 when the graph is not understood, RA432 when its files lie in several folders.
 */
export function buildSpadGraph(files: GraphFiles, options: EmitOptions, recognised = recogniseGraph(files)): SpadGraph {
	const { model, graph, structure, takesCache } = recognised;
	const emitted = emitAttribution(graph, structure, options);
	const present = takesCache ? model.graph.outputs.filter(({ name }) => name !== 'logits') : [];
	const outputs = [...emitted.outputs, ...present];
	const nodes = needed([...model.graph.nodes, ...emitted.nodes], outputs.map(({ name }) => name), graph);
	const used = new Set([...nodes.flatMap((node) => graph.everyInput(node)), ...outputs.map(({ name }) => name)]);
	const whole: OnnxSubgraph = {
		nodes, outputs,
		initializers: new Map([...model.graph.initializers, ...emitted.initializers].filter(([name]) => used.has(name))),
		inputs: [...model.graph.inputs.filter(({ name }) => used.has(name) && !model.graph.initializers.has(name)), ...emitted.inputs],
	};
	return { bytes: writeOnnxModel({ ...model, opsets: new Map([['com.microsoft', 1], ...model.opsets]), graph: whole }, locations(files)), folder: dirname(files.graph.realPath), structure, takesCache, heads: mostHeads(structure) };
}

/** Heads are seldom narrower than 32 numbers. */
function mostHeads({ blocks }: DecoderStructure): number {
	return blocks.reduce((most, block) => (block.kind === 'ffn' ? most
		: Math.max(most, block.rule.kind === 'fused' && block.rule.heads > 0 ? block.rule.heads : Math.ceil(block.projection.linear.weight.inputs / 32))), 1);
}

/** The nodes that `outputs` depend on, in their order. */
function needed(nodes: readonly OnnxNode[], outputs: readonly string[], graph: OnnxGraph): OnnxNode[] {
	const makers = new Map(nodes.flatMap((node) => node.outputs.filter((output) => output !== '').map((output) => [output, node] as const)));
	const found = new Set<OnnxNode>();
	const open = [...outputs];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		const node = makers.get(at);
		if (node === undefined || found.has(node)) continue;
		found.add(node);
		open.push(...graph.everyInput(node));
	}
	return nodes.filter((node) => found.has(node));
}

/**
 * The runtime looks for weights by plain names in one folder and refuses links that leave it (a hub's cache is made of links):
 * so names and folder are those of the real files.
 */
function locations({ graph, externalData }: GraphFiles): (location: string | undefined) => string {
	const folder = dirname(graph.realPath);
	const byLocation = new Map(externalData.map((file) => [file.location, file.realPath]));
	return (location) => {
		const path = location === undefined ? graph.realPath : byLocation.get(location);
		if (path === undefined || dirname(path) !== folder) {
			throw new UserError('RA432', `Token sources cannot be attributed with this model: its weights ${location === undefined ? '' : `'${location}' `}do not lie in the folder of its model file.`, { place: { file: graph.path }, hint: 'Copy the model file and its weights into one folder.' });
		}
		return basename(path);
	};
}

export { spadNames };
