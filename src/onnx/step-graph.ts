import { Emitter } from './emit/emitter.ts';
import type { GraphFiles } from './graph-files.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { dataTypes, type OnnxModel, type OnnxNode } from './onnx-model.ts';
import { valueInfo } from './onnx-writer.ts';
import { partOfGraph, type PartOfGraph } from './part-of-graph.ts';

/** A graph that continues texts by a token each over caches that it reads where they are, and hands out what the token adds to them. */
export interface StepGraph {
	readonly part: PartOfGraph;
	/** Inputs of the cache, `[texts, key heads, room, head size]`, and the outputs with what belongs behind, `[texts, key heads, 1, head size]`. */
	readonly caches: readonly { readonly input: string; readonly added: string }[];
}

/** What a step graph takes instead of an attention mask: `[texts, 1, 1, room]`, added to the scores. */
export const roomMask = 'paths/mask';
/** And how many tokens each text has behind it: `[texts, 1]`. */
export const pathLengths = 'paths/lengths';

/** Inputs of a GroupQueryAttention that a plain one may have: up to the tables of its rotation. */
const plainInputs = 9;

/**
 * Writes a decoder anew whose attention is GroupQueryAttention throughout. That operator copies each text's whole cache for every token,
 * and the runtime's binding copies it once more; plain operators over the same inputs copy nothing. No weight is read or copied.
 * @param sizes of a head, by cache input.
 * @returns `undefined` for a graph whose attention does more than this: windows, soft caps, sinks, partial rotation,
 * half precision.
 * @throws {UserError} RA432 when its files lie in several folders.
 */
export function stepGraph(files: GraphFiles, model: OnnxModel, sizes: ReadonlyMap<string, number>): StepGraph | undefined {
	const graph = new OnnxGraph(model);
	const emit = new Emitter();
	const caches: { input: string; added: string }[] = [];
	const written = new Map<OnnxNode, OnnxNode[]>();
	for (const node of model.graph.nodes) {
		if (node.type !== 'GroupQueryAttention') continue;
		const plain = plainAttention(graph, node, sizes);
		if (plain === undefined) return undefined;
		const before = emit.nodes.length;
		caches.push(...writeAttention(emit, node, plain));
		written.set(node, emit.nodes.slice(before));
	}
	const logits = model.graph.outputs.find(({ name }) => name === 'logits');
	if (caches.length === 0 || logits === undefined) return undefined;
	const inputs = model.graph.inputs.filter(({ name }) => name === 'input_ids' || caches.some(({ input }) => input === name));
	const nodes = model.graph.nodes.flatMap((node) => written.get(node) ?? [node]);
	const part = partOfGraph(
		files,
		{ model: { ...model, graph: { ...model.graph, nodes, inputs } }, graph },
		{
			nodes: [],
			initializers: emit.initializers,
			inputs: [valueInfo(roomMask, dataTypes.float, ['texts', 1, 1, 'room']), valueInfo(pathLengths, dataTypes.int64, ['texts', 1])],
			outputs: [logits, ...caches.map(({ added }) => valueInfo(added, dataTypes.float, ['texts', 'heads', 1, 'size']))],
		},
	);
	return { part, caches };
}

interface PlainAttention {
	readonly heads: number;
	readonly keyHeads: number;
	readonly size: number;
	readonly scale: number;
	readonly rotates: boolean;
	readonly interleaved: boolean;
}

function plainAttention(graph: OnnxGraph, node: OnnxNode, sizes: ReadonlyMap<string, number>): PlainAttention | undefined {
	const [heads, keyHeads] = [graph.number(node, 'num_heads', 0), graph.number(node, 'kv_num_heads', 0)];
	const [, key = '', value = '', pastKey = '', pastValue = '', , , cos = '', sin = ''] = node.inputs;
	const size = sizes.get(pastKey);
	const rotates = graph.number(node, 'do_rotary', 0) === 1;
	if ((key === '') !== (value === '') || node.inputs.slice(plainInputs).some((name) => name !== '')) return undefined;
	if (heads < 1 || keyHeads < 1 || heads % keyHeads !== 0 || size === undefined) return undefined;
	if (![pastKey, pastValue].every((name) => graph.isInput(name) && graph.dataType(name) === dataTypes.float)) return undefined;
	if (graph.number(node, 'local_window_size', -1) > 0 || graph.number(node, 'softcap', 0) !== 0) return undefined;
	if (graph.number(node, 'smooth_softmax', 0) === 1 || graph.number(node, 'sliding_window_cache', 0) === 1) return undefined;
	if ((graph.attribute(node, 'k_quant_type') ?? 'NONE') !== 'NONE') return undefined;
	if (rotates && [cos, sin].some((table) => graph.dims(table)?.at(-1) !== size / 2)) return undefined;
	const scale = graph.number(node, 'scale', 0);
	return {
		heads,
		keyHeads,
		size,
		scale: scale === 0 ? 1 / Math.sqrt(size) : scale,
		rotates,
		interleaved: graph.number(node, 'rotary_interleaved', 0) === 1,
	};
}

/** The attention of one token of each text to what is before it, and to itself. */
function writeAttention(emit: Emitter, node: OnnxNode, plain: PlainAttention): { input: string; added: string }[] {
	const { heads, keyHeads, size, scale, rotates, interleaved } = plain;
	const [given = '', , , pastKey = '', pastValue = '', , , cos = '', sin = ''] = node.inputs;
	const widths = [heads, keyHeads, keyHeads].map((count) => count * size);
	const packed = node.inputs[1] === '';
	const [query = '', key = '', value = ''] = packed
		? emit.many('Split', [given, emit.ints(widths)], { ints: { axis: -1 }, outputs: 3 })
		: node.inputs;
	const shaped = (rows: string, count: number): string => emit.op('Reshape', [rows, emit.ints([-1, count, 1, size])]);
	const rotated = (rows: string, count: number): string =>
		rotates
			? emit.op('RotaryEmbedding', [shaped(rows, count), pathLengths, cos, sin], {
					domain: 'com.microsoft',
					ints: { interleaved: interleaved ? 1 : 0 },
				})
			: shaped(rows, count);
	const [ownKey, ownValue] = [rotated(key, keyHeads), shaped(value, keyHeads)];
	const queries = emit.op('Reshape', [rotated(query, heads), emit.ints([-1, keyHeads, heads / keyHeads, size])]);
	const scores = (keys: string): string =>
		emit.op('FusedMatMul', [queries, keys], { domain: 'com.microsoft', ints: { transB: 1 }, floats: { alpha: scale } });
	const before = emit.op('Add', [scores(pastKey), roomMask]);
	const shares = emit.op('Softmax', [emit.op('Concat', [before, scores(ownKey)], { ints: { axis: 3 } })], { ints: { axis: 3 } });
	const cut = (from: number, to: number): string => emit.op('Slice', [shares, emit.ints([from]), emit.ints([to]), emit.ints([3])]);
	const read = emit.op('Add', [emit.op('MatMul', [cut(0, -1), pastValue]), emit.op('Mul', [cut(-1, Number.MAX_SAFE_INTEGER), ownValue])]);
	const output = emit.op('Reshape', [read, emit.ints([-1, 1, heads * size])]);
	emit.nodes.push({
		...emit.nodes.at(-1)!,
		type: 'Identity',
		name: `${output}/out`,
		inputs: [output],
		outputs: [node.outputs[0]!],
		attributes: new Map(),
	});
	return [
		{ input: pastKey, added: ownKey },
		{ input: pastValue, added: ownValue },
	];
}
