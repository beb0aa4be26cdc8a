import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { subgraphsOf, type OnnxNode, type OnnxSubgraph } from './onnx-model.ts';
import { nodeLabel } from './unsupported-graph.ts';
import { isWindowed } from './windowed-cache.ts';

const fusedAttention = new Set(['GroupQueryAttention', 'MultiHeadAttention', 'Attention']);
/** WGSL promises no more than 2^-11 of sine and cosine, and that only within [-π, π]; rotary angles go far beyond. */
const imprecise = new Set(['Sin', 'Cos']);
/** Experts in 4 bits, whose block then mixes tokens: the self-check found it off by 1.0 on gpt-oss. */
const mixedUp = new Set(['QMoE']);
/** Products of which ONNX Runtime has none for WebGPU. */
const cpuProducts = new Set(['MatMulInteger', 'MatMulIntegerToFloat', 'DynamicQuantizeMatMul', 'QLinearMatMul']);

/**
 * The nodes, all with names, that WebGPU computes wrongly in ONNX Runtime 1.30 without a word, and that therefore run on the CPU (docs/devices.md has
 * what each of them costs, measured): sine and cosine, quantized experts, attention whose soft cap would be ignored or whose cache is of a window's size (which it has not got), and uses of a weight that the
 * body of a loop takes on the CPU, which would find the device's address in its place.
 * @param attention whether fused attention goes to the CPU whatever it does.
 * @throws {UserError} RA401 when such a node has no name, by which alone it could be placed.
 */
export function cpuNodes(graph: OnnxSubgraph, attention: boolean): OnnxNode[] {
	const bodies = graph.nodes.flatMap(subgraphsOf).flatMap(everyNode);
	const onCpu = new Set(
		bodies
			.filter(({ type }) => cpuProducts.has(type))
			.flatMap(({ inputs }) => inputs)
			.filter((input) => graph.initializers.has(input)),
	);
	const found = [...graph.nodes, ...bodies].filter(
		(node) =>
			imprecise.has(node.type) ||
			mixedUp.has(node.type) ||
			(fusedAttention.has(node.type) && (attention || isCapped(node) || isWindowed(node))),
	);
	found.push(...graph.nodes.filter(({ inputs }) => inputs.some((input) => onCpu.has(input))));
	const unnamed = found.find(({ name }) => name === '');
	if (unnamed !== undefined) {
		throw new UserError(
			errorNumbers.runtimeCannotOpenModel,
			`This model cannot run on WebGPU: it computes ${nodeLabel(unnamed)} wrongly, and the node has no name by which it could be left to the CPU.`,
			{ hint: 'Choose another device, or export the model with names.' },
		);
	}
	return found;
}

function everyNode(graph: OnnxSubgraph): OnnxNode[] {
	return graph.nodes.flatMap((node) => [node, ...subgraphsOf(node).flatMap(everyNode)]);
}

function isCapped({ attributes }: OnnxNode): boolean {
	return (attributes.get('softcap')?.value ?? 0) !== 0;
}
