import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes, type OnnxNode, type OnnxTensor, type OnnxValue } from '../onnx-model.ts';
import { valueInfo } from '../onnx-writer.ts';
import type { AttentionRule } from '../recognize/attention-rule.ts';
import type { Block, DecoderStructure } from '../recognize/decoder.ts';
import type { Term } from '../recognize/residual-chain.ts';
import type { ProjectedHeads } from '../recognize/before-projection.ts';
import type { Weight } from '../recognize/linear.ts';
import { withSink, type AttentionRows } from './attention-rows.ts';
import { proofOf, type BlockProof } from './proof.ts';
import { Emitter } from './emitter.ts';
import { feedForwardAgain } from './recompute-ffn.ts';
import { fusedAttention } from './fused-attention.ts';
import { headLogits } from './head-shares.ts';
import { LogitLens } from './logit-lens.ts';
import { blockRows, exactProbes, vocabularyPanels } from './probes.ts';
import { Rows } from './rows.ts';
import { screenedProbes } from './screen.ts';
import { finalColumns, finalStatistics } from './tail.ts';
import { tokenWiseDeviation } from './token-wise-proof.ts';
import { type EightBitWeights, unembeddingFacts } from './unembedding.ts';
import { Weights } from './weights.ts';

/** Names of the inputs and outputs that the attribution adds to a graph. */
export const spadNames = {
	/** `[R]` int64: positions of the predicting rows in the whole sequence. */
	positions: 'spad_positions',
	/** `[R]` int64: the tokens that they predict; `noTarget` in the only one: no probability is computed. */
	targets: 'spad_targets',
	/** `[S, G]` float32: which group each position belongs to, cached ones included. */
	membership: 'spad_membership',
	/** `[A]` int64, A >= 1: which of the R rows shares by key position are wanted for. */
	asked: 'spad_asked',
	/** `[A']` int64, A' >= 1: which of the R rows the second reading is wanted for; `noLensRow` in the only one: for none. */
	lensRows: 'spad_lens_rows',
	/** `[R, G + 1]`: attention by group, the row's own position last. */
	groups: 'spad_groups',
	/** `[L, R, G + 1]`: the same by layer. */
	attention: 'spad_attention',
	/** `[F, R]`: by feed-forward block. */
	feedForward: 'spad_feed_forward',
	/** `[B + 1, R]`: probe probability at every state of the residual stream. */
	probes: 'spad_probes',
	/** `[R, 5]`: see `finalColumns`. */
	final: 'spad_final',
	/** `[A, S]`: attention by key position. */
	keyShares: 'spad_key_shares',
	/** `[A', G + 4]`: the second reading, see `LogitLens.parts`. */
	lens: 'spad_lens',
	/** `[R]`: of each row, the sum of the errors of its probes from above; of a screened graph. */
	bound: 'spad_bound',
	/** `[2]`: probes that took a product in 8 bits, and exact ones; of a screened graph. */
	products: 'spad_products',
	/** `[L, 4]`, `[B]`, and of the feed-forward blocks that may mix tokens (if there are any): deviations that the self-check looks at. */
	proof: 'spad_proof',
	streamProof: 'spad_stream_proof',
	tokenProof: 'spad_token_proof',
	/** `[L]`: of the second reading, parts by key against the heads' logits. */
	lensProof: 'spad_lens_proof',
} as const;

/** What is emitted besides the attribution, or otherwise. */
export interface EmitOptions {
	/** Whether the deviations of the self-check are emitted too. */
	readonly proof: boolean;
	/**
	 * Probes that a bound says well enough are not computed, as long as no source is wrong by more than this (`screenedProbes`); absent:
	 * every probe is. An unembedding that does not lie as one matrix of numbers is never screened.
	 */
	readonly screen?: number | undefined;
	/** Of a screened graph: what this processor's products in 8 bits take (`eightBitWeights`); 'signed' where it is absent. */
	readonly eightBitWeights?: EightBitWeights | undefined;
	/** Whether the second reading of rows that are asked for is emitted too (`LogitLens`). What else the graph gives stays the same. */
	readonly lens?: boolean | undefined;
	/** Whether probes take the vocabulary panel by panel (`exactProbes`): `takesPanels` of the device. */
	readonly panels: boolean;
}

