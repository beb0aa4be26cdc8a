import { Emitter } from './emit/emitter.ts';
import type { GraphFiles } from './graph-files.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { dataTypes, type OnnxModel, type OnnxNode } from './onnx-model.ts';
import { valueInfo } from './onnx-writer.ts';
import { partOfGraph, type PartOfGraph } from './part-of-graph.ts';

/** A graph that continues texts by a token each over caches that it reads where they are, and hands out what the token adds to them. */
export interface StepGraph {
	readonly part: PartOfGraph;
	/** In the order in which `addedRows` holds what belongs behind each. */
	readonly caches: readonly StepCache[];
}

/** An input of the cache, `[texts, key heads, 1, room, head size]`. */
export interface StepCache {
	readonly input: string;
	readonly heads: number;
	readonly size: number;
}

/** What a step graph takes instead of an attention mask: `[texts, 1, 1, 1, room]`, added to the scores. */
export const roomMask = 'paths/mask';
/** And how many tokens each text has behind it: `[texts, 1]`. */
export const pathLengths = 'paths/lengths';
/** What a token adds to all caches: `[texts, 1, ...]`, heads by heads. */
export const addedRows = 'paths/added';

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
	const tables = new ScaledTables(emit);
	const caches: StepCache[] = [];
	const added: string[] = [];
	const written = new Map<OnnxNode, OnnxNode[]>();
	for (const node of model.graph.nodes) {
		if (node.type !== 'GroupQueryAttention') continue;
		const plain = plainAttention(graph, node, sizes);
		if (plain === undefined) return undefined;
		const before = emit.nodes.length;
		const [, , , pastKey = '', pastValue = ''] = node.inputs;
		for (const input of [pastKey, pastValue]) caches.push({ input, heads: plain.keyHeads, size: plain.size });
		added.push(...writeAttention(emit, tables, node, plain));
		written.set(node, emit.nodes.slice(before));
	}
	const logits = model.graph.outputs.find(({ name }) => name === 'logits');
	if (caches.length === 0 || logits === undefined) return undefined;
	const inputs = model.graph.inputs.filter(({ name }) => name === 'input_ids');
	const nodes = model.graph.nodes.flatMap((node) => written.get(node) ?? [node]);
	const rows = emit.concat(added, 2);
	const part = partOfGraph(
		files,
		{ model: { ...model, graph: { ...model.graph, nodes, inputs } }, graph },
		{
			nodes: [...emit.nodes.slice(-1), named('Identity', rows, addedRows)],
			initializers: emit.initializers,
			inputs: [
				...caches.map(({ input, heads, size }) => valueInfo(input, dataTypes.float, ['texts', heads, 1, 'room', size])),
				valueInfo(roomMask, dataTypes.float, ['texts', 1, 1, 1, 'room']),
				valueInfo(pathLengths, dataTypes.int64, ['texts', 1]),
			],
			outputs: [
				logits,
				valueInfo(addedRows, dataTypes.float, ['texts', 1, caches.reduce((sum, { heads, size }) => sum + heads * size, 0)]),
			],
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

/** Tables of cosines and sines, multiplied by a number once for all layers: the runtime does it when it opens the graph. */
class ScaledTables {
	readonly #emit: Emitter;
	readonly #made = new Map<string, string>();

	constructor(emit: Emitter) {
		this.#emit = emit;
	}

	of(table: string, by: number): string {
		const key = `${by} ${table}`;
		const made = this.#made.get(key) ?? this.#emit.mul(table, this.#emit.float(by));
		this.#made.set(key, made);
		return made;
	}
}

/**
 * The attention of one token of each text to what is before it, and to itself. A query at a time: the runtime reads keys and values where
 * they are for a product with a single row whose factor is 1, and copies them into another order for any other.
 */
function writeAttention(emit: Emitter, tables: ScaledTables, node: OnnxNode, plain: PlainAttention): string[] {
	const { heads, keyHeads, size, scale, rotates, interleaved } = plain;
	const [given = '', , , pastKey = '', pastValue = '', , , cos = '', sin = ''] = node.inputs;
	const widths = [heads, keyHeads, keyHeads].map((count) => count * size);
	const packed = node.inputs[1] === '';
	const [query = '', key = '', value = ''] = packed
		? emit.many('Split', [given, emit.ints(widths)], { ints: { axis: -1 }, outputs: 3 })
		: node.inputs;
	const rotated = (rows: string, cosines: string, sines: string): string =>
		emit.op('RotaryEmbedding', [rows, pathLengths, cosines, sines], {
			domain: 'com.microsoft',
			ints: { interleaved: interleaved ? 1 : 0 },
		});
	const shaped = (rows: string, count: number): string => emit.reshape(rows, -1, keyHeads, count, 1, size);
	const scaled = rotates ? rotated(query, tables.of(cos, scale), tables.of(sin, scale)) : emit.mul(query, emit.float(scale));
	const queries = shaped(scaled, heads / keyHeads);
	const addedKey = rotates ? rotated(key, cos, sin) : key;
	const [ownKey, ownValue] = [shaped(addedKey, 1), shaped(value, 1)];
	const scores = (keys: string): string => emit.op('FusedMatMul', [queries, keys], { domain: 'com.microsoft', ints: { transB: 1 } });
	const shares = emit.op('Softmax', [emit.concat([emit.add(scores(pastKey), roomMask), scores(ownKey)], 4)], { ints: { axis: 4 } });
	const read = emit.add(
		emit.op('MatMul', [emit.slice(shares, 4, 0, -1), pastValue]),
		emit.mul(emit.slice(shares, 4, -1, Number.MAX_SAFE_INTEGER), ownValue),
	);
	emit.nodes.push({ ...named('Reshape', read, node.outputs[0]!), inputs: [read, emit.ints([-1, 1, heads * size])] });
	return [addedKey, value];
}

function named(type: string, input: string, output: string): OnnxNode {
	return { name: `${output}/${type}`, type, domain: '', inputs: [input], outputs: [output], attributes: new Map() };
}
