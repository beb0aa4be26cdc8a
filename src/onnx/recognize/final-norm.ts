import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { OnnxGraph } from '../onnx-graph.ts';
import { stepBack, type AfterStep } from './after-projection.ts';
import type { LogitsHead } from './head.ts';

/** Operators that take rows, or change their layout. */
const rowsOnly = new Set(['Gather', 'GatherND', 'Slice', 'Reshape', 'Squeeze', 'Unsqueeze', 'Flatten', 'Cast', 'Identity', 'Dropout']);

/**
 * Returns the final norm as steps from the unembedding back to the residual stream. Each is linear in a part of the state once the norm's
 * scale is taken from the whole state. `undefined` for a norm of another form.
 */
export function finalNormSteps(graph: OnnxGraph, { linear, last, fusedNorm }: LogitsHead): AfterStep[] | undefined {
	const steps: AfterStep[] = [];
	let at = linear.input;
	while (at !== last) {
		const node = graph.producer(at);
		if (node === undefined) return undefined;
		if (node === fusedNorm) {
			const [, , gamma = '', beta = ''] = node.inputs;
			const centered = node.type === 'SkipLayerNormalization';
			const epsilon = graph.number(node, 'epsilon', 1e-5);
			return [...steps, { kind: 'norm', input: last, centered, gamma, beta: centered && beta !== '' ? beta : undefined, epsilon }];
		}
		if (rowsOnly.has(node.type)) {
			at = node.inputs[0] ?? '';
			continue;
		}
		try {
			const { step, before } = stepBack(graph, node, () => false);
			steps.push(step);
			at = before;
		} catch (error) {
			// A norm that is not understood makes only the second reading poorer.
			if (error instanceof UserError && error.code === errorNumbers.graphNotUnderstood) return undefined;
			throw error;
		}
	}
	return steps;
}
