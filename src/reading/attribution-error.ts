import type { AttributedResponse } from './attributed-response.ts';
import { sourceCount, sourceNames } from './sources.ts';

/** The largest error of the sums that hold by construction; a probability each. */
export interface AttributionError {
	/** Of `|Σ sources − exp(logProbability)|`. */
	readonly sources: number;
	/** Of `|Σ contextShares − rag|`; 0 without contexts, whose `rag` must then be 0 too. */
	readonly contexts: number;
}

/**
 * How far an attribution is from adding up. An instrumented graph that was misread shows here (docs/methods/spad.md: within 1e-4 in fp32).
 * Not a number where a part is none.
 * @throws RangeError when an array has not the length that the number of tokens gives it.
 */
export function attributionError(response: AttributedResponse): AttributionError {
	checkShapes(response);
	const contexts = response.contextIds.length;
	const rag = sourceNames.indexOf('rag');
	const result = { sources: 0, contexts: 0 };
	for (const [t, logProbability] of response.logProbability.entries()) {
		const row = response.sources.subarray(t * sourceCount, (t + 1) * sourceCount);
		result.sources = Math.max(result.sources, Math.abs(sum(row) - Math.exp(logProbability)));
		const shares = response.contextShares.subarray(t * contexts, (t + 1) * contexts);
		result.contexts = Math.max(result.contexts, Math.abs(sum(shares) - row[rag]!));
	}
	return result;
}

const perToken = ['start', 'end', 'logProbability', 'entropy', 'margin', 'logitMargin', 'energy'] as const;

function checkShapes(response: AttributedResponse): void {
	const { contextIds } = response;
	const tokens = response.tokenIds.length;
	for (const name of perToken) checkLength(name, response[name], tokens);
	checkLength('sources', response.sources, tokens * sourceCount);
	checkLength('contextShares', response.contextShares, tokens * contextIds.length);
}

function checkLength(name: string, { length }: ArrayLike<number>, expected: number): void {
	if (length !== expected) throw new RangeError(`${name} holds ${length} values, not ${expected}`);
}

function sum(values: Float64Array): number {
	return values.reduce((total, value) => total + value, 0);
}
