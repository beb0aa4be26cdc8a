import type { OnnxGraph } from '../onnx-graph.ts';
import { capturedNames, subgraphsOf, type OnnxNode } from '../onnx-model.ts';

/**
 * What the numbers of a tensor depend on, each kind on those before it too: nothing; how long the text is, the same for all its tokens
 * (a size, a count, the last position); where each token stands; the tokens.
 */
type LengthKind = 'constant' | 'length' | 'position' | 'token';

const order: readonly LengthKind[] = ['constant', 'length', 'position', 'token'];
const reductions = new Set(['ReduceSum', 'ReduceMax', 'ReduceMin', 'ReduceMean', 'ArgMax', 'ReduceProd', 'ReduceL1']);
/** Operators whose further inputs say how large the result is, or which part of the first input it is, and not what stands in it. */
const sized = new Set(['Reshape', 'Expand', 'Slice', 'Tile', 'Pad', 'Split', 'Squeeze', 'Unsqueeze', 'Trilu']);

/** Inputs whose numbers go into a node's result. */
function valueInputs(graph: OnnxGraph, node: OnnxNode): string[] {
	if (['Shape', 'Size', 'ConstantOfShape', 'EyeLike'].includes(node.type)) return [];
	return sized.has(node.type) ? node.inputs.slice(0, 1) : graph.everyInput(node);
}

/** Of each tensor that is computed, and of the inputs. Nodes stand in the order in which they run. */
function lengthKinds(graph: OnnxGraph): (tensor: string) => LengthKind {
	const kinds = new Map<string, LengthKind>();
	for (const { name } of graph.inputs) {
		if (!graph.initializers.has(name))
			kinds.set(
				name,
				name === 'attention_mask' || name === 'position_ids' ? 'position' : name === 'use_cache_branch' ? 'constant' : 'token',
			);
	}
	const kind = (tensor: string): LengthKind => kinds.get(tensor) ?? 'constant';
	for (const node of graph.nodes) {
		const found = kindOf(graph, node, kind);
		for (const output of node.outputs) if (output !== '') kinds.set(output, found);
	}
	return kind;
}

function kindOf(graph: OnnxGraph, node: OnnxNode, kind: (tensor: string) => LengthKind): LengthKind {
	const all = widest(graph.everyInput(node).map(kind));
	if (all === 'constant') return all;
	if (node.type === 'Shape' || node.type === 'Size') return 'length';
	if (node.type === 'Range') return all === 'length' ? 'position' : all;
	const own = widest(valueInputs(graph, node).map(kind));
	// As many numbers as there are tokens, though each is a constant.
	if (own === 'constant') return 'position';
	if (own !== 'position') return own;
	return reductions.has(node.type) || picksOne(graph, node) ? 'length' : own;
}

/** Whether one place along the text is taken, such as the last position; along the first axis lie texts. */
function picksOne(graph: OnnxGraph, node: OnnxNode): boolean {
	return node.type === 'Gather' && graph.number(node, 'axis', 0) !== 0 && graph.isConstant(node.inputs[1] ?? '');
}

function widest(kinds: readonly LengthKind[]): LengthKind {
	return order[kinds.reduce((max, kind) => Math.max(max, order.indexOf(kind)), 0)]!;
}

/** A node by which what a graph keeps of a token depends on how long the whole text is. */
export interface LengthChoice {
	readonly node: OnnxNode;
	/** The tensor that it decides by: a number or a few, the same for all tokens. */
	readonly by: string;
}

/** Operators that change no number. */
const moves = new Set(['Constant', 'Identity', 'Squeeze', 'Unsqueeze', 'Reshape', 'Flatten']);
/** What makes other angles of a length. Sums do not count: a position is how many tokens are in the cache, plus a place. */
const scaling = new Set(['Mul', 'Div', 'Pow', 'MatMul', 'Gemm', 'Einsum']);
/** Inputs of fused attention that go into its cache or rotate what does: query, key, value; the others are masks and lengths. */
const attention = new Map([
	['GroupQueryAttention', [0, 1, 2, 7, 8]],
	['MultiHeadAttention', [0, 1, 2]],
	['Attention', [0, 1, 2]],
]);

