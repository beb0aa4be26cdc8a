import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../refusal.ts';
import { attentionInRows, projectionOf, type Projection } from './after-projection.ts';
import { attentionCores, likeAttention, valuesOf, type AttentionCore } from './attention-core.ts';
import { attentionRule, type AttentionRule } from './attention-rule.ts';
import { logitsHead, type LogitsHead } from './head.ts';
import { residualChain, type ResidualStep, type Term } from './residual-chain.ts';
import type { TokenLayout } from './token-axis.ts';
import { isSurelyTokenWise, mustBeEmbedding, mustBeTokenWise, mustKeepPlaces, mustKeepRows } from './token-wise.ts';

/** A state of the residual stream: a tensor of the graph, or (parallel residuals) the state before plus a branch. */
export type { Term } from './residual-chain.ts';
export type StreamState = { readonly kind: 'tensor'; readonly tensor: string } | { readonly kind: 'sum'; readonly branch: Term };

/**
 * One contribution to the residual stream, in the order in which they count (attention before the FFN beside it).
 * `input` is the state that a feed-forward block reads; `surely` says whether its operators alone show that it treats every token
 * for itself, or the self-check has to.
 * `output` is attention's output in rows of all heads, before a gate or norm that precedes the projection.
 */
export type Block =
	| { readonly kind: 'attention'; readonly layer: number; readonly after: StreamState; readonly branch: Term; readonly rule: AttentionRule; readonly output: string; readonly projection: Projection; readonly parallel: boolean }
	| { readonly kind: 'ffn'; readonly layer: number; readonly after: StreamState; readonly branches: readonly Term[]; readonly input: string; readonly surely: boolean };

/** A decoder as attribution needs to know it. */
export interface DecoderStructure {
	readonly head: LogitsHead;
	/** `h^0`: embedding, after its scaling, norm and learned positions. */
	readonly start: string;
	readonly blocks: readonly Block[];
	readonly layers: number;
	/** Width `d` of the residual stream. */
	readonly hidden: number;
	/** Rows `V` of the unembedding. */
	readonly vocabulary: number;
}

/**
 * Recognises a decoder in a graph by its structure; names of nodes and tensors mean nothing, but for the output `logits`.
 * @throws {UserError} RA431 with the node that is not understood.
 */
export function recogniseDecoder(graph: OnnxGraph): DecoderStructure {
	const logits = graph.outputs.find(({ name }) => name === 'logits');
	if (logits === undefined) throw notUnderstood('a graph without an output \'logits\'', 'a decoder');
	const head = logitsHead(graph, logits.name);
	const cores = attentionCores(graph);
	const mixing = new Map<string, boolean>();
	const mixes = (tensor: string): boolean => {
		const known = mixing.get(tensor);
		if (known !== undefined) return known;
		const found = [...graph.ancestors(tensor)].some((node) => cores.has(node));
		mixing.set(tensor, found);
		return found;
	};
	if (!mixes(head.last)) {
		const like = likeAttention(graph);
		if (like !== undefined) throw notUnderstood(like, 'a Softmax whose probabilities go unchanged to the values');
		throw notUnderstood(head.linear.node, 'a projection to the vocabulary behind blocks with attention');
	}
	const { start, steps } = residualChain(graph, head.last, mixes);
	const hidden = head.linear.weight.inputs;
	// What is added to it has no more axes than it has.
	const layout: TokenLayout = { before: mustBeEmbedding(graph, start).before, own: [hidden], times: 1 };
	const states = new Map([start, ...steps.map(({ after }) => after)].map((state): [string, TokenLayout] => [state, layout]));
	const blocks = blocksOf(graph, steps, cores, states);
	mustKeepRows(graph, head, logits.name, states);
	for (const block of blocks) {
		if (block.kind === 'attention' && block.projection.linear.weight.outputs !== hidden) {
			throw notUnderstood(block.projection.linear.node, `an output projection to the ${hidden} numbers that the projection to the vocabulary takes`);
		}
	}
	return { head, start, blocks, layers: blocks.reduce((most, { layer }) => Math.max(most, layer + 1), 0), hidden, vocabulary: head.linear.weight.outputs };
}

function blocksOf(graph: OnnxGraph, steps: readonly ResidualStep[], cores: ReadonlyMap<OnnxNode, AttentionCore>, states: ReadonlyMap<string, TokenLayout>): Block[] {
	const blocks: Block[] = [];
	let layer = -1;
	for (const step of steps) {
		const sorted = step.terms.map((term) => {
			const nodes = graph.ancestors(term.tensor, step.before);
			return { term, nodes, cores: [...cores.values()].filter(({ node }) => nodes.has(node)) };
		});
		const attention = sorted.filter((branch) => branch.cores.length > 0);
		const others = sorted.filter((branch) => branch.cores.length === 0);
		const after: StreamState = { kind: 'tensor', tensor: step.after };
		const [first, second] = attention;
		if (first !== undefined) {
			const [core, further] = first.cores;
			if (second !== undefined) throw notUnderstood(step.node, 'the addition of one attention branch (two of its parts depend on attention)');
			if (core === undefined || further !== undefined) throw notUnderstood(further?.node ?? step.node, 'one attention operator in a branch of the residual stream (this is a second)');
			layer++;
			const projection = projectionOf(graph, first.term.tensor, core);
			const output = attentionInRows(graph, projection.linear.input, core);
			const rule = attentionRule(graph, core);
			mustKeepPlaces(graph, valuesOf(core), states);
			const parallel = others.length > 0;
			blocks.push({
				kind: 'attention', layer, branch: first.term, rule, output, projection, parallel,
				after: parallel ? { kind: 'sum', branch: first.term } : after,
			});
		}
		if (others.length > 0) {
			if (layer < 0) throw notUnderstood(step.node, 'attention in the first block');
			for (const { term } of others) mustBeTokenWise(graph, term.tensor, step.before, states);
			const surely = others.every(({ nodes }) => isSurelyTokenWise(graph, nodes));
			blocks.push({ kind: 'ffn', layer, after, branches: others.map(({ term }) => term), input: step.before, surely });
		}
	}
	return blocks;
}