export interface EmittedAttribution {
	readonly nodes: readonly OnnxNode[];
	readonly initializers: ReadonlyMap<string, OnnxTensor>;
	readonly inputs: readonly OnnxValue[];
	readonly outputs: readonly OnnxValue[];
}

/** Name, tensor and shape of an output. */
type Output = [name: string, tensor: string, dims: readonly (number | string)[]];

/** Stands in `targets` for a row about which nothing is asked: only the cache is wanted. */
export const noTarget = -1;

/**
 * Emits SPAD (docs/methods/spad.md) for a recognized decoder: probes of every state of the residual stream, head shares, attention
 * by group of key positions, and the statistics of the model's own output.
 */
export function emitAttribution(
	graph: OnnxGraph,
	structure: DecoderStructure,
	{ proof, screen, eightBitWeights = 'signed', lens: withLens = false, panels: takesPanels }: EmitOptions,
): EmittedAttribution {
	const e = new Emitter();
	const { hidden, vocabulary, head } = structure;
	const rows = new Rows(e, spadNames.positions, spadNames.membership, structure.start, hidden);
	const weights = new Weights(graph, e.op('Div', [rows.count, rows.count]));
	const matrix = unscaled(head.linear.weight);
	const unembedding = weights.columns(e, matrix, spadNames.targets);
	const max = blockRows(vocabulary);
	const go = e.op('Squeeze', [e.op('Greater', [e.slice(spadNames.targets, 0, 0, 1), e.ints([noTarget])]), e.ints([0])]);

	const lens = withLens
		? new LogitLens(e, {
				graph,
				structure,
				weights,
				rows: spadNames.lensRows,
				positions: spadNames.positions,
				targets: spadNames.targets,
				membership: spadNames.membership,
				unembedding,
			})
		: undefined;

	const states = [rows.of(e, structure.start, hidden)];
	const mixes: string[] = [];
	const proofs: BlockProof[] = [];
	const streamProofs: string[] = [];
	const tokenProofs: string[] = [];
	// Rows of the last state, where not all of its tokens are needed.
	let last: string | undefined;
	for (const one of structure.blocks) {
		const before = states.at(-1)!;
		const alone = readByRowsAlone(graph, structure, one)
			? one.steps.flatMap((step) =>
					step.kind === 'sum' ? [feedForwardAgain(e, graph, step, (tensor, axis) => e.gather(tensor, rows.places, axis))] : [],
				)
			: undefined;
		const rowsOf = ({ tensor }: Term): string => {
			const own = alone?.map((made) => made.get(tensor)).find((made) => made !== undefined);
			return own === undefined ? rows.of(e, tensor, hidden) : e.reshape(own, -1, hidden);
		};
		const added = (sum: string, terms: readonly Term[]) =>
			terms.reduce((part, term) => e.add(part, branchRows(e, rowsOf(term), weights, term)), sum);
		const summed =
			one.kind === 'attention'
				? added(before, [one.branch])
				: one.steps.reduce(
						(part, step) =>
							step.kind === 'sum'
								? added(part, step.branches)
								: e.op(step.divide ? 'Div' : 'Mul', [part, e.reshape(weights.float(e, step.by), -1)]),
						before,
					);
		const stored = one.after.kind === 'tensor' && (alone === undefined || proof) ? rows.of(e, one.after.tensor, hidden) : summed;
		states.push(alone === undefined ? stored : summed);
		if (proof) streamProofs.push(proofOf.difference(e, summed, stored));
		if (alone !== undefined) last = summed;
		if (proof && one.kind === 'ffn' && one.mixer === undefined)
			tokenProofs.push(
				...one.steps.flatMap((step) => (step.kind === 'scale' || step.surely ? [] : [tokenWiseDeviation(e, graph, rows, step, hidden)])),
			);
		if (one.kind !== 'attention') continue;
		const attention = inProjectedOrder(e, one, attentionRows(e, graph, one.rule, rows, weights, one.projection.linear.weight.inputs));
		const { probabilities, product, sink } = attention;
		const z = headLogits(e, one, rows, weights, unembedding, hidden, e.size(probabilities, 0));
		const shares = e.unsqueeze(e.transpose(e.op('Softmax', [z.logits], { ints: { axis: -1 } }), 1, 0), 2);
		const byKey =
			sink?.byKey ?? (roundedRows(graph, one.rule) ? e.op('Div', [probabilities, e.sum(probabilities, 2, true)]) : probabilities);
		const mix = e.sum(e.mul(byKey, shares), 0, false);
		mixes.push(mix);
		lens?.addAttention(one, states.at(-1)!, attention, mix, proof);
		if (proof)
			proofs.push({
				probabilities,
				sink,
				product: product(),
				output: rows.of(e, withoutGates(e, one.heads, one.heads.output), one.projection.linear.weight.inputs),
				headSum: z.rest === undefined ? e.sum(z.logits, 1, false) : e.add(e.sum(z.logits, 1, false), z.rest),
				branchLogit: e.sum(e.mul(rows.of(e, one.branch.tensor, hidden), unembedding), 1, false),
			});
	}

	const panels = takesPanels ? vocabularyPanels(e, matrix, weights) : [];
	const exact = exactProbes(e, matrix, weights, { go, panels });
	const screened =
		screen === undefined || matrix.kind !== 'plain'
			? undefined
			: screenedProbes(e, unembeddingFacts(e, graph, matrix, eightBitWeights), {
					states: stacked(e, states),
					count: states.length,
					vocabulary,
					hidden,
					targets: spadNames.targets,
					rows: rows.count,
					unembedding,
					budget: screen,
					loop: { max, go },
					exact,
				});
	const probes =
		screened?.probabilities ??
		e.reshape(
			exact(
				e.reshape(stacked(e, states), -1, hidden),
				e.reshape(e.op('Expand', [spadNames.targets, e.concat([e.ints([states.length]), rows.count], 0)]), -1, 1),
			),
			states.length,
			rows.count,
		);
	const final = finalStatistics(e, graph, structure, rows, weights, { last, panels, targets: spadNames.targets, blocks: { max, go } });
	const outputs = combined(e, structure, rows, { mixes, probes });
	const named: Output[] = [...outputs, [spadNames.final, final, ['rows', finalColumns.length]]];
	if (lens !== undefined) named.push([spadNames.lens, lens.parts(states, panels, { max, go }), ['lens_rows', 'groups_and_four']]);
	if (lens !== undefined && lens.proofs.length > 0)
		named.push([
			spadNames.lensProof,
			e.concat(
				lens.proofs.map((one) => e.reshape(one, 1)),
				0,
			),
			[lens.proofs.length],
		]);
	if (proof)
		named.push(
			[spadNames.proof, proofOf.blocks(e, rows, proofs), [proofs.length, 4]],
			[
				spadNames.streamProof,
				e.concat(
					streamProofs.map((one) => e.reshape(one, 1)),
					0,
				),
				[streamProofs.length],
			],
		);
	if (tokenProofs.length > 0)
		named.push([
			spadNames.tokenProof,
			e.concat(
				tokenProofs.map((one) => e.reshape(one, 1)),
				0,
			),
			[tokenProofs.length],
		]);
	if (screened !== undefined) named.push([spadNames.bound, screened.bound, ['rows']], [spadNames.products, screened.products, [2]]);
	const ends = named.map(
		([name, tensor]): OnnxNode => ({ name, type: 'Identity', domain: '', inputs: [tensor], outputs: [name], attributes: new Map() }),
	);
	return {
		nodes: [...e.nodes, ...ends],
		initializers: e.initializers,
		inputs: [
			valueInfo(spadNames.positions, dataTypes.int64, ['rows']),
			valueInfo(spadNames.targets, dataTypes.int64, ['rows']),
			valueInfo(spadNames.membership, dataTypes.float, ['spad_all_tokens', 'groups']),
			valueInfo(spadNames.asked, dataTypes.int64, ['asked']),
			...(lens === undefined ? [] : [valueInfo(spadNames.lensRows, dataTypes.int64, ['lens_rows'])]),
		],
		outputs: named.map(([name, , dims]) => valueInfo(name, dataTypes.float, dims)),
	};
}

