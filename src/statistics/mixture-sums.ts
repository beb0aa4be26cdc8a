import type { MixtureSums } from '../model-io/scores.ts';
import { logSumExp } from './next-token.ts';

/**
 * Rényi's divergence of order 2 of two rows of logits `[V]`: `D₂(P ‖ Q) = ln Σ_v P(v)² / Q(v) = ln(1 + χ²(P ‖ Q))`, nats, `>= 0`, and never
 * below `KL(P ‖ Q)`. It stands for `χ²`, which float64 cannot hold where `Q` almost excludes what `P` expects. `Infinity` when `Q` masks
 * what `P` allows.
 * @throws RangeError as `logSumExp`, or when the rows differ in length.
 */
export function renyiDivergence2(p: Float32Array, q: Float32Array): number {
	if (p.length !== q.length) throw new RangeError(`rows of ${p.length} and ${q.length} logits`);
	const normalizer = 2 * logSumExp(p) - logSumExp(q);
	let largest = -Infinity;
	for (let v = 0; v < p.length; v++) {
		// What P masks adds nothing, even where Q masks it too (-∞ + ∞).
		if (p[v]! > -Infinity) largest = Math.max(largest, 2 * p[v]! - q[v]!);
	}
	if (largest === Infinity) return Infinity;
	let sum = 0;
	for (let v = 0; v < p.length; v++) if (p[v]! > -Infinity) sum += Math.exp(2 * p[v]! - q[v]! - largest);
	// Rounding may leave a difference of a few ulps below zero.
	return Math.max(0, largest - normalizer + Math.log(sum));
}

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
