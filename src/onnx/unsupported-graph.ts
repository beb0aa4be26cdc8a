import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { OnnxNode } from './onnx-model.ts';

/** How a node is named to people: its operator and its own name, or what it makes. */
export function nodeLabel(node: OnnxNode): string {
	return `${node.domain === '' ? '' : `${node.domain}.`}${node.type} '${node.name === '' ? (node.outputs.find((output) => output !== '') ?? '') : node.name}'`;
}

/**
 * The refusal of a graph whose computation is not understood: attribution would otherwise be a guess.
 * @param at the node, or what stands in its place (`input 'x'`).
 * @param expected what was expected there, as the end of 'was found where … was expected'.
 */
export function notUnderstood(at: OnnxNode | string, expected: string): UserError {
	return new UserError(
		errorNumbers.graphNotUnderstood,
		`Token sources cannot be attributed with this model: ${typeof at === 'string' ? at : nodeLabel(at)} was found where ${expected} was expected.`,
		{
			hint: 'Confidence gap and perplexity work with it anyway. Another export of the model may be understood.',
		},
	);
}
