import * as z from 'zod';
import { constantNumber, type OnnxGraph } from './onnx-graph.ts';
import type { OnnxNode } from './onnx-model.ts';
import type { AttentionRule } from './recognize/attention-rule.ts';
import type { RecognizedDecoder } from './spad-graph.ts';
import { nodeLabel } from './unsupported-graph.ts';
import { scoreProduct, tokenValues } from './windows/score-mask.ts';
import type { LayerKeys } from './windows/seen-keys.ts';
import { statedWindow, windowKeys } from './windows/stated-window.ts';

/** `layer 3`, `layers 0–35`, `layers 0–4, 6`: ascending numbers of layers, each once. */
export function layersInWords(layers: readonly number[]): string {
	const ranges: [from: number, to: number][] = [];
	for (const layer of layers) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] === layer - 1) last[1] = layer;
		else ranges.push([layer, layer]);
	}
	const words = ranges
		.map(([from, to]) => (from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}\u2013${to}`))
		.join(', ');
	return `${layers.length === 1 ? 'layer' : 'layers'} ${words}`;
}

const products = new Set([
	'MatMul',
	'FusedMatMul',
	'Gemm',
	'MatMulNBits',
	'MatMulInteger',
	'DynamicQuantizeMatMul',
	'MatMulIntegerToFloat',
]);

/**
 * Whether queries are rotated: in the operator, or on their way from the projection to it, where rotation shows as numbers that
 * depend on positions and not on tokens. `undefined` where the queries cannot be found.
 * @param ofTokens as `tokenValues` gives them.
 */
function isRotated(
	graph: OnnxGraph,
	rule: AttentionRule,
	ofTokens: ReadonlySet<string>,
	ofPositions: ReadonlySet<string>,
): boolean | undefined {
	if (rule.kind === 'fused' && rule.rotary !== undefined) return true;
	const query = rule.kind === 'fused' ? rule.query.tensor : scoreProduct(graph, rule.softmax, ofTokens)?.inputs[0];
	if (query === undefined) return undefined;
	const seen = new Set<OnnxNode>();
	const open = [query];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		const node = graph.producer(at);
		if (node === undefined || seen.has(node)) continue;
		seen.add(node);
		const inputs = graph.flowInputs(node);
		if (node.type === 'RotaryEmbedding' || inputs.some((input) => ofPositions.has(input) && !ofTokens.has(input))) return true;
		if (products.has(node.type) && node.inputs.some((input) => input !== '' && graph.isConstant(input))) continue;
		open.push(...inputs.filter((input) => ofTokens.has(input)));
	}
	return false;
}

/** The tensors whose values depend on where tokens stand: on their positions, the mask of the text, or a count over it. */
function positionValues(graph: OnnxGraph): ReadonlySet<string> {
	const found = new Set(['position_ids', 'attention_mask']);
	for (const node of graph.nodes) {
		const counts = node.type === 'Range' && node.inputs.some((input) => !graph.isConstant(input));
		if (counts || graph.flowInputs(node).some((input) => found.has(input)))
			for (const output of node.outputs) if (output !== '') found.add(output);
	}
	return found;
}

/** Where a graph computes something else than the `config.json` beside it says. The graph is what runs and what is explained. */
export interface Contradiction {
	/** From 0; absent where it concerns the whole model. */
	readonly layer: number | undefined;
	readonly node: string;
	/** What the graph does, and what the config says. */
	readonly graph: string;
	readonly config: string;
}

/** A comparison with `config.json`. */
export interface ConfigComparison {
	readonly contradictions: readonly Contradiction[];
	/** What the config says and could not be held against the graph, one sentence each. */
	readonly notCompared: readonly string[];
}

const epsilon = z.number().positive().nullish();
/** The keys of `config.json` that can be compared. */
const shape = {
	...windowKeys,
	max_position_embeddings: z.number().int().nullish(),
	no_rope_layers: z.array(z.number()).nullish(),
	attn_logit_softcapping: z.number().nullish(),
	/** `false` of a file that never speaks of soft caps. */
	soft_caps_told: z.boolean().nullish(),
	rms_norm_eps: epsilon,
	layer_norm_eps: epsilon,
	layer_norm_epsilon: epsilon,
	norm_eps: epsilon,
	norm_epsilon: epsilon,
};
const configShape = z.object(shape);
type Config = z.infer<typeof configShape>;

/**
 * Compares a recognized decoder with the parsed `config.json`: sliding windows (as `layerKeys` found them), rotation by layer, soft
 * caps and the norms' ε. What a graph hides in plain operators is not claimed either way, and said not to be; a config that says
 * nothing contradicts nothing. A key of an unexpected type is named, and the others are compared without it.
 */
export function compareWithConfig({ graph, structure }: RecognizedDecoder, parsed: unknown, keys: readonly LayerKeys[]): ConfigComparison {
	const { known, unread } = readKeys(parsed);
	const windows = compareWindows(known, keys, structure.layers);
	const found: Contradiction[] = [...windows.contradictions];
	/** Layers of which something could not be compared, by what. */
	const hidden = { rotation: [] as number[], caps: [] as number[] };
	const [ofTokens, ofPositions] = [tokenValues(graph), positionValues(graph)];
	for (const block of structure.blocks) {
		if (block.kind !== 'attention') continue;
		const { layer, rule } = block;
		const rotates = known.no_rope_layers?.[layer];
		const cap = known.attn_logit_softcapping ?? 0;
		const at = { layer, node: nodeLabel(rule.kind === 'fused' ? rule.node : rule.softmax) };
		const rotated = rotates === undefined ? undefined : isRotated(graph, rule, ofTokens, ofPositions);
		if (rotates !== undefined && rotated === undefined) hidden.rotation.push(layer);
		if (rotated !== undefined && (rotates === 1) !== rotated)
			found.push({
				...at,
				graph: rotated ? 'rotary positions' : 'no positions',
				config: rotates === 1 ? 'rotary positions' : 'no positions',
			});
		if (rule.kind !== 'fused') {
			if (cap !== 0) hidden.caps.push(layer);
			continue;
		}
		if (known.soft_caps_told !== false && Math.abs(cap - rule.softcap) > 1e-6)
			found.push({
				...at,
				graph: cap === 0 || rule.softcap > 0 ? `a soft cap of ${rule.softcap}` : 'no soft cap',
				config: cap === 0 ? 'no soft cap' : `a soft cap of ${cap}`,
			});
	}
	return {
		contradictions: [...found, ...epsilons(graph, known)],
		notCompared: [
			...unread.map((key) => `'${key}' of config.json is not of the type that was expected, and was not compared with the graph.`),
			...windows.notCompared,
			...hiddenInWords('Rotary positions', hidden.rotation),
			...hiddenInWords('Soft caps', hidden.caps),
		],
	};
}

/** The widest window that a parsed `config.json` speaks of, in whatever layer; `undefined` where it has none. */
export function widestWindow(parsed: unknown): number | undefined {
	const width = readKeys(parsed).known.sliding_window ?? 0;
	return width > 0 ? width : undefined;
}

/** Each key by itself: one that cannot be read hides no other. */
function readKeys(parsed: unknown): { readonly known: Config; readonly unread: readonly string[] } {
	const given = typeof parsed === 'object' && parsed !== null ? parsed : {};
	const unread = Object.entries(shape).flatMap(([key, schema]) => (schema.safeParse(Reflect.get(given, key)).success ? [] : [key]));
	return { known: configShape.parse({ ...given, ...Object.fromEntries(unread.map((key) => [key, undefined])) }), unread };
}

function hiddenInWords(what: string, layers: readonly number[]): string[] {
	return layers.length === 0
		? []
		: [`${what} of ${layersInWords(layers)} were not compared with config.json: the graph has them in plain operators.`];
}

/** Windows by layer. A window that no text within the context window reaches is none. */
function compareWindows(config: Config, keys: readonly LayerKeys[], layers: number): ConfigComparison {
	const contradictions: Contradiction[] = [];
	/** Layers, each with the node in question, by why they could not be compared. */
	const notCompared = new Map<string, { readonly layer: number; readonly node: OnnxNode }[]>();
	const longest = config.max_position_embeddings ?? Infinity;
	for (const { layer, node, seen } of keys) {
		const stated = statedWindow(config, layer, layers);
		if (stated === undefined) continue;
		const tooFew = seen.kind === 'all' && stated >= seen.tried && seen.tried < longest;
		if (seen.kind === 'unknown' || tooFew) {
			// Of a model without windows nobody expects to hear of them.
			if ((config.sliding_window ?? 0) === 0) continue;
			const reason = seen.kind === 'unknown' ? seen.reason : `it could be tried with ${seen.tried} keys only`;
			notCompared.set(reason, [...(notCompared.get(reason) ?? []), { layer, node: seen.kind === 'unknown' ? seen.node : node }]);
			continue;
		}
		const own = seen.kind === 'window' ? seen.keys : 0;
		if (own === stated || (seen.kind === 'all' && stated >= seen.tried)) continue;
		contradictions.push({ layer, node: nodeLabel(node), graph: windowInWords(own), config: windowInWords(stated) });
	}
	return {
		contradictions,
		notCompared: [...notCompared].map(
			([reason, of]) =>
				`The sliding window of ${layersInWords(of.map(({ layer }) => layer))} was not compared with config.json: ${reason} (${nodeLabel(of[0]!.node)}${of.length === 1 ? '' : ` and ${of.length - 1} more`}).`,
		),
	};
}

function windowInWords(keys: number): string {
	return keys === 0 ? 'no sliding window' : `a sliding window of ${keys}`;
}

function epsilons(graph: OnnxGraph, config: Config): Contradiction[] {
	const wanted = config.rms_norm_eps ?? config.layer_norm_eps ?? config.layer_norm_epsilon ?? config.norm_eps ?? config.norm_epsilon;
	if (wanted === undefined || wanted === null) return [];
	const odd = graph.nodes.flatMap((node) => {
		const own = epsilonOf(graph, node);
		return own === undefined || Math.abs(own - wanted) <= 0.01 * wanted ? [] : [{ node, own }];
	});
	const [first] = odd;
	if (first === undefined) return [];
	const value = (x: number) => String(Number(x.toPrecision(3)));
	return [
		{
			layer: undefined,
			node: `${nodeLabel(first.node)}${odd.length === 1 ? '' : ` and ${odd.length - 1} more`}`,
			graph: `ε of ${value(first.own)} in its norms`,
			config: `ε of ${value(wanted)}`,
		},
	];
}

function epsilonOf(graph: OnnxGraph, node: OnnxNode): number | undefined {
	if (/^(Skip)?(Simplified)?LayerNormalization$|^RMSNormalization$/.test(node.type))
		return graph.number(node, 'epsilon', node.type.startsWith('Skip') ? 1e-12 : 1e-5);
	// Written out: the mean of squares plus a small number, whose root divides.
	const mean = node.inputs.some((input) => graph.producer(input)?.type === 'ReduceMean');
	const root = graph.consumers(node.outputs[0] ?? '').some(({ type }) => type === 'Sqrt' || type === 'Rsqrt');
	if (node.type !== 'Add' || !mean || !root) return undefined;
	return node.inputs.map((input) => constantNumber(graph, input)).find((value) => value !== undefined);
}
