import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';
import { projectionOf, type Projection } from './after-projection.ts';
import { attentionCores, likeAttention, valuesOf, type AttentionCore } from './attention-core.ts';
import { attentionRule, type AttentionRule } from './attention-rule.ts';
import { projectedHeads, type ProjectedHeads } from './before-projection.ts';
import { logitsHead, type LogitsHead } from './head.ts';
import { residualChain, type ResidualStep, type StreamScale, type Term } from './residual-chain.ts';
import type { TokenLayout } from './token-layout.ts';
import { mustNotWeighTokens, tokenMixers } from './token-mixer.ts';
import { isOfSingleTokens, isSurelyTokenWise, mustBeEmbedding, mustBeTokenWise, mustKeepPlaces, mustKeepRows } from './token-wise.ts';

/** A state of the residual stream: a tensor of the graph, or (parallel residuals) the state before plus a branch. */
type StreamState = { readonly kind: 'tensor'; readonly tensor: string } | { readonly kind: 'sum'; readonly branch: Term };

/**
 * One thing that happens to the residual stream on a layer's way from behind its attention to its end: branches are added that read
 * the state `input`, or the stream is multiplied. `surely` says whether the branches' operators alone show that they treat every token
 * for itself, or the self-check has to; `routed` that it alone can, since tokens are picked by what they hold.
 */
export type FeedForwardStep =
	| { readonly kind: 'sum'; readonly branches: readonly Term[]; readonly input: string; readonly surely: boolean; readonly routed: boolean }
	| ({ readonly kind: 'scale' } & StreamScale);

/**
 * One contribution to the residual stream, in the order in which they count (attention before the FFN beside it). A layer has one of
 * each kind at most: what follows its attention is its feed-forward block, `FFN^l = h^l - h_mid^l`, in however many steps it comes.
 * A branch that looks at other tokens without attention is a block of its own, beside attention or in its place, and counts as the
 * model's own layers do (docs/methods/hybrid-models.md): `mixer` is the node by which it looks.
 */
export type Block =
	| {
			readonly kind: 'attention';
			readonly layer: number;
			readonly after: StreamState;
			readonly branch: Term;
			readonly rule: AttentionRule;
			readonly heads: ProjectedHeads;
			readonly projection: Projection;
			readonly parallel: boolean;
	  }
	| {
			readonly kind: 'ffn';
			readonly layer: number;
			readonly after: StreamState;
			readonly steps: readonly FeedForwardStep[];
			readonly mixer?: OnnxNode | undefined;
	  };

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
 * Recognizes a decoder in a graph by its structure; names of nodes and tensors mean nothing, but for the output `logits`.
 * @throws {UserError} RA431 with the node that is not understood.
 */
export function recognizeDecoder(graph: OnnxGraph): DecoderStructure {
	const logits = graph.outputs.find(({ name }) => name === 'logits');
	if (logits === undefined) throw notUnderstood("a graph without an output 'logits'", 'a decoder');
	const first = logitsHead(graph, logits.name, false);
	const cores = attentionCores(graph);
	const mixers = tokenMixers(graph);
	const mixing = new Map<string, boolean>();
	const mixes = (tensor: string): boolean => {
		const known = mixing.get(tensor);
		if (known !== undefined) return known;
		const found = [...graph.ancestors(tensor)].some((node) => cores.has(node) || mixers.has(node));
		mixing.set(tensor, found);
		return found;
	};
	const behind = graph.ancestors(first.last);
	if (![...behind].some((node) => cores.has(node))) {
		const like = likeAttention(graph);
		if (like !== undefined) throw notUnderstood(like, 'a Softmax whose probabilities go unchanged to the values');
		const alone = [...mixers].find((node) => behind.has(node));
		if (alone !== undefined)
			throw notUnderstood(
				alone,
				'at least one attention block beside such layers (without any, nothing says from which tokens an answer comes)',
			);
		throw notUnderstood(first.linear.node, 'a projection to the vocabulary behind blocks with attention');
	}
	const chain = residualChain(graph, first.last, mixes);
	const head = chain.steps.some(({ terms }) => terms.length === 0) ? logitsHead(graph, logits.name, true) : first;
	const { start, steps } = head.last === first.last ? chain : residualChain(graph, head.last, mixes);
	const hidden = head.linear.weight.inputs;
	// What is added to it has no more axes than it has.
	const layout: TokenLayout = { before: mustBeEmbedding(graph, start).before, own: [hidden], times: 1 };
	const states = new Map([start, ...steps.map(({ after }) => after)].map((state): [string, TokenLayout] => [state, layout]));
	const blocks = blocksOf(graph, steps, { cores, mixers }, states);
	mustKeepRows(graph, head, logits.name, states);
	for (const block of blocks) {
		if (block.kind === 'attention' && block.projection.linear.weight.outputs !== hidden) {
			throw notUnderstood(
				block.projection.linear.node,
				`an output projection to the ${hidden} numbers that the projection to the vocabulary takes`,
			);
		}
	}
	return {
		head,
		start,
		blocks,
		layers: blocks.reduce((max, { layer }) => Math.max(max, layer + 1), 0),
		hidden,
		vocabulary: head.linear.weight.outputs,
	};
}

/** Where a graph looks at other tokens: by attention, and without. */
interface Looks {
	readonly cores: ReadonlyMap<OnnxNode, AttentionCore>;
	readonly mixers: ReadonlySet<OnnxNode>;
}

