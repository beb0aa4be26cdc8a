import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';
import { isRowNumber, type IsGate } from './after-projection.ts';
import type { AttentionCore } from './attention-core.ts';

/** Attention's output on its way to the output projection. */
export interface ProjectedHeads {
	/** What attention gives. */
	readonly output: string;
	/** What becomes of its layout, in order: nothing else stands between the two but gates and norms, which belong to the heads' outputs. */
	readonly layout: readonly OnnxNode[];
	/** Whether heads may come in another order. */
	readonly reordered: boolean;
	/** Everything between the two, in order, except choices that set rows without a key to zero. */
	readonly steps: readonly HeadStep[];
	/** Whether all that happens to a number besides its layout is a product with numbers that do not come from attention. */
	readonly proportional: boolean;
}

/** A node between attention and the output projection. */
interface HeadStep {
	readonly node: OnnxNode;
	/** The node's input that comes from attention. */
	readonly from: string;
}

const layout = new Set(['Transpose', 'Reshape', 'Squeeze', 'Unsqueeze', 'Flatten', 'Cast', 'Identity', 'Dropout']);
/** Operators that may put heads into another order. */
const picking = new Set(['Gather', 'Slice']);
const norms = new Set(['SimplifiedLayerNormalization', 'RMSNormalization', 'LayerNormalization', 'LpNormalization']);

/**
 * Follows what is projected back to attention. Between the two there may be changes of layout, and gates and norms of the numbers of a
 * token, which leave each number in its place: they belong to the heads' outputs. That nothing else moves is for the self-check to show.
 * @throws {UserError} RA431 for any other operator.
 */
export function projectedHeads(graph: OnnxGraph, projected: string, core: AttentionCore, isGate: IsGate): ProjectedHeads {
	const steps: HeadStep[] = [];
	let proportional = true;
	let at = projected;
	while (at !== core.output) {
		const node = graph.producer(at);
		if (node === undefined) throw notUnderstood(`input '${at}'`, 'attention');
		const next = beforeLayout(graph, node) ?? beforeReordering(graph, node, core) ?? beforeNorm(graph, node, core, isGate);
		if (next === undefined) throw notUnderstood(node, "attention's output on its way to the output projection");
		if (node.type !== 'Where') steps.unshift({ node, from: next });
		proportional &&= movesOnly(node) || node.type === 'Where' || isGated(graph, node, next, core);
		at = next;
	}
	const moved = steps.flatMap(({ node }) => (movesOnly(node) ? [node] : []));
	return { output: core.output, layout: moved, reordered: moved.some(({ type }) => picking.has(type)), steps, proportional };
}

function movesOnly({ type }: OnnxNode): boolean {
	return layout.has(type) || picking.has(type);
}

/** Whether a node multiplies or divides what comes from attention by numbers that do not. */
function isGated(graph: OnnxGraph, { type, inputs }: OnnxNode, from: string, core: AttentionCore): boolean {
	const other = inputs.find((input) => input !== from);
	return (type === 'Mul' || type === 'Div') && other !== undefined && other !== core.output && !graph.reaches(other, core.output);
}

function beforeLayout(graph: OnnxGraph, node: OnnxNode): string | undefined {
	if (layout.has(node.type)) return node.inputs[0];
	// Rows without a single key are set to zero by a Where.
	const choices = node.type === 'Where' ? node.inputs.slice(1) : [];
	return choices.find((input) => !graph.isConstant(input) && choices.some((other) => graph.isConstant(other)));
}

/** Heads, each an entry along an axis of their own, taken in an order that the graph has as numbers. */
function beforeReordering(graph: OnnxGraph, node: OnnxNode, core: AttentionCore): string | undefined {
	if (core.kind !== 'plain' || !picking.has(node.type) || graph.flowInputs(node).length !== 1) return undefined;
	return node.inputs[0];
}

/** The operand that comes from attention, of a norm or of a product with what does not. */
function beforeNorm(graph: OnnxGraph, node: OnnxNode, core: AttentionCore, isGate: IsGate): string | undefined {
	const [a = '', b = ''] = node.inputs;
	const from = (tensor: string) => tensor === core.output || graph.reaches(tensor, core.output);
	if (norms.has(node.type)) return graph.number(node, 'axis', -1) === -1 ? a : undefined;
	// A factor of each row, from attention itself: a norm's.
	const free = (tensor: string) => (from(tensor) ? isRowNumber(graph, tensor) : graph.isConstant(tensor) || isGate(tensor));
	switch (node.type) {
		case 'Mul':
			return from(a) && free(b) ? a : from(b) && free(a) ? b : undefined;
		case 'Div':
			return from(a) && free(b) ? a : undefined;
		case 'Add':
			return graph.isConstant(b) ? a : graph.isConstant(a) ? b : undefined;
		case 'Sub':
			return from(a) &&
				(graph.isConstant(b) || (isRowNumber(graph, b) && graph.strip(graph.producer(graph.strip(b))?.inputs[0] ?? '') === graph.strip(a)))
				? a
				: undefined;
		default:
			return undefined;
	}
}