/** A logit scale that was folded into the product belongs to the model's output and not to probes (docs/methods/spad.md). */
function unscaled(weight: Weight): Weight {
	return weight.kind === 'plain' ? { ...weight, scale: 1 } : weight;
}

/**
 * Whether a block is the last one, which only its own rows read, and a feed-forward block whose operators treat every token for itself:
 * it is computed for the asked rows alone. Dynamic quantization takes its range from all rows.
 */
function readByRowsAlone(graph: OnnxGraph, { blocks, head }: DecoderStructure, block: Block): block is Extract<Block, { kind: 'ffn' }> {
	if (
		block.kind !== 'ffn' ||
		block !== blocks.at(-1) ||
		block.after.kind !== 'tensor' ||
		block.after.tensor !== head.last ||
		graph.dataType(head.last) !== dataTypes.float
	)
		return false;
	const quantizes = (nodes: Iterable<OnnxNode>): boolean => [...nodes].some(({ type }) => type.startsWith('DynamicQuantize'));
	return (
		!quantizes(head.tail) &&
		block.steps.every(
			(step) =>
				step.kind === 'scale' ||
				(step.surely && !quantizes(step.branches.flatMap(({ tensor }) => [...graph.ancestors(tensor, step.input)]))),
		)
	);
}

function branchRows(e: Emitter, own: string, weights: Weights, { bias }: Term): string {
	return bias === undefined ? own : e.add(own, weights.float(e, bias));
}

