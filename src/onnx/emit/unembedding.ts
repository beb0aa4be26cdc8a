import type { OnnxGraph } from '../onnx-graph.ts';
import { dataTypes } from '../onnx-model.ts';
import type { Weight } from '../recognize/linear.ts';
import type { Emitter } from './emitter.ts';

/** Of rows `[n, d]`: `[n, 1]`. */
export function norm(e: Emitter, rows: string): string {
	return e.op('Sqrt', [e.sum(e.mul(rows, rows), 1, true)]);
}

/**
 * How weights of 8 bits lie beside activations of 8 bits without a sign. Products with signed weights are the faster ones where the processor
 * has instructions for them. Where it has none, the runtime adds pairs of such products in 16 bits, which is too few for the largest numbers;
 * products with unsigned weights are exact everywhere.
 */
export type EightBitWeights = 'signed' | 'unsigned';

/** What is known of an unembedding `[V, d]` before any text: the runtime works it out once, when it opens the graph. */
export interface Unembedding {
	/** Of the graph. */
	readonly opset: number;
	/** Its rows in 8 bits: `[d, V]`, whole numbers from -127 to 127 above `zero` (a number of the matrix's type), and a scale for each row `[V]`. */
	readonly eightBits: { readonly matrix: string; readonly scales: string; readonly zero: string };
	/** Largest norm of a row; largest norm of what 8 bits lose of one. Without dimensions. */
	readonly widest: string;
	readonly widestError: string;
	/** Sum of the rows `[d, 1]`. */
	readonly sum: string;
	/** 0, or more than any error where this processor's 8-bit products are wrong; without dimensions. */
	readonly saturates: string;
}

/** Emits what a screen needs to know of an unembedding that lies as one matrix of numbers. */
export function unembeddingFacts(
	e: Emitter,
	graph: OnnxGraph,
	weight: Extract<Weight, { kind: 'plain' }>,
	weights: EightBitWeights,
): Unembedding {
	const { zero, type } = zeroOf[weights];
	const stored = graph.dataType(weight.tensor) === dataTypes.float ? weight.tensor : e.cast(weight.tensor, dataTypes.float);
	const matrix = weight.transposed ? stored : e.transpose(stored, 1, 0);
	const scales = e.op('Max', [e.mul(e.rowMaximum(e.op('Abs', [matrix]), graph.opset), e.float(1 / 127)), e.float(1e-30)]);
	const whole = e.op('Round', [e.op('Div', [matrix, scales])]);
	return {
		opset: graph.opset,
		eightBits: {
			matrix: e.transpose(e.cast(zero === 0 ? whole : e.add(whole, e.float(zero)), type), 1, 0),
			scales: e.reshape(scales, -1),
			zero: e.cast(e.float(zero), type),
		},
		widest: largest(e, norm(e, matrix)),
		widestError: largest(e, norm(e, e.sub(matrix, e.mul(whole, scales)))),
		sum: e.reshape(e.sum(matrix, 0, false), -1, 1),
		saturates: saturation(e, weights),
	};
}

const zeroOf = {
	signed: { zero: 0, type: dataTypes.int8 },
	unsigned: { zero: 128, type: dataTypes.uint8 },
} as const;

/** The norms' own rounding is at most some hundred-thousandths. */
function largest(e: Emitter, norms: string): string {
	return e.mul(e.op('ReduceMax', [norms], { ints: { keepdims: 0 } }), e.float(1.0001));
}

/**
 * Emits 0, or more than any error where this processor's products in 8 bits are wrong; without dimensions.
 * The runtime multiplies the largest numbers when it opens the graph. Where they come out wrong (`EightBitWeights`), no bound that rests on
 * such products holds.
 */
export function saturation(e: Emitter, weights: EightBitWeights): string {
	const { zero, type: weightType } = zeroOf[weights];
	const full = (value: number, type: number): string => e.cast(e.op('Expand', [e.float(value), e.ints([64, 64])]), type);
	const product = e.cast(
		e.op('MatMulInteger', [
			full(255, dataTypes.uint8),
			full(zero + 127, weightType),
			e.cast(e.float(128), dataTypes.uint8),
			e.cast(e.float(zero), weightType),
		]),
		dataTypes.float,
	);
	const off = e.op('ReduceMax', [e.op('Abs', [e.sub(product, e.float(64 * 127 * 127))])], { ints: { keepdims: 0 } });
	return e.op('Where', [e.op('Greater', [off, e.float(0.5)]), e.float(1e9), e.float(0)]);
}
