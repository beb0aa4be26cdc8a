import { UserError } from '../errors.ts';
import type { GraphFiles } from './graph-files.ts';
import { hasCacheInputs, madePlain } from './normalize-graph.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { readModelFile } from './onnx-model-reader.ts';
import { dataTypes, type OnnxModel, type OnnxNode } from './onnx-model.ts';
import { valueInfo } from './onnx-writer.ts';
import { partOfGraph, type PartOfGraph } from './part-of-graph.ts';
import { isProduct } from './recognize/operators.ts';

/** A decoder cut in two where its unembedding begins; both parts have the nodes and weights of the whole, and no others. */
export interface SplitDecoder {
	/** From tokens to what crosses. */
	readonly body: PartOfGraph;
	/** From there to the logits, for however many rows. */
	readonly head: PartOfGraph;
	/** What crosses with a row for each token, `[1, n, d]`. */
	readonly rows: string;
	/** What crosses as it is: scale and zero point of rows that were quantized together. */
	readonly others: readonly string[];
}

/** Where a graph can be cut. */
interface Cut {
	readonly rows: string;
	readonly others: readonly string[];
	/** Nodes of the head, those aside that are made of constants alone. */
	readonly nodes: ReadonlySet<OnnxNode>;
}

/** Operators behind the unembedding: scaling, soft-capping, a bias. Each number from the one at its own place. */
const scaling = new Set(['Add', 'Sub', 'Mul', 'Div', 'Neg', 'Tanh', 'Cast', 'Identity', 'Clip', 'Min', 'Max', 'Dropout']);
/** Products that are no cut: over two dimensions, so that rows were laid out anew, or quantizing the rows that they are given. */
const uncut = new Set(['Gemm', 'FusedGemm', 'DynamicQuantizeMatMul']);

/**
 * Cuts a checked decoder without a key/value cache, so that a text is read once and its logits, which are wider than all else, come a few
 * rows at a time. No weight is read or copied.
 * @returns `undefined` for a graph with a cache, and for one whose way to the logits is not known to keep rows apart.
 */
export function cutBeforeHead(files: GraphFiles): SplitDecoder | undefined {
	try {
		const model = readModelFile(files.graph.realPath);
		return hasCacheInputs(model.graph) ? undefined : cutModel(files, madePlain(model).model);
	} catch (error) {
		// A file with functions of its own, or with weights in several folders, is run as it is.
		if (error instanceof UserError) return undefined;
		throw error;
	}
}

/** `cutBeforeHead` of any plain graph. @throws {UserError} RA432 when its files lie in several folders. */
export function cutModel(files: GraphFiles, model: OnnxModel): SplitDecoder | undefined {
	const graph = new OnnxGraph(model);
	const cut = cutOf(graph);
	const logits = graph.outputs.find(({ name }) => name === 'logits');
	if (cut === undefined || logits === undefined) return undefined;
	const { rows, others, nodes } = cut;
	const crossing = [rows, ...others].flatMap((name, i) => {
		const type = typeOf(graph, name);
		return type === undefined ? [] : [valueInfo(name, type, i === 0 ? ['cut_texts', 'cut_rows', 'cut_width'] : [])];
	});
	if (crossing.length <= others.length) return undefined;
	const nothing = { nodes: [], initializers: new Map() };
	const kept = graph.nodes.filter((node) => nodes.has(node) || node.outputs.every((output) => graph.isConstant(output)));
	return {
		rows,
		others,
		body: partOfGraph(files, { model, graph }, { ...nothing, inputs: [], outputs: crossing }),
		head: partOfGraph(
			files,
			{ model: { ...model, graph: { ...model.graph, nodes: kept, inputs: [] } }, graph },
			{ ...nothing, inputs: crossing, outputs: [logits] },
		),
	};
}

/** The nodes from the logits back to the one product of rows with constant weights, where they keep rows apart and depend on nothing else. */
function cutOf(graph: OnnxGraph): Cut | undefined {
	const nodes = new Set<OnnxNode>();
	const others = new Set<string>();
	let rows: string | undefined;
	const open = ['logits'];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		if (at === rows || graph.isConstant(at)) continue;
		const node = graph.producer(at);
		if (node === undefined) return undefined;
		if (node.type === 'DynamicQuantizeLinear' && node.outputs[0] !== at) {
			others.add(at);
			continue;
		}
		if (nodes.has(node)) continue;
		nodes.add(node);
		if (scaling.has(node.type)) {
			open.push(...graph.everyInput(node));
			continue;
		}
		const [first = '', ...factors] = node.inputs;
		if (!isProduct(node.type) || uncut.has(node.type) || !keepsRows(graph, node) || (rows !== undefined && rows !== first))
			return undefined;
		rows = first;
		open.push(...factors.filter((factor) => factor !== ''));
	}
	// Nothing of the head may make what crosses.
	return rows === undefined || [...nodes].some(({ outputs }) => outputs.includes(rows)) ? undefined : { rows, others: [...others], nodes };
}

/** Whether a product is of rows as they lie with one matrix for all of them. */
function keepsRows(graph: OnnxGraph, node: OnnxNode): boolean {
	const [, second = ''] = node.inputs;
	if (!graph.isConstant(second) || ['transA', 'transBatchA', 'transBatchB'].some((name) => graph.number(node, name, 0) !== 0)) return false;
	return node.type === 'MatMulNBits' || graph.dims(second)?.length === 2;
}

/** Of numbers as they go into a product. */
function typeOf(graph: OnnxGraph, name: string): number | undefined {
	const maker = graph.producer(name);
	if (maker?.type === 'DynamicQuantizeLinear') return maker.outputs[1] === name ? dataTypes.float : dataTypes.uint8;
	const type = graph.dataType(name);
	return type === dataTypes.float || type === dataTypes.float16 ? type : undefined;
}
