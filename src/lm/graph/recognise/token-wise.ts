import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../refusal.ts';
import { addends } from './residual-chain.ts';

/** Operators that treat every token for itself, given constant weights. */
const tokenWise = new Set([
	'MatMul', 'FusedMatMul', 'Gemm', 'MatMulNBits', 'MatMulInteger', 'MatMulIntegerToFloat', 'DynamicQuantizeMatMul', 'FusedGemm', 'GemmFastGelu', 'FusedMatMulActivation', 'DynamicQuantizeLinear', 'QuantizeLinear', 'DequantizeLinear',
	'Add', 'Sub', 'Mul', 'Div', 'Sum', 'Neg', 'Abs', 'Pow', 'Sqrt', 'Rsqrt', 'Reciprocal', 'Exp', 'Log', 'Erf', 'Tanh', 'Sigmoid', 'HardSigmoid', 'Softplus', 'Softsign',
	'Relu', 'LeakyRelu', 'Elu', 'Selu', 'Gelu', 'FastGelu', 'QuickGelu', 'BiasGelu', 'BiasSplitGelu', 'Swish', 'HardSwish', 'Mish', 'ThresholdedRelu', 'Clip', 'Min', 'Max', 'Where',
	'Softmax', 'LogSoftmax', 'TopK', 'ArgMax', 'OneHot', 'Equal', 'Less', 'LessOrEqual', 'Greater', 'GreaterOrEqual', 'And', 'Or', 'Not', 'IsNaN', 'IsInf', 'Sign', 'Floor', 'Round', 'Ceil',
	'LayerNormalization', 'SimplifiedLayerNormalization', 'RMSNormalization', 'SkipLayerNormalization', 'SkipSimplifiedLayerNormalization', 'LpNormalization',
	'ReduceMean', 'ReduceSum', 'ReduceMax', 'ReduceL2', 'ReduceSumSquare', 'MoE', 'QMoE',
	'Cast', 'CastLike', 'Identity', 'Dropout', 'Reshape', 'Flatten', 'Squeeze', 'Unsqueeze', 'Transpose', 'Expand', 'Tile', 'Concat', 'Split', 'Slice', 'Shape', 'Size', 'ConstantOfShape', 'Range',
	'Gather', 'GatherElements', 'GatherND', 'ScatterElements', 'ScatterND', 'NonZero',
]);
/** Products that mix tokens when both factors depend on them. */
const products = new Set(['MatMul', 'FusedMatMul', 'Gemm', 'MatMulInteger', 'MatMulIntegerToFloat', 'DynamicQuantizeMatMul', 'FusedGemm', 'GemmFastGelu', 'FusedMatMulActivation', 'MatMulNBits']);

/** Operators of `tokenWise` that mix tokens when they go along another axis than the last, whose number is an attribute. */
const byAxis = new Set(['Softmax', 'LogSoftmax', 'LayerNormalization', 'SimplifiedLayerNormalization', 'RMSNormalization', 'LpNormalization', 'TopK', 'Concat', 'Split']);
/** The same, whose axes are an input in newer operator sets. */
const byAxes = new Map([['ReduceMean', 1], ['ReduceSum', 1], ['ReduceMax', 1], ['ReduceL2', 1], ['ReduceSumSquare', 1], ['Slice', 3]]);
/** Operators that may mix tokens by what they are told to take, or by the shape that they give. */
const doubtful = new Set(['ArgMax', 'OneHot', 'Reshape', 'Flatten', 'Squeeze', 'Unsqueeze', 'Transpose', 'Expand', 'Tile', 'Gather', 'GatherElements', 'GatherND', 'ScatterElements', 'ScatterND', 'NonZero']);

/**
 * Whether every operator of a branch that passed `mustBeTokenWise` treats every token for itself, whatever the sizes. Where it does
 * not show, the self-check finds out (`tokenWiseDeviation`).
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
		return !doubtful.has(node.type) && graph.number(node, 'transA', 0) === 0 && graph.number(node, 'transBatchA', 0) === 0;
	});
}

/**
 * Checks that a branch which is no attention is made of operators that can treat every token for itself: a convolution, a recurrence or an attention
 * in a form that is not known would make its attribution to 'ffn' wrong.
 * @throws {UserError} RA431
 */
export function mustBeTokenWise(graph: OnnxGraph, nodes: Iterable<OnnxNode>): void {
	for (const node of nodes) {
		if (!tokenWise.has(node.type)) throw notUnderstood(node, 'a feed-forward block, which treats every token for itself,');
		const right = node.inputs[1] ?? '';
		if (products.has(node.type) && !graph.isConstant(right)) throw notUnderstood(node, 'a product with constant weights (in a block without a known form of attention)');
	}
}

/** Operators that may make `h^0` from token numbers and positions. */
const embedding = new Set([...tokenWise, 'GatherBlockQuantized', 'EmbedLayerNormalization', 'CumSum', 'Trilu', 'Cos', 'Sin', 'Mod']);

/** Checks that nothing before the first block mixes tokens. @throws {UserError} RA431 */
export function mustBeEmbedding(graph: OnnxGraph, nodes: Iterable<OnnxNode>): void {
	for (const node of nodes) {
		if (!embedding.has(node.type) || (products.has(node.type) && !graph.isConstant(node.inputs[1] ?? ''))) throw notUnderstood(node, 'an embedding of single tokens and positions, before the first attention block,');
		const parts = addends(graph, node.outputs[0] ?? '')?.parts ?? [];
		const onto = parts.find((part) => parts.some((other) => other !== part && graph.reaches(other.tensor, part.tensor)));
		if (onto !== undefined && parts.some((other) => other !== onto && [...graph.ancestors(other.tensor, onto.tensor)].some(({ type }) => products.has(type)))) {
			throw notUnderstood(node, 'attention in the first block (a branch without attention is added before it)');
		}
	}
}