/** Layers, from 0, in which a branch without attention looks at other tokens. */
export function mixingLayers({ blocks }: DecoderStructure): number[] {
	return [...new Set(blocks.flatMap((block) => (block.kind === 'ffn' && block.mixer !== undefined ? [block.layer] : [])))];
}

function blocksOf(
	graph: OnnxGraph,
	steps: readonly ResidualStep[],
	{ cores, mixers }: Looks,
	states: ReadonlyMap<string, TokenLayout>,
): Block[] {
	const blocks: Block[] = [];
	let layer = -1;
	const feedForward = (node: OnnxNode, after: StreamState, ...more: readonly FeedForwardStep[]) => {
		if (layer < 0) throw notUnderstood(node, 'attention in the first block');
		const last = blocks.at(-1);
		const open = last?.kind === 'ffn' && last.mixer === undefined ? last : undefined;
		if (open !== undefined) blocks.pop();
		blocks.push({ kind: 'ffn', layer, after, steps: [...(open?.steps ?? []), ...more] });
	};
	const looks = (node: OnnxNode): boolean => cores.has(node) || mixers.has(node);
	for (const [i, step] of steps.entries()) {
		// Attention may read keys and values that an earlier layer made of its own state (Gemma 4).
		const earlier = [...states.keys()].slice(0, i + 1);
		const sorted = step.terms.map((term) => {
			const nodes = graph.ancestors(term.tensor, ...earlier);
			return {
				term,
				nodes,
				cores: [...cores.values()].filter(({ node }) => nodes.has(node)),
				mixer: [...mixers].find((node) => nodes.has(node)),
			};
		});
		const attention = sorted.filter((branch) => branch.cores.length > 0);
		const mixing = sorted.filter((branch) => branch.cores.length === 0 && branch.mixer !== undefined);
		const others = sorted.filter((branch) => branch.cores.length === 0 && branch.mixer === undefined);
		const after: StreamState = { kind: 'tensor', tensor: step.after };
		const [first, second] = attention;
		if (step.scale !== undefined) {
			// What a layer's own stream is multiplied by belongs to its end; beside attention, or in a layer without a block behind it, it could belong to either.
			const last = blocks.at(-1);
			const inFeedForward = last?.kind === 'ffn' && last.mixer === undefined;
			if (
				first !== undefined ||
				mixing.length > 0 ||
				(!inFeedForward &&
					!isFollowedByFeedForward(steps.slice(i), (term, before) => [...graph.ancestors(term.tensor, before)].some(looks)))
			) {
				throw notUnderstood(
					step.node,
					'a residual stream that is multiplied only in or behind a feed-forward block (it is unclear to which block the change belongs)',
				);
			}
			mustMultiplyEachToken(graph, step, states);
			feedForward(step.node, after, { kind: 'scale', ...step.scale });
		}
		if (first !== undefined || mixing.length > 0) layer++;
		if (first !== undefined) {
			const [core, further] = first.cores;
			if (second !== undefined)
				throw notUnderstood(step.node, 'the addition of one attention branch (two of its parts depend on attention)');
			if (core === undefined || further !== undefined)
				throw notUnderstood(further?.node ?? step.node, 'one attention operator in a branch of the residual stream (this is a second)');
			const isGate = (tensor: string) => isOfSingleTokens(graph, tensor, states);
			const projection = projectionOf(graph, first.term.tensor, core, isGate);
			const heads = projectedHeads(graph, projection.linear.input, core, isGate);
			const rule = attentionRule(graph, core);
			mustKeepPlaces(graph, valuesOf(core), states);
			const parallel = mixing.length + others.length > 0;
			blocks.push({
				kind: 'attention',
				layer,
				branch: first.term,
				rule,
				heads,
				projection,
				parallel,
				after: parallel ? { kind: 'sum', branch: first.term } : after,
			});
		}
		for (const [m, { term, nodes, mixer }] of mixing.entries()) {
			mustNotWeighTokens(graph, step.before, nodes);
			const ends = m === mixing.length - 1 && others.length === 0;
			blocks.push({
				kind: 'ffn',
				layer,
				mixer,
				after: ends ? after : { kind: 'sum', branch: term },
				steps: [{ kind: 'sum', branches: [term], input: step.before, surely: false, routed: false }],
			});
		}
		if (others.length > 0) {
			const routed = others.filter(({ term }) => mustBeTokenWise(graph, term.tensor, step.before, states)).length > 0;
			const surely = !routed && others.every(({ nodes }) => isSurelyTokenWise(graph, nodes));
			feedForward(step.node, after, { kind: 'sum', branches: others.map(({ term }) => term), input: step.before, surely, routed });
		}
	}
	return blocks;
}

/** Whether the next branches that are added to the stream are a feed-forward block's. */
function isFollowedByFeedForward(steps: readonly ResidualStep[], mixes: (term: Term, before: string) => boolean): boolean {
	const next = steps.find(({ terms }) => terms.length > 0);
	return next !== undefined && !next.terms.some((term) => mixes(term, next.before));
}

/** @throws {UserError} RA431 for constants that are neither one number nor as many as the stream is wide. */
function mustMultiplyEachToken(graph: OnnxGraph, { node, scale }: ResidualStep, states: ReadonlyMap<string, TokenLayout>): void {
	const [{ own: [hidden] = [] } = {}] = states.values();
	const size = graph.dims(scale?.by ?? '')?.reduce((product, one) => product * one, 1);
	if (size !== 1 && size !== hidden)
		throw notUnderstood(node, 'a residual stream that is multiplied by one number, or by one for each of its own');
}