/** Rows of half-precision probabilities add up to one but for 1e-3; they are scaled so that shares add up to what attention gave. */
function roundedRows(graph: OnnxGraph, rule: AttentionRule): boolean {
	return rule.kind === 'given' && graph.dataType(rule.probabilities) !== dataTypes.float;
}

/** What becomes of a tensor that lies like attention's output on the way to the projection, gates and norms left out. */
function withoutGates(e: Emitter, { layout }: ProjectedHeads, tensor: string): string {
	return layout.reduce((at, node) => e.copy(node, [at, ...node.inputs.slice(1)]), tensor);
}

/** Heads in the order in which they are projected: their numbers are sent on the same way as their outputs. */
function inProjectedOrder(
	e: Emitter,
	{ heads, projection }: Extract<Block, { kind: 'attention' }>,
	attention: AttentionRows,
): AttentionRows {
	if (!heads.reordered) return attention;
	const count = e.size(attention.probabilities, 0);
	const numbers = e.cast(
		e.reshape(e.op('Range', [e.ints(0), e.op('Squeeze', [count, e.ints([0])]), e.ints(1)]), -1, 1, 1),
		dataTypes.float,
	);
	const sent = e.reshape(withoutGates(e, heads, e.op('Expand', [numbers, e.shape(heads.output)])), -1, projection.linear.weight.inputs);
	const order = e.cast(e.slice(e.reshape(e.slice(sent, 0, 0, 1), count, -1), 1, 0, 1), dataTypes.int64);
	const put = (tensor: string) => e.gather(tensor, e.reshape(order, -1), 0);
	const { probabilities, sink, product, values } = attention;
	return {
		probabilities: put(probabilities),
		product: () => put(product()),
		values: () => put(eachHeads(e, values(), count)),
		...(sink && { sink: { share: put(sink.share), byKey: put(sink.byKey) } }),
	};
}

