import { attributedResponse, type AttributedResponse } from './attributed-response.ts';
import { misfits } from './fitting.ts';
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
	for (const { path, length, expected } of misfits(attributedResponse, response))
		throw new RangeError(`${path.join('.')} holds ${length} values, not ${expected}`);
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

function sum(values: Float64Array): number {
	return values.reduce((total, value) => total + value, 0);
}
