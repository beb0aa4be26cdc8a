import { isTextInput } from './text-inputs.ts';
import { OnnxGraph } from './onnx-graph.ts';
import {
	capturedNames,
	dataTypes,
	isSubgraph,
	isTensor,
	subgraphsOf,
	type OnnxModel,
	type OnnxNode,
	type OnnxSubgraph,
	type OnnxTensor,
} from './onnx-model.ts';
import { notUnderstood } from './unsupported-graph.ts';
import { withWholeCache } from './windowed-cache.ts';

/**
 * A graph made plain: constants become initializers, what is put behind nothing stands alone, a decoder that is two graphs in one
 * (a top-level If over `use_cache_branch`) becomes the one for an empty cache, and caches of a window's size become whole ones.
 * @returns the model, and whether it takes a filled cache.
 * @throws {UserError} RA431 for local functions and for an If that is something else.
 */
export function madePlain(model: OnnxModel): { model: OnnxModel; takesCache: boolean } {
	const branched = model.graph.nodes.find((node) => node.type === 'If' && node.outputs.includes('logits'));
	const graph = branched === undefined ? model.graph : oneWay(model.graph, branched);
	const used = graph.nodes.find((node) => model.functions.has(`${node.domain}:${node.type}`));
	if (used !== undefined) throw notUnderstood(used, "an operator (this one is a function of the file's own)");
	return {
		model: withoutEmptyParts({ ...model, graph: constantsAsInitializers(graph) }),
		takesCache: branched === undefined && hasCacheInputs(graph),
	};
}

/** Whether a graph was exported with a key/value cache. */
export function hasCacheInputs({ inputs, initializers }: Pick<OnnxSubgraph, 'inputs' | 'initializers'>): boolean {
	return inputs.some(({ name }) => !isTextInput(name) && !initializers.has(name));
}

function oneWay(graph: OnnxSubgraph, branched: OnnxNode): OnnxSubgraph {
	const condition = graph.inputs.find(({ name }) => name === branched.inputs[0]);
	const branches = subgraphsOf(branched);
	const own = new Set(
		graph.inputs.filter(({ dataType }) => dataType === dataTypes.float || dataType === dataTypes.float16).map(({ name }) => name),
	);
	const withoutCache = branches.filter((branch) => ![...capturedNames(branch)].some((name) => own.has(name)));
	const [chosen] = withoutCache;
	if (condition === undefined || withoutCache.length !== 1 || chosen === undefined)
		throw notUnderstood(branched, 'an If over an input that chooses between an empty and a filled cache');
	const names = new Map(chosen.outputs.map(({ name }, i) => [name, branched.outputs[i] ?? name]));
	const renamed = [...names].filter(([from, to]) => from !== to && to !== '');
	const copies = renamed.map(
		([from, to]): OnnxNode => ({ name: `spad/${to}`, type: 'Identity', domain: '', inputs: [from], outputs: [to], attributes: new Map() }),
	);
	return {
		...graph,
		nodes: [...graph.nodes.filter((node) => node !== branched), ...chosen.nodes, ...copies],
		initializers: new Map([...graph.initializers, ...chosen.initializers]),
	};
}

function constantsAsInitializers(graph: OnnxSubgraph): OnnxSubgraph {
	const initializers = new Map(graph.initializers);
	const nodes = graph.nodes.map(withWholeCache).filter((node) => {
		const tensor = node.type === 'Constant' ? constantOf(node) : undefined;
		if (tensor === undefined) return true;
		initializers.set(tensor.name, tensor);
		return false;
	});
	return { ...graph, nodes, initializers };
}

/**
 * Leaves empty constants out of what is put together. A forward pass that was exported with a cache that it makes for itself has one in
 * place of the past, or puts keys and values together with nothing else.
 */
function withoutEmptyParts(model: OnnxModel): OnnxModel {
	const view = new OnnxGraph(model);
	const nodes = model.graph.nodes.map((node): OnnxNode => {
		if (node.type !== 'Concat') return node;
		const axis = view.number(node, 'axis', 0);
		const inputs = node.inputs.filter((input) => {
			const dims = view.isConstant(input) ? view.dims(input) : undefined;
			// PyTorch's own empty tensor has one axis, whatever it is put before.
			return dims === undefined || (dims.at(axis) !== 0 && (dims.length !== 1 || dims[0] !== 0));
		});
		if (inputs.length === 0) return node;
		return inputs.length === 1 ? { ...node, type: 'Identity', inputs, attributes: new Map() } : { ...node, inputs };
	});
	return { ...model, graph: { ...model.graph, nodes } };
}

function constantOf(node: OnnxNode): OnnxTensor | undefined {
	const [name] = node.outputs;
	const [entry] = node.attributes;
	if (name === undefined || entry === undefined) return undefined;
	const [kind, { value }] = entry;
	if (isTensor(value)) return kind === 'value' ? { ...value, name } : undefined;
	if (isSubgraph(value) || typeof value === 'string') return undefined;
	const scalar = typeof value === 'number';
	const numbers = (scalar ? [value] : [...value]).map(Number);
	const dims = scalar ? [] : [numbers.length];
	if (kind.startsWith('value_int'))
		return {
			name,
			dataType: dataTypes.int64,
			dims,
			data: { kind: 'inline', bytes: new Uint8Array(BigInt64Array.from(numbers, BigInt).buffer) },
		};
	if (kind.startsWith('value_float'))
		return { name, dataType: dataTypes.float, dims, data: { kind: 'inline', bytes: new Uint8Array(Float32Array.from(numbers).buffer) } };
	return undefined;
}
