import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes } from '../onnx-model.ts';
import type { AfterStep } from '../recognize/after-projection.ts';
import type { Block, DecoderStructure } from '../recognize/decoder.ts';
import { finalNormSteps } from '../recognize/final-norm.ts';
import type { AttentionRows } from './attention-rows.ts';
import type { Emitter } from './emitter.ts';
import { headDirections, pulledBack } from './head-shares.ts';
import type { Panel } from './probes.ts';
import { proofOf } from './proof.ts';
import type { LoopRows } from './row-loop.ts';
import { Rows } from './rows.ts';
import { finalNorm, outputProbabilities } from './tail.ts';
import type { Weights } from './weights.ts';

type Attention = Extract<Block, { kind: 'attention' }>;

/** In `LensInput.rows` alone: nothing is asked. */
export const noLensRow = -1;

/**
 * A part that is far below any logit's, and of which a quotient is still a number: where no value of a layer goes the way of its change,
 * attention alone decides.
 */
const negligible = 1e-12;

export interface LensInput {
	readonly graph: OnnxGraph;
	readonly structure: DecoderStructure;
	readonly weights: Weights;
	/** `[A]` int64: which of the R rows are read; `noLensRow` alone: none. */
	readonly rows: string;
	/** Positions of all rows, and their targets `[R]`. */
	readonly positions: string;
	readonly targets: string;
	/** `[S, G]`. */
	readonly membership: string;
	/** Unembedding rows of the targets `[R, d]`. */
	readonly unembedding: string;
}

/** What a layer's heads add to the target's logit by source `[A, G + 1]`, the row's own position last. */
interface LayerParts {
	/** Of the heads that make it larger, and of those that make it smaller: both at least 0. */
	readonly up: string;
	readonly down: string;
}

/**
 * Why the second reading cannot weigh heads by what their values add, as a clause; `undefined`: it can.
 */
export function whyNotByValues(graph: OnnxGraph, { head, blocks }: DecoderStructure): string | undefined {
	if (finalNormSteps(graph, head) === undefined) return 'its final norm has a form that is not known';
	return blocks.some((block) => block.kind === 'attention' && !block.heads.proportional)
		? 'a norm between its attention and the output projection mixes the values'
		: undefined;
}

/**
 * Emits the second reading of the seven sources (docs/methods/spad.md): probes by the model's own output layers, final norm included, and
 * attention's part divided among the sources by what each head adds to the target's logit from each of them.
 */
export class LogitLens {
	/** Of each attention block, how far its parts by key are from its heads' logits: numbers without dimensions. */
	readonly proofs: string[] = [];
	readonly #e: Emitter;
	readonly #input: LensInput;
	readonly #rows: Rows;
	readonly #unembedding: string;
	/** `undefined`: heads are weighed as in the first reading. */
	readonly #norm: readonly AfterStep[] | undefined;
	readonly #parts: LayerParts[] = [];
	/** Attention by key with the first reading's weights of heads, `[A, S]`. */
	readonly #mixes: string[] = [];
	/** Where the own group's membership is of each row: `[A, G]`. */
	readonly #own: string;

	constructor(e: Emitter, input: LensInput) {
		const { graph, structure, positions, membership, rows, unembedding } = input;
		this.#e = e;
		this.#input = input;
		this.#rows = new Rows(e, e.gather(positions, rows, 0), membership, structure.start, structure.hidden);
		this.#unembedding = e.gather(unembedding, rows, 0);
		this.#own = e.gather(membership, this.#rows.positions, 0);
		this.#norm = whyNotByValues(graph, structure) === undefined ? finalNormSteps(graph, structure.head) : undefined;
	}

