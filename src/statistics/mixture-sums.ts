import type { MixtureSums } from '../reading/mixture.ts';
import { logSumExp } from './next-token.ts';
import { renyiDivergence2 } from './renyi-divergence.ts';

/**
 * Reduces three rows of logits `[V]` of one position.
 * @throws RangeError as `logSumExp`, or when the rows differ in length.
 */
export function mixtureSums(withContext: Float32Array, withoutContext: Float32Array, contextOnly: Float32Array): MixtureSums {
	const renyiContextOnly = renyiDivergence2(contextOnly, withoutContext);
	const renyiWithContext = renyiDivergence2(withContext, withoutContext);
	const [a, b, c] = [logSumExp(withContext), logSumExp(withoutContext), logSumExp(contextOnly)];
	let [cross, spread, moved] = [0, 0, 0];
	for (let v = 0; v < withoutContext.length; v++) {
		const base = Math.exp(withoutContext[v]! - b);
		const move = Math.exp(withContext[v]! - a) - base;
		const span = Math.exp(contextOnly[v]! - c) - base;
		cross += move * span;
		spread += span * span;
		moved += move * move;
	}
	return { cross, spread, moved, renyiContextOnly, renyiWithContext };
}
