import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';
import type { LogitsHead } from './head.ts';
import { isProduct } from './operators.ts';
import { addends } from './residual-chain.ts';
import { TokenAxis } from './token-axis.ts';
import { isOfRows, type TokenLayout } from './token-layout.ts';

/** Operators that mix tokens when they go along another axis than the last, whose number is an attribute. */
const byAxis = new Set([
	'Softmax',
	'LogSoftmax',
	'LayerNormalization',
	'SimplifiedLayerNormalization',
	'RMSNormalization',
	'LpNormalization',
	'TopK',
	'Concat',
	'Split',
]);
/** The same, whose axes are an input in newer operator sets. */
const byAxes = new Map([
	['ReduceMean', 1],
	['ReduceSum', 1],
	['ReduceMax', 1],
	['ReduceL2', 1],
	['ReduceSumSquare', 1],
	['Slice', 3],
]);
/** Operators that may mix tokens by what they are told to take, or by the shape that they give. */
const doubtful = new Set([
	'ArgMax',
	'Reshape',
	'Flatten',
	'Squeeze',
	'Unsqueeze',
	'Transpose',
	'Expand',
	'Tile',
	'Gather',
	'GatherND',
	'GatherElements',
	'ScatterND',
	'ScatterElements',
	'NonZero',
	'OneHot',
	'CumSum',
]);

/**
 * Whether every operator of a branch that passed `mustBeTokenWise` treats every token for itself, however its tensors lie. Where that
 * hangs on how they were followed, the self-check proves it once more by numbers (`tokenWiseDeviation`).
 */
export function isSurelyTokenWise(graph: OnnxGraph, nodes: Iterable<OnnxNode>): boolean {
	return [...nodes].every((node) => {
		if (graph.flowInputs(node).length === 0) return true;
		if (byAxis.has(node.type)) return graph.number(node, 'axis', node.type === 'Concat' || node.type === 'Split' ? 0 : -1) === -1;
		const place = byAxes.get(node.type);
		if (place !== undefined) {
			const axes = graph.list(node, 'axes') ?? graph.ints(node.inputs[place] ?? '');
			return axes?.length === 1 && axes[0] === -1;
		}
		// A product of two tensors of tokens.
		if (isProduct(node.type) && !node.inputs.slice(0, 2).some((input) => graph.isConstant(input))) return false;
		return !doubtful.has(node.type) && graph.number(node, 'transA', 0) === 0 && graph.number(node, 'transBatchA', 0) === 0;
	});
}

/**
 * Checks that a branch which is no attention treats every token for itself, wherever it stands: a convolution, a recurrence, a look at
 * tokens before or an attention in a form that is not known would make its attribution to 'ffn' wrong.
 * @param stream the state that it reads.
 * @param states how the states of the residual stream lie.
 * @returns whether tokens are picked by what they hold, as experts pick theirs: then structure alone does not show that each comes
 * back to its place, and numbers have to.
 * @throws {UserError} RA431 with the first node of which it does not show and which does not pick tokens so.
 */
export function mustBeTokenWise(graph: OnnxGraph, branch: string, stream: string, states: ReadonlyMap<string, TokenLayout>): boolean {
	const axis = new TokenAxis(graph, streamSeeds(graph, stream, states.get(stream)), {
		places: false,
		picks: false,
		cache: false,
		sized: states,
	});
	const found = axis.of(branch);
	if (found.kind === 'tokens' && isOfRows(found.layout)) return false;
	const maker = graph.producer(branch);
	// Zeros that experts' parts are added to.
	if (found.kind === 'free' && maker?.type === 'ConstantOfShape') return false;
	const culprits = [...graph.ancestors(branch, stream)].filter((node) =>
		node.outputs.some((output) => {
			const own = output === '' ? undefined : axis.of(output);
			return own?.kind === 'odd' && own.at === node;
		}),
	);
	if (found.kind === 'odd' && culprits.length > 0 && culprits.every(({ type }) => type === 'NonZero')) return true;
	const first = found.kind === 'odd' ? found.at : (maker ?? `'${branch}'`);
	throw notUnderstood(
		typeof first !== 'string' && first.type === 'NonZero' ? (culprits.find(({ type }) => type !== 'NonZero') ?? first) : first,
		'a feed-forward block, which treats every token for itself, wherever it stands,',
	);
}

