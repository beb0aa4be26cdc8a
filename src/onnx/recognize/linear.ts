import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';

/** A weight matrix as a graph stores it. `inputs` and `outputs` are the widths of the linear map `y = x W`. */
export type Weight =
	/** A constant tensor, `[inputs, outputs]`, or `[outputs, inputs]` when `transposed`; `scale` multiplies the product. */
	| {
			readonly kind: 'plain';
			readonly tensor: string;
			readonly transposed: boolean;
			readonly scale: number;
			readonly inputs: number;
			readonly outputs: number;
	  }
	/** `MatMulNBits`: blocks of `blockSize` inputs share a scale (and a zero point), `[outputs, inputs]` in 4 or 8 bits. */
	| {
			readonly kind: 'blocks';
			readonly packed: string;
			readonly scales: string;
			readonly zeroPoints: string | undefined;
			readonly bits: 4 | 8;
			readonly blockSize: number;
			readonly inputs: number;
			readonly outputs: number;
	  }
	/** Whole-number weights `[inputs, outputs]` with one scale, or one for each output; activations are quantized as they come. */
	| {
			readonly kind: 'integer';
			readonly tensor: string;
			readonly scale: string;
			readonly zeroPoint: string | undefined;
			readonly inputs: number;
			readonly outputs: number;
	  };

/** A linear map `y = x W + bias` with constant weights. */
export interface Linear {
	readonly node: OnnxNode;
	/** The tensor that goes in; before it is quantized, where it is. */
	readonly input: string;
	/** The product, without `bias`. */
	readonly product: string;
	readonly weight: Weight;
	readonly bias: string | undefined;
}

/** The linear map that makes `tensor` (layout changes aside), or `undefined` when something else does. */
export function linearAt(graph: OnnxGraph, tensor: string): Linear | undefined {
	const product = graph.strip(tensor);
	const node = graph.producer(product);
	if (node === undefined) return undefined;
	if (node.type === 'Add') {
		const at = node.inputs.findIndex((input) => graph.isConstant(input));
		const other = node.inputs[1 - at];
		if (at < 0 || other === undefined) return undefined;
		const inner = productAt(graph, graph.strip(other));
		return inner === undefined || inner.bias !== undefined ? undefined : { ...inner, bias: node.inputs[at] };
	}
	return productAt(graph, product);
}

function productAt(graph: OnnxGraph, product: string): Linear | undefined {
	const node = graph.producer(product);
	if (node === undefined) return undefined;
	const [a = '', b = ''] = node.inputs;
	const given = (index: number) => (node.inputs[index] === undefined || node.inputs[index] === '' ? undefined : node.inputs[index]);
	const plain = (transposed: boolean, scale: number, bias: string | undefined): Linear => {
		const dims = graph.dims(b);
		const [rows, columns] = dims ?? [];
		if (rows === undefined || columns === undefined || dims?.length !== 2)
			throw notUnderstood(node, 'a product with a matrix whose size can be told');
		return {
			node,
			input: a,
			product,
			bias,
			weight: {
				kind: 'plain',
				...untransposed(graph, b, transposed),
				scale,
				inputs: transposed ? columns : rows,
				outputs: transposed ? rows : columns,
			},
		};
	};
	const constantRight = !graph.isConstant(a) && graph.isConstant(b);
	switch (node.type) {
		case 'MatMul':
			return constantRight ? plain(false, 1, undefined) : undefined;
		case 'FusedMatMul': {
			if (!constantRight || ['transA', 'transBatchA', 'transBatchB'].some((name) => graph.number(node, name, 0) !== 0)) return undefined;
			return plain(graph.number(node, 'transB', 0) !== 0, graph.number(node, 'alpha', 1), undefined);
		}
		case 'Gemm': {
			if (!constantRight || graph.number(node, 'transA', 0) !== 0) return undefined;
			const bias = given(2);
			if (bias !== undefined && (!graph.isConstant(bias) || graph.number(node, 'beta', 1) !== 1))
				throw notUnderstood(node, 'a Gemm with a constant bias and beta 1');
			return plain(graph.number(node, 'transB', 0) !== 0, graph.number(node, 'alpha', 1), bias);
		}
		case 'MatMulNBits':
			return blocks(graph, node, product);
		case 'Mul':
			return integers(graph, node, product);
		case 'MatMulIntegerToFloat': {
			const quantized = graph.producer(a);
			if (quantized?.type !== 'DynamicQuantizeLinear' || !graph.isConstant(b)) return undefined;
			return integer(graph, node, product, { quantized, tensor: b, scale: node.inputs[3] ?? '', zeroPoint: given(5), bias: given(6) });
		}
		default:
			return undefined;
	}
}

