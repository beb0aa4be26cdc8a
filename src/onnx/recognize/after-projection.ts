import type { OnnxGraph } from '../onnx-graph.ts';
import type { OnnxNode } from '../onnx-model.ts';
import { notUnderstood } from '../unsupported-graph.ts';
import type { AttentionCore } from './attention-core.ts';
import { linearAt, type Linear } from './linear.ts';

/**
 * What happens to an attention block's output between its projection and the residual stream. All of it is linear in
 * a head's contribution once a norm's scale is taken from the whole block (docs/methods/spad.md).
 */
export type AfterStep =
	| { readonly kind: 'scale'; readonly by: string; readonly divide: boolean }
	| { readonly kind: 'shift'; readonly by: string; readonly sign: 1 | -1 }
	/** Times a number for each row, which the graph computes. */
	| { readonly kind: 'row-scale'; readonly by: string; readonly divide: boolean }
	/** Times numbers `[rows, width]` that come from elsewhere and not from attention. */
	| { readonly kind: 'gate'; readonly by: string }
	/** Minus the mean over the row. */
	| { readonly kind: 'centre' }
	| {
			readonly kind: 'norm';
			readonly input: string;
			readonly centered: boolean;
			readonly gamma: string;
			readonly beta: string | undefined;
			readonly epsilon: number;
	  };

export interface Projection {
	readonly linear: Linear;
	/** From the residual stream back to the projection. */
	readonly after: readonly AfterStep[];
}

/** Whether a tensor holds numbers of each token that come from that token's states alone. */
export type IsGate = (tensor: string) => boolean;

const rowReductions = new Set(['ReduceMean', 'ReduceSum', 'ReduceL2', 'ReduceSumSquare', 'ReduceMax']);
const onScalars = new Set(['Reciprocal', 'Sqrt', 'Rsqrt', 'Cast', 'Identity', 'Pow', 'Add', 'Mul', 'Div', 'Max', 'Clip', 'Abs']);

/** Follows an attention branch back from `term` to its output projection. @throws {UserError} RA431 for anything that is not understood. */
export function projectionOf(graph: OnnxGraph, term: string, core: AttentionCore, isGate: IsGate): Projection {
	const after: AfterStep[] = [];
	let at = graph.strip(term);
	for (;;) {
		const node = graph.producer(at);
		if (node === undefined || node === core.node) throw notUnderstood(core.node, 'attention followed by an output projection');
		const linear = linearAt(graph, at);
		if (linear !== undefined && (graph.producer(linear.input) === core.node || graph.reaches(linear.input, core.output)))
			return { linear, after };
		const { step, before } = stepBack(graph, node, (tensor) => !graph.reaches(tensor, core.output) && isGate(tensor));
		after.push(step);
		at = graph.strip(before);
	}
}

/** One step from the residual stream back. @throws {UserError} RA431 for a node that is not understood. */
export function stepBack(graph: OnnxGraph, node: OnnxNode, isGate: IsGate): { step: AfterStep; before: string } {
	const expected = 'the output projection of attention, or a scale, bias or norm after it,';
	const [a = '', b = ''] = node.inputs;
	const constant = [a, b].findIndex((input) => graph.isConstant(input));
	const value = constant < 0 ? undefined : [a, b][1 - constant];
	const given = (index: number) => (node.inputs[index] === undefined || node.inputs[index] === '' ? undefined : node.inputs[index]);
	switch (node.type) {
		case 'Mul': {
			if (value !== undefined) return { step: { kind: 'scale', by: [a, b][constant]!, divide: false }, before: value };
			if (isRowNumber(graph, b)) return { step: { kind: 'row-scale', by: b, divide: false }, before: a };
			if (isRowNumber(graph, a)) return { step: { kind: 'row-scale', by: a, divide: false }, before: b };
			if (isGate(b)) return { step: { kind: 'gate', by: b }, before: a };
			if (isGate(a)) return { step: { kind: 'gate', by: a }, before: b };
			throw notUnderstood(node, expected);
		}
		case 'Div': {
			if (constant === 1) return { step: { kind: 'scale', by: b, divide: true }, before: a };
			if (constant < 0 && isRowNumber(graph, b)) return { step: { kind: 'row-scale', by: b, divide: true }, before: a };
			throw notUnderstood(node, expected);
		}
		case 'Add': {
			if (value !== undefined) return { step: { kind: 'shift', by: [a, b][constant]!, sign: 1 }, before: value };
			throw notUnderstood(node, expected);
		}
		case 'Sub': {
			if (constant === 1) return { step: { kind: 'shift', by: b, sign: -1 }, before: a };
			const mean = graph.producer(graph.strip(b));
			if (mean?.type === 'ReduceMean' && graph.strip(mean.inputs[0] ?? '') === graph.strip(a))
				return { step: { kind: 'centre' }, before: a };
			throw notUnderstood(node, expected);
		}
		case 'SimplifiedLayerNormalization':
		case 'RMSNormalization':
			return {
				step: { kind: 'norm', input: a, centered: false, gamma: b, beta: undefined, epsilon: graph.number(node, 'epsilon', 1e-5) },
				before: a,
			};
		case 'LayerNormalization':
			return {
				step: { kind: 'norm', input: a, centered: true, gamma: b, beta: given(2), epsilon: graph.number(node, 'epsilon', 1e-5) },
				before: a,
			};
		default:
			throw notUnderstood(node, expected);
	}
}

/** Whether a tensor holds one number for each row, made by a reduction. */
export function isRowNumber(graph: OnnxGraph, tensor: string): boolean {
	let at = tensor;
	for (let node = graph.producer(at); node !== undefined; node = graph.producer(at)) {
		if (rowReductions.has(node.type)) {
			const axes = graph.list(node, 'axes') ?? graph.ints(node.inputs[1] ?? '');
			return graph.number(node, 'keepdims', 1) === 1 && axes?.length === 1 && axes[0] === -1;
		}
		const flowing = graph.flowInputs(node);
		const [next] = flowing;
		if (!onScalars.has(node.type) || flowing.length !== 1 || next === undefined) return false;
		at = next;
	}
	return false;
}
