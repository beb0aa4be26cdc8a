import { conformalThreshold, isBeyond, type Tail } from '../../src/statistics/conformal-threshold.ts';
import { shuffled, type Random } from '../../src/statistics/random.ts';

export interface SplitOptions {
	readonly random: Random;
	readonly alpha: number;
	readonly splits?: number;
	/** Share of the units that calibrate; the rest is judged. */
	readonly share?: number;
	readonly tail?: Tail;
}

/**
 * False-positive rates of conformal thresholds on held-out clean scores, over random splits of these scores; `[splits]`. Over all splits
 * into single scores without ties the mean is `⌊α(n + 1)⌋ / (n + 1)` whatever the scores are, so that it tests the threshold's code; what
 * differs from one application to another is the spread, and the mean when whole groups are held out.
 * @param units groups of scores that stay together (questions about one entity), or single scores in groups of one.
 * @throws RangeError as `conformalThreshold` when a calibration part is too small, or when no score is held out.
 */
export function conformalSplitRates(units: readonly (readonly number[])[], options: SplitOptions): Float64Array {
	const { random, alpha, splits = 200, share = 0.5, tail = 'low' } = options;
	const calibrating = Math.round(units.length * share);
	return Float64Array.from({ length: splits }, () => {
		const order = shuffled(random, units);
		const { threshold } = conformalThreshold(order.slice(0, calibrating).flat(), alpha, tail);
		const heldOut = order.slice(calibrating).flat();
		if (heldOut.length === 0) throw new RangeError('no score is held out');
		return heldOut.filter((score) => isBeyond(score, threshold, tail)).length / heldOut.length;
	});
}
