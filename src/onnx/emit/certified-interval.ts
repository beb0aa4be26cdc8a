import { dataTypes } from '../onnx-model.ts';
import type { Emitter } from './emitter.ts';
import { type LoopRows, rowLoop } from './row-loop.ts';
import { norm, type Unembedding } from './unembedding.ts';

/** Probes `[n]`, one for each row of states. */
export interface ProbeRows {
	/** States `[n, d]`. */
	readonly states: string;
	/** Tokens whose probability is asked for `[n, 1]`. */
	readonly targets: string;
	/** Their logits `[n, 1]`, in float32. */
	readonly logits: string;
	/** Largest error of a logit computed in float32 `[n, 1]`, from above. */
	readonly rounding: string;
}

/**
 * Emits an interval that holds `Φ(h, y) = softmax(W h)[y]` for certain, from a product in 8 bits.
 *
 * With rows `w_v` of W and a state h, let `ŵ_v` be `w_v` and `ĥ` be h in 8 bits, each with a scale of its own, and `l̂_v = ŵ_v · ĥ`, a
 * sum of whole numbers and therefore exact. Then `l_v − l̂_v = w_v · (h − ĥ) + (w_v − ŵ_v) · ĥ`, and by Cauchy and Schwarz
 *
 *     |l_v − l̂_v| ≤ E = ‖h − ĥ‖ · max_v ‖w_v‖ + ‖ĥ‖ · max_v ‖w_v − ŵ_v‖ + rounding.
 *
 * `l_y` is known in float32. With `Ẑ = Σ_{v≠y} exp l̂_v` the sum of all others is between `Ẑ e^{−E}` and `Ẑ e^{E}`, so that
 *
 *     lo = e^{l_y − E} / (e^{l_y − E} + Ẑ) ≤ Φ ≤ hi,    hi / (1 − hi) = e^{2E} lo / (1 − lo).
 *
 * `lo` is the softmax of the logits `l̂` with `l_y − E` in the place of y. The interval is narrow where the probability is nearly none or
 * nearly one, whatever E is, and relative to the probability where E is small.
 * @param rows may be none.
 * @returns `[n, 2]`: lo and hi.
 */
export function certifiedInterval(
	e: Emitter,
	{ opset, eightBits, widest, widestError, saturates }: Unembedding,
	rows: ProbeRows,
	loop: Omit<LoopRows, 'total'>,
): string {
	const { states, targets, logits, rounding } = rows;
	const scale = e.op('Max', [e.mul(e.rowMaximum(e.op('Abs', [states]), opset), e.float(1 / 127)), e.float(1e-30)]);
	const whole = e.op('Round', [e.op('Div', [states, scale])]);
	const rounded = e.mul(whole, scale);
	const error = e.add(e.mul(norm(e, e.sub(states, rounded)), widest), e.mul(norm(e, rounded), widestError));
	// A hundredth of a percent for the norms' own rounding; 1e-4 for that of the softmax.
	const bound = e.add(e.add(e.mul(error, e.float(1.0001)), e.add(rounding, e.float(1e-4))), saturates);
	const bytes = e.cast(e.add(whole, e.float(128)), dataTypes.uint8);
	const slot = e.sub(logits, bound);
	const zero = e.cast(e.float(128), dataTypes.uint8);
	const lo = rowLoop(e, { total: e.size(states, 0), ...loop }, 1, (inner, cut) => {
		const product = inner.op('MatMulIntegerToFloat', [cut(bytes), eightBits.matrix, e.float(1), eightBits.scales, zero, eightBits.zero], {
			domain: 'com.microsoft',
		});
		const all = inner.op('ScatterElements', [inner.mul(product, cut(scale)), cut(targets), cut(slot)], { ints: { axis: 1 } });
		return inner.op('GatherElements', [inner.op('Softmax', [all], { ints: { axis: -1 } }), cut(targets)], { ints: { axis: 1 } });
	});
	// Odds may be as small as any number: hi grows with lo, so that what vanished may be taken for the least number.
	const odds = e.op('Div', [e.sub(e.float(1), lo), e.op('Max', [lo, e.float(1e-37)])]);
	const hi = e.op('Reciprocal', [e.add(e.mul(odds, e.op('Exp', [e.mul(bound, e.float(-2))])), e.float(1))]);
	return e.concat([lo, hi], 1);
}