/** Values `[H or fewer, S, size]` as `[H, S, size]`. */
function eachHeads(e: Emitter, values: string, heads: string): string {
	const own = e.unsqueeze(values, 1);
	const kept = e.size(values, 0);
	const shape = e.concat([kept, e.op('Div', [heads, kept]), e.size(values, 1), e.size(values, 2)], 0);
	return e.reshape(e.op('Expand', [own, shape]), heads, e.size(values, 1), -1);
}

/** Attention probabilities of the rows, attention's output from them, and its values. */
function attentionRows(e: Emitter, graph: OnnxGraph, rule: AttentionRule, rows: Rows, weights: Weights, width: number): AttentionRows {
	if (rule.kind === 'fused') return fusedAttention(e, rule, rows, weights, width);
	const product = () => rows.ofHeads(e, rule.product);
	const values = () => {
		const given = graph.producer(rule.product)?.inputs[1] ?? '';
		return e.cast(e.reshape(given, -1, e.size(given, -2), e.size(given, -1)), dataTypes.float);
	};
	// What the graph multiplies the values by is held against it by the proof.
	return rule.sink
		? { ...withSink(e, rows.ofHeads(e, rule.softmax.inputs[0]!)), probabilities: rows.ofHeads(e, rule.probabilities), product, values }
		: { probabilities: rows.ofHeads(e, rule.probabilities), product, values };
}

/** `[B + 1, R, d]`. */
function stacked(e: Emitter, states: readonly string[]): string {
	return e.concat(
		states.map((state) => e.unsqueeze(state, 0)),
		0,
	);
}

/** From probes and mixes `[R, S]` to the outputs. */
function combined(
	e: Emitter,
	{ blocks }: DecoderStructure,
	rows: Rows,
	{ mixes, probes }: { mixes: readonly string[]; probes: string },
): Output[] {
	const steps = e.sub(e.slice(probes, 0, 1, blocks.length + 1), e.slice(probes, 0, 0, blocks.length));
	const places = (kind: Block['kind']) => blocks.flatMap((block, i) => (block.kind === kind ? [i] : []));
	const deltas = (kind: Block['kind']) => e.gather(steps, e.ints(places(kind)), 0);
	const attention = deltas('attention');
	// 'self' is the key at the row's own position: it is moved out of whatever group that position belongs to.
	const position = e.unsqueeze(rows.positions, 1);
	const own = e.gather(spadNames.membership, rows.positions, 0);
	const shares = mixes.map((mix) => {
		const self = e.op('GatherElements', [mix, position], { ints: { axis: 1 } });
		return e.unsqueeze(e.concat([e.sub(e.op('MatMul', [mix, spadNames.membership]), e.mul(self, own)), self], 1), 0);
	});
	const byLayer = e.mul(e.concat(shares, 0), e.unsqueeze(attention, 2));
	const asked = mixes.map((mix) => e.unsqueeze(e.gather(mix, spadNames.asked, 0), 0));
	const keys = e.sum(e.mul(e.concat(asked, 0), e.unsqueeze(e.gather(attention, spadNames.asked, 1), 2)), 0, false);
	const layers = places('attention').length;
	return [
		[spadNames.groups, e.sum(byLayer, 0, false), ['rows', 'groups_and_self']],
		[spadNames.attention, byLayer, [layers, 'rows', 'groups_and_self']],
		[spadNames.feedForward, deltas('ffn'), [blocks.length - layers, 'rows']],
		[spadNames.probes, probes, [blocks.length + 1, 'rows']],
		[spadNames.keyShares, keys, ['asked', 'spad_all_tokens']],
	];
}
