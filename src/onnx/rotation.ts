import type { OnnxGraph } from './onnx-graph.ts';
import type { OnnxNode } from './onnx-model.ts';
import type { AttentionRule } from './recognise/attention-rule.ts';
import { scoreProduct } from './windows/score-mask.ts';

const products = new Set([
	'MatMul',
	'FusedMatMul',
	'Gemm',
	'MatMulNBits',
	'MatMulInteger',
	'DynamicQuantizeMatMul',
	'MatMulIntegerToFloat',
]);

/**
 * Whether queries are rotated: in the operator, or on their way from the projection to it, where rotation shows as numbers that
 * depend on positions and not on tokens. `undefined` where the queries cannot be found.
 * @param ofTokens as `tokenValues` gives them.
 */
export function isRotated(
	graph: OnnxGraph,
	rule: AttentionRule,
	ofTokens: ReadonlySet<string>,
	ofPositions: ReadonlySet<string>,
): boolean | undefined {
	if (rule.kind === 'fused' && rule.rotary !== undefined) return true;
	const query = rule.kind === 'fused' ? rule.query.tensor : scoreProduct(graph, rule.softmax, ofTokens)?.inputs[0];
	if (query === undefined) return undefined;
	const seen = new Set<OnnxNode>();
	const open = [query];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		const node = graph.producer(at);
		if (node === undefined || seen.has(node)) continue;
		seen.add(node);
		const inputs = graph.flowInputs(node);
		if (node.type === 'RotaryEmbedding' || inputs.some((input) => ofPositions.has(input) && !ofTokens.has(input))) return true;
		if (products.has(node.type) && node.inputs.some((input) => input !== '' && graph.isConstant(input))) continue;
		open.push(...inputs.filter((input) => ofTokens.has(input)));
	}
	return false;
}

/** The tensors whose values depend on where tokens stand: on their positions, the mask of the text, or a count over it. */
export function positionValues(graph: OnnxGraph): ReadonlySet<string> {
	const found = new Set(['position_ids', 'attention_mask']);
	for (const node of graph.nodes) {
		const counts = node.type === 'Range' && node.inputs.some((input) => !graph.isConstant(input));
		if (counts || graph.flowInputs(node).some((input) => found.has(input)))
			for (const output of node.outputs) if (output !== '') found.add(output);
	}
	return found;
}
