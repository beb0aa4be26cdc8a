import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes } from '../onnx-model.ts';
import type { Weight } from '../recognize/linear.ts';
import type { Emitter } from './emitter.ts';

type Blocks = Extract<Weight, { kind: 'blocks' }>;

/** Emits what is done with weight matrices as they are stored, in float32 over dequantized numbers. */
export class Weights {
	readonly #graph: OnnxGraph;
	/** 1 as `[1]`, known only at run time: what depends on it is computed when it is needed and not kept in memory from the start. */
	readonly #one: string;

	constructor(graph: OnnxGraph, one: string) {
		this.#graph = graph;
		this.#one = one;
	}

	/** A tensor as float32. */
	float(e: Emitter, tensor: string): string {
		return this.#graph.dataType(tensor) === dataTypes.float ? tensor : e.cast(tensor, dataTypes.float);
	}

	/** The matrix of a `plain` weight as it lies, as float32. */
	matrix(e: Emitter, { tensor }: Extract<Weight, { kind: 'plain' }>): string {
		if (this.#graph.dataType(tensor) === dataTypes.float) return tensor;
		const dims = this.#graph.dims(tensor);
		return e.cast(dims === undefined ? tensor : this.#atRunTime(e, tensor, dims), dataTypes.float);
	}

	/** `[inputs, outputs]` float32 of `integer` weights, dequantized. */
	integers(e: Emitter, weight: Extract<Weight, { kind: 'integer' }>): string {
		return this.#dequantized(e, this.#atRunTime(e, weight.tensor, [weight.inputs, weight.outputs]), weight.scale, weight.zeroPoint, 1);
	}

	/** `x W` for `x` `[n, inputs]` float32, without a bias. `held` is what `hold` gave. */
	apply(e: Emitter, weight: Weight, x: string, held: string): string {
		switch (weight.kind) {
			case 'plain':
				return weight.transposed
					? e.op('Gemm', [x, held], { ints: { transB: 1 }, floats: { alpha: weight.scale } })
					: this.#scaled(e, e.op('MatMul', [x, held]), weight.scale);
			case 'integer':
				return e.op('MatMul', [x, held]);
			case 'blocks':
				return e.op('MatMulNBits', [x, weight.packed, held, ...(weight.zeroPoints === undefined ? [] : [weight.zeroPoints])], {
					// Level 1 computes with float32 activations: the probe is defined over the dequantized matrix.
					ints: { K: weight.inputs, N: weight.outputs, bits: weight.bits, block_size: weight.blockSize, accuracy_level: 1 },
					domain: 'com.microsoft',
				});
		}
	}

	/** What `apply` needs to have made once, outside of a loop. */
	hold(e: Emitter, weight: Weight): string {
		switch (weight.kind) {
			case 'plain':
				return this.matrix(e, weight);
			case 'integer':
				return this.integers(e, weight);
			case 'blocks':
				return this.float(e, weight.scales);
		}
	}

	/**
	 * A `plain` float32 weight whose columns lie one after another in a file, in panels of at most `columns` of them, for `apply`: each
	 * is a place in the same file, so that nothing is copied. None for others.
	 */
	panels(e: Emitter, weight: Weight, columns: number): Extract<Weight, { kind: 'plain' }>[] {
		const stored = weight.kind === 'plain' && weight.transposed ? this.#graph.initializers.get(weight.tensor) : undefined;
		if (weight.kind !== 'plain' || stored?.dataType !== dataTypes.float || stored.data.kind !== 'file') return [];
		const { location, offset } = stored.data;
		const columnBytes = 4 * weight.inputs;
		return Array.from({ length: Math.ceil(weight.outputs / columns) }, (_, p) => {
			const from = p * columns;
			const outputs = Math.min(columns, weight.outputs - from);
			const tensor = e.stored({
				dataType: dataTypes.float,
				dims: [outputs, weight.inputs],
				data: { kind: 'file', location, offset: offset + from * columnBytes, length: outputs * columnBytes },
			});
			return { ...weight, tensor, outputs };
		});
	}

	/** Columns of `W` as rows: `[n, inputs]` float32, one for each of `outputs` `[n]`. */
	columns(e: Emitter, weight: Weight, outputs: string): string {
		switch (weight.kind) {
			case 'plain': {
				const rows = weight.transposed ? e.gather(weight.tensor, outputs, 0) : e.transpose(e.gather(weight.tensor, outputs, 1), 1, 0);
				return this.#scaled(
					e,
					this.#graph.dataType(weight.tensor) === dataTypes.float ? rows : e.cast(rows, dataTypes.float),
					weight.scale,
				);
			}
			case 'integer': {
				const perOutput = (tensor: string) =>
					(this.#graph.dims(tensor) ?? []).reduce((a, b) => a * b, 1) > 1 ? e.gather(e.reshape(tensor, -1), outputs, 0) : tensor;
				const zeroPoint = weight.zeroPoint === undefined ? undefined : perOutput(weight.zeroPoint);
				return e.transpose(this.#dequantized(e, e.gather(weight.tensor, outputs, 1), perOutput(weight.scale), zeroPoint, 1), 1, 0);
			}
			case 'blocks':
				return this.#rowsOfBlocks(e, weight, outputs);
		}
	}

	/** `g Wᵀ` for `g` `[n, outputs]` float32: `[n, inputs]`. */
	pullBack(e: Emitter, weight: Weight, g: string): string {
		switch (weight.kind) {
			case 'plain': {
				const matrix = this.matrix(e, weight);
				return weight.transposed
					? this.#scaled(e, e.op('MatMul', [g, matrix]), weight.scale)
					: e.op('Gemm', [g, matrix], { ints: { transB: 1 }, floats: { alpha: weight.scale } });
			}
			case 'integer':
				return e.op('Gemm', [g, this.integers(e, weight)], { ints: { transB: 1 } });
			case 'blocks':
				return e.op('MatMul', [g, this.#rowsOfBlocks(e, weight, undefined)]);
		}
	}

	#scaled(e: Emitter, tensor: string, scale: number): string {
		return scale === 1 ? tensor : e.mul(tensor, e.float(scale));
	}

	/** The same tensor, not constant: nothing that is made of it is computed when the session opens. */
	#atRunTime(e: Emitter, tensor: string, dims: readonly number[]): string {
		return e.op('Reshape', [tensor, e.mul(e.ints(dims), this.#one)]);
	}

	#dequantized(e: Emitter, tensor: string, scale: string, zeroPoint: string | undefined, axis: number): string {
		return this.float(e, e.op('DequantizeLinear', [tensor, scale, ...(zeroPoint === undefined ? [] : [zeroPoint])], { ints: { axis } }));
	}

	/** Dequantized rows `[n, inputs]` of `MatMulNBits` weights: those of `outputs`, or all. */
	#rowsOfBlocks(e: Emitter, weight: Blocks, outputs: string | undefined): string {
		const { blockSize, bits, inputs } = weight;
		const blocks = Math.ceil(inputs / blockSize);
		const chosen = (tensor: string, width: number) => {
			const all = this.#atRunTime(e, tensor, [weight.outputs, width]);
			return outputs === undefined ? all : e.gather(all, outputs, 0);
		};
		const numbers = e.reshape(this.#unpacked(e, chosen(weight.packed, (blocks * blockSize * bits) / 8), bits), -1, blocks, blockSize);
		const scales = e.unsqueeze(e.cast(chosen(weight.scales, blocks), dataTypes.float), 2);
		const zero =
			weight.zeroPoints === undefined
				? e.float(2 ** (bits - 1))
				: e.unsqueeze(e.slice(this.#unpacked(e, chosen(weight.zeroPoints, Math.ceil((blocks * bits) / 8)), bits), 1, 0, blocks), 2);
		const rows = e.reshape(e.mul(e.sub(numbers, zero), scales), -1, blocks * blockSize);
		return blocks * blockSize === inputs ? rows : e.slice(rows, 1, 0, inputs);
	}

	/** Bytes `[n, m]` as float32 numbers: `[n, m]`, or for 4 bits `[n, 2m]`, the low half first. */
	#unpacked(e: Emitter, bytes: string, bits: 4 | 8): string {
		const numbers = e.cast(bytes, dataTypes.float);
		if (bits === 8) return numbers;
		const high = e.op('Floor', [e.mul(numbers, e.float(1 / 16))]);
		const low = e.sub(numbers, e.mul(high, e.float(16)));
		const pairs = e.concat([e.unsqueeze(low, 2), e.unsqueeze(high, 2)], 2);
		return e.reshape(pairs, e.size(bytes, 0), -1);
	}
}