/**
 * The nodes that choose by the length of the text what becomes of a token's key or value: LongRoPE has one set of rotary tables for texts
 * up to a length and another for longer ones. Behind such a node a cache that was filled while the text was shorter belongs to another
 * text than the rows that read it. Masks may depend on the length: what a row sees of the cache is not kept.
 */
export function lengthChoices(graph: OnnxGraph): LengthChoice[] {
	const kind = lengthKinds(graph);
	const found = new Map<OnnxNode, LengthChoice>();
	const seen = new Set<OnnxNode>();
	const open = [
		...graph.outputs.map(({ name }) => name).filter((name) => name !== 'logits'),
		...graph.nodes.filter(({ type }) => attention.has(type)).flatMap(({ outputs }) => outputs.slice(0, 1)),
	];
	const angles = anglesOf(graph);
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		const node = graph.producer(at);
		if (node === undefined || seen.has(node) || node.type === 'Softmax') continue;
		seen.add(node);
		const by = deciderOf(graph, node, kind, angles);
		if (by !== undefined) found.set(node, { node, by });
		open.push(...keptInputs(graph, node).filter((input) => !graph.isConstant(input)));
	}
	return graph.nodes.flatMap((node) => found.get(node) ?? []);
}

function deciderOf(
	graph: OnnxGraph,
	node: OnnxNode,
	kind: (tensor: string) => LengthKind,
	angles: ReadonlySet<OnnxNode>,
): string | undefined {
	const [condition = ''] = node.inputs;
	if (node.type === 'If') return kind(condition) === 'length' && !onlyMoves(graph, node) ? condition : undefined;
	if (node.type === 'Where') return kind(condition) === 'length' && !emptiesRows(node, kind) ? condition : undefined;
	if (!scaling.has(node.type) || !angles.has(node) || kind(node.outputs[0] ?? '') === 'length') return undefined;
	return node.inputs.find((input) => kind(input) === 'length');
}

/** Whether a Where puts a constant for what comes of tokens: exporters do where a row sees nothing. */
function emptiesRows({ inputs: [, first = '', second = ''] }: OnnxNode, kind: (tensor: string) => LengthKind): boolean {
	const choices = [kind(first), kind(second)];
	return choices.includes('constant') && choices.includes('token');
}

/** Whether all branches of an If give the numbers of the same tensor: exporters write one around the removal of an axis. */
function onlyMoves(graph: OnnxGraph, node: OnnxNode): boolean {
	const branches = subgraphsOf(node);
	const taken = branches.map((branch) =>
		[...capturedNames(branch)]
			.filter((name) => !graph.isConstant(name))
			.toSorted()
			.join(' '),
	);
	return (
		taken[0] !== '' &&
		taken.every((names) => names === taken[0]) &&
		branches.every(({ nodes }) => nodes.every(({ type }) => moves.has(type)))
	);
}

function keptInputs(graph: OnnxGraph, node: OnnxNode): string[] {
	const places = attention.get(node.type);
	if (places !== undefined) return places.flatMap((i) => node.inputs[i] ?? []);
	if (node.type === 'Range') return [];
	return node.type === 'Where' || node.type === 'If'
		? valueInputs(graph, node).filter((input) => input !== node.inputs[0])
		: valueInputs(graph, node);
}

/** The nodes that angles of rotation come from. */
function anglesOf(graph: OnnxGraph): ReadonlySet<OnnxNode> {
	return new Set(
		graph.nodes.filter(({ type }) => type === 'Cos' || type === 'Sin').flatMap((node) => [...graph.ancestors(node.inputs[0] ?? '')]),
	);
}