/** A constant `Transpose` is looked through, so that the runtime need not keep a second copy of the matrix. */
function untransposed(graph: OnnxGraph, tensor: string, transposed: boolean): { tensor: string; transposed: boolean } {
	const node = graph.producer(tensor);
	const before = node?.inputs[0];
	return node?.type === 'Transpose' && before !== undefined ? { tensor: before, transposed: !transposed } : { tensor, transposed };
}

function blocks(graph: OnnxGraph, node: OnnxNode, product: string): Linear {
	const [input = '', packed = '', scales = '', zeroPoints, order, bias] = node.inputs;
	const bits = graph.number(node, 'bits', 4);
	if (bits !== 4 && bits !== 8) throw notUnderstood(node, 'a quantized product of 4 or 8 bits');
	if (order !== undefined && order !== '') throw notUnderstood(node, 'a quantized product without a g_idx');
	const inputs = graph.number(node, 'K', 0);
	if (zeroPoints !== undefined && zeroPoints !== '' && ![2, undefined].includes(graph.dataType(zeroPoints)))
		throw notUnderstood(node, 'packed uint8 zero points');
	return {
		node,
		input,
		product,
		bias: bias === '' ? undefined : bias,
		weight: {
			kind: 'blocks',
			packed,
			scales,
			zeroPoints: zeroPoints === '' ? undefined : zeroPoints,
			bits,
			blockSize: graph.number(node, 'block_size', 32),
			inputs,
			outputs: graph.number(node, 'N', 0),
		},
	};
}

/** `Mul(Cast(MatMulInteger(DynamicQuantizeLinear(x), W)), Mul(scale of x, scale of W))`, as ONNX Runtime's quantizer writes it. */
function integers(graph: OnnxGraph, node: OnnxNode, product: string): Linear | undefined {
	for (const side of [0, 1] as const) {
		const sums = graph.producer(graph.strip(node.inputs[side] ?? ''));
		if (sums?.type !== 'MatMulInteger') continue;
		const quantized = graph.producer(sums.inputs[0] ?? '');
		const scales = graph.producer(graph.strip(node.inputs[1 - side] ?? ''));
		const scale = scales?.type === 'Mul' ? scales.inputs.find((input) => graph.isConstant(input)) : undefined;
		if (quantized?.type !== 'DynamicQuantizeLinear' || scale === undefined)
			throw notUnderstood(sums, 'MatMulInteger over DynamicQuantizeLinear, times both scales');
		const zeroPoint = sums.inputs[3];
		return integer(graph, sums, product, {
			quantized,
			tensor: sums.inputs[1] ?? '',
			scale,
			zeroPoint: zeroPoint === '' ? undefined : zeroPoint,
			bias: undefined,
		});
	}
	return undefined;
}

function integer(
	graph: OnnxGraph,
	node: OnnxNode,
	product: string,
	parts: { quantized: OnnxNode; tensor: string; scale: string; zeroPoint: string | undefined; bias: string | undefined },
): Linear {
	const [inputs, outputs] = graph.dims(parts.tensor) ?? [];
	if (inputs === undefined || outputs === undefined) throw notUnderstood(node, 'a product with a matrix whose size can be told');
	return {
		node,
		input: parts.quantized.inputs[0] ?? '',
		product,
		bias: parts.bias,
		weight: { kind: 'integer', tensor: parts.tensor, scale: parts.scale, zeroPoint: parts.zeroPoint, inputs, outputs },
	};
}
