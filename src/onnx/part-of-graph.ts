import { basename, dirname } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { GraphFiles } from './graph-files.ts';
import type { OnnxGraph } from './onnx-graph.ts';
import type { OnnxModel, OnnxNode, OnnxSubgraph, OnnxTensor, OnnxValue } from './onnx-model.ts';
import { writeOnnxModel } from './onnx-writer.ts';

/** What is added to a graph, and what is wanted of both together. */
export interface Addition {
	readonly nodes: readonly OnnxNode[];
	readonly initializers: ReadonlyMap<string, OnnxTensor>;
	readonly inputs: readonly OnnxValue[];
	readonly outputs: readonly OnnxValue[];
}

/** A small graph that refers to the weights of another. */
export interface PartOfGraph {
	/** The `.onnx`; it may be kept anywhere. */
	readonly bytes: Uint8Array;
	/** The folder that the runtime is told to find the weights in. */
	readonly folder: string;
	/** Bytes of the weights in files that it refers to. */
	readonly weightBytes: number;
}

/**
 * Writes what of a graph the outputs of an addition depend on. No weight is read or copied.
 * @throws {UserError} RA432 when the graph's files lie in several folders.
 */
export function partOfGraph(
	files: GraphFiles,
	{ model, graph }: { readonly model: OnnxModel; readonly graph: OnnxGraph },
	added: Addition,
): PartOfGraph {
	const { outputs } = added;
	const nodes = needed(
		[...model.graph.nodes, ...added.nodes],
		outputs.map(({ name }) => name),
		graph,
	);
	const used = new Set([...nodes.flatMap((node) => graph.everyInput(node)), ...outputs.map(({ name }) => name)]);
	const initializers = new Map([...model.graph.initializers, ...added.initializers].filter(([name]) => used.has(name)));
	const part: OnnxSubgraph = {
		nodes,
		outputs,
		initializers,
		inputs: [...model.graph.inputs.filter(({ name }) => used.has(name) && !model.graph.initializers.has(name)), ...added.inputs],
	};
	return {
		bytes: writeOnnxModel({ ...model, opsets: new Map([['com.microsoft', 1], ...model.opsets]), graph: part }, locations(files)),
		folder: dirname(files.graph.realPath),
		weightBytes: [...initializers.values()].reduce((sum, { data }) => sum + (data.kind === 'file' ? (data.length ?? 0) : 0), 0),
	};
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
			throw new UserError(
				errorNumbers.weightsInOtherFolders,
				`Token sources cannot be attributed with this model: its weights ${location === undefined ? '' : `'${location}' `}do not lie in the folder of its model file.`,
				{ place: { file: graph.path }, hint: 'Copy the model file and its weights into one folder.' },
			);
		}
		return basename(path);
	};
}