/**
 * Checks that what attention gives of a token lies at that token's place, behind those of the cache: of values that lie elsewhere, the
 * probabilities would say of another token what it gave.
 * @param values what enters the product with the probabilities, or the fused operator.
 * @throws {UserError} RA431 with the first node of which that does not show.
 */
export function mustKeepPlaces(graph: OnnxGraph, values: string, states: ReadonlyMap<string, TokenLayout>): void {
	const found = new TokenAxis(graph, allSeeds(graph, states), { places: true, picks: false, cache: true, sized: states }).of(values);
	if (found.kind === 'tokens' && found.layout.own.length === 1 && found.layout.times === 1) return;
	throw notUnderstood(
		found.kind === 'odd' ? found.at : (graph.producer(values) ?? `'${values}'`),
		'the values of attention, each of one token and at its place,',
	);
}

/** Checks that from the last state to the logits every row goes for itself. @throws {UserError} RA431 with the first node of which that does not show. */
export function mustKeepRows(
	graph: OnnxGraph,
	{ last, fusedNorm }: LogitsHead,
	logits: string,
	states: ReadonlyMap<string, TokenLayout>,
): void {
	const layout = states.get(last);
	if (layout === undefined) throw new Error('the last state is not among those of the residual stream');
	const seeds = new Map([[last, layout], ...(fusedNorm === undefined ? [] : [[fusedNorm.outputs[0]!, layout] as const])]);
	const found = new TokenAxis(graph, seeds, { places: false, picks: true, cache: false, sized: states }).of(logits);
	if (found.kind !== 'tokens' || !isOfRows(found.layout))
		throw notUnderstood(
			found.kind === 'odd' ? found.at : (graph.producer(logits) ?? `'${logits}'`),
			'the final norm, scaling or soft-capping of single rows',
		);
}

/** Whether a tensor holds numbers of single tokens, each at its place, of whatever states of the stream. */
export function isOfSingleTokens(graph: OnnxGraph, tensor: string, states: ReadonlyMap<string, TokenLayout>): boolean {
	const found = new TokenAxis(graph, allSeeds(graph, states), { places: false, picks: false, cache: false, sized: states }).of(tensor);
	return found.kind === 'tokens' && found.layout.times === 1;
}

function allSeeds(graph: OnnxGraph, states: ReadonlyMap<string, TokenLayout>): ReadonlyMap<string, TokenLayout> {
	return new Map([...states].flatMap(([state, layout]) => [...streamSeeds(graph, state, layout)]));
}

/** A fused norm gives the state and its norm: a block reads either. */
function streamSeeds(graph: OnnxGraph, stream: string, layout: TokenLayout | undefined): Map<string, TokenLayout> {
	if (layout === undefined) return new Map();
	const maker = graph.producer(stream);
	const names = maker?.type.startsWith('Skip') === true ? [maker.outputs[0], maker.outputs[3]] : [stream];
	return new Map(names.flatMap((name) => (name === undefined || name === '' ? [] : [[name, layout]])));
}

/**
 * Checks that before the first block every token goes for itself, and that no block without attention is among what is there.
 * @returns how `h^0` lies.
 * @throws {UserError} RA431
 */
export function mustBeEmbedding(graph: OnnxGraph, start: string): TokenLayout {
	const axis = new TokenAxis(graph, new Map(), { places: true, picks: false, cache: false, sized: new Map() });
	for (const node of graph.ancestors(start)) {
		const parts = addends(graph, node.outputs[0] ?? '')?.parts ?? [];
		const onto = parts.find((part) => parts.some((other) => other !== part && graph.reaches(other.tensor, part.tensor)));
		if (
			onto !== undefined &&
			parts.some((other) => other !== onto && [...graph.ancestors(other.tensor, onto.tensor)].some(({ type }) => isProduct(type)))
		) {
			const odd = axis.of(node.outputs[0] ?? '');
			if (odd.kind === 'odd' && odd.at !== node)
				throw notUnderstood(odd.at, 'attention, or a convolution or recurrence of a known form, in the first block');
			throw notUnderstood(node, 'attention in the first block (a branch without attention is added before it)');
		}
	}
	const found = axis.of(start);
	if (found.kind === 'tokens' && isOfRows(found.layout)) return found.layout;
	throw notUnderstood(
		found.kind === 'odd' ? found.at : `'${start}'`,
		'an embedding of single tokens and positions, before the first attention block,',
	);
}