	/**
	 * Takes an attention block in.
	 * @param state the stream after it, `[R, d]`.
	 * @param attention heads in the order in which they are projected.
	 * @param mix attention by key with the first reading's weights of heads, `[R, S]`.
	 */
	addAttention(block: Attention, state: string, attention: AttentionRows, mix: string, proof: boolean): void {
		const e = this.#e;
		const { rows } = this.#input;
		this.#mixes.push(e.unsqueeze(e.gather(mix, rows, 0), 0));
		if (this.#norm === undefined) return;
		const { along } = headDirections(e, block, this.#rows, this.#input.weights, this.#throughNorm(state, this.#norm), this.#hidden);
		const probabilities = e.gather(attention.probabilities, rows, 1);
		const values = attention.values();
		const [heads, kept] = [e.size(probabilities, 0), e.size(values, 0)];
		const byHead = e.transpose(e.reshape(this.#gated(block, along), this.#rows.count, heads, -1), 1, 0, 2);
		const directions = e.reshape(byHead, kept, -1, e.size(values, 2));
		const added = e.reshape(e.op('MatMul', [directions, e.transpose(values, 0, 2, 1)]), heads, this.#rows.count, -1);
		const parts = e.mul(added, probabilities);
		const bySource = this.#bySource(parts, heads);
		const positive = (signed: string): string => e.sum(e.op('Max', [signed, e.float(0)]), 0, true);
		this.#parts.push({ up: positive(bySource), down: positive(e.op('Neg', [bySource])) });
		if (!proof) return;
		const { input, weight } = block.projection.linear;
		const logits = e.sum(e.mul(this.#rows.of(e, input, weight.inputs), along), 1, false);
		this.proofs.push(proofOf.difference(e, e.sum(e.sum(parts, 2, false), 0, false), logits));
	}

	/**
	 * Emits the second reading.
	 * @param states of the residual stream, each `[R, d]`: the first, and that after each block.
	 * @param blocks how probes go over rows; `go` is whether anything is computed at all.
	 * @returns `[A, G + 4]`: attention by group, the row's own position, all feed-forward blocks, the probe at the first state, the probe at the last.
	 */
	parts(states: readonly string[], panels: readonly Panel[], blocks: Omit<LoopRows, 'total'> & { readonly go: string }): string {
		const e = this.#e;
		const { graph, structure, weights, rows, targets } = this.#input;
		const count = states.length;
		const asked = e.op('Squeeze', [e.op('Greater', [e.slice(rows, 0, 0, 1), e.ints([noLensRow])]), e.ints([0])]);
		const stacked = e.concat(
			states.map((state) => e.gather(state, rows, 0)),
			0,
		);
		const wanted = e.op('Expand', [e.gather(targets, rows, 0), e.concat([e.ints([count]), this.#rows.count], 0)]);
		const probes = e.reshape(
			outputProbabilities(e, graph, structure, weights, {
				states: stacked,
				targets: e.reshape(wanted, -1, 1),
				panels,
				blocks: { ...blocks, go: e.op('And', [blocks.go, asked]) },
			}),
			count,
			this.#rows.count,
		);
		const steps = e.sub(e.slice(probes, 0, 1, count), e.slice(probes, 0, 0, count - 1));
		const of = (kind: Block['kind']) =>
			e.gather(steps, e.ints(structure.blocks.flatMap((block, i) => (block.kind === kind ? [i] : []))), 0);
		const change = e.unsqueeze(of('attention'), 2);
		const shares = this.#shares(e.op('Less', [change, e.float(0)]));
		const column = (tensor: string) => e.reshape(tensor, -1, 1);
		const at = (index: number) => column(e.gather(probes, e.ints([index]), 0));
		const feedForward = column(
			structure.blocks.every(({ kind }) => kind === 'attention') ? e.mul(at(0), e.float(0)) : e.sum(of('ffn'), 0, false),
		);
		return e.concat([e.sum(e.mul(shares, change), 0, false), feedForward, at(0), at(count - 1)], 1);
	}

	/**
	 * Shares of each layer's change by source `[L, A, G + 1]`; they add up to one.
	 * @param falls whether attention made the target less likely, `[L, A, 1]`.
	 */
	#shares(falls: string): string {
		const e = this.#e;
		const attention = this.#bySource(e.concat(this.#mixes, 0), e.ints([this.#mixes.length]));
		if (this.#norm === undefined) return attention;
		const together = (which: keyof LayerParts) =>
			e.concat(
				this.#parts.map((parts) => parts[which]),
				0,
			);
		const parts = e.add(e.op('Where', [falls, together('down'), together('up')]), e.mul(attention, e.float(negligible)));
		return e.op('Div', [parts, e.sum(parts, 2, true)]);
	}

	get #hidden(): number {
		return this.#input.structure.hidden;
	}

	/** The directions `[A, d]` in which a state adds to the target's logit, the norm's scale taken from the whole state. */
	#throughNorm(state: string, steps: readonly AfterStep[]): string {
		const e = this.#e;
		const { graph, structure, rows, weights } = this.#input;
		const made = finalNorm(e, graph, structure, e.gather(state, rows, 0));
		const rowsOf = (tensor: string, width: number): string => {
			const own = made.get(tensor);
			if (own === undefined) throw new RangeError(`'${tensor}' is no part of the final norm`);
			return e.cast(e.reshape(own, -1, width), dataTypes.float);
		};
		return steps.reduce((g, step) => pulledBack(e, step, g, rowsOf, weights, this.#hidden), this.#unembedding);
	}

	/** What gates between attention and the output projection make of directions `[A, H * size]`. */
	#gated({ heads: { output, steps }, projection }: Attention, along: string): string {
		const e = this.#e;
		if (!steps.some(({ node: { type } }) => type === 'Mul' || type === 'Div')) return along;
		const type = this.#input.graph.dataType(output) ?? dataTypes.float;
		const ones = e.op('Expand', [e.cast(e.float(1), type), e.shape(output)]);
		const gates = steps.reduce(
			(at, { node, from }) =>
				e.copy(
					node,
					node.inputs.map((input) => (input === from ? at : input)),
				),
			ones,
		);
		return e.mul(along, this.#rows.of(e, gates, projection.linear.weight.inputs));
	}

	/** Sums `[n, A, S]` by group of keys: `[n, A, G + 1]`, the row's own position last. */
	#bySource(byKey: string, n: string): string {
		const e = this.#e;
		const { positions, count } = this.#rows;
		const place = e.op('Expand', [e.reshape(positions, 1, -1, 1), e.concat([n, count, e.ints([1])], 0)]);
		const self = e.op('GatherElements', [byKey, place], { ints: { axis: 2 } });
		const groups = e.sub(e.op('MatMul', [byKey, this.#input.membership]), e.mul(self, this.#own));
		return e.concat([groups, self], 2);
	}
}
