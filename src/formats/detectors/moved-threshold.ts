import type { ChosenThreshold } from './detector.ts';
import type { OperatingPoint } from './figures.ts';

/**
 * A threshold with its operating point, moved by a person: the rates become those of the new threshold on the same scores, where there were
 * any. The person saw them: that the criterion is `by-hand` says so.
 */
export function movedThreshold<T extends { readonly operatingPoint: OperatingPoint | null }>(of: T, to: ChosenThreshold): T & { threshold: number; criterion: { kind: 'by-hand' }; operatingPoint: T['operatingPoint'] } {
	return { ...of, threshold: to.threshold, criterion: { kind: 'by-hand' }, operatingPoint: rates(of.operatingPoint, to) };
}

/** A rate without anything to measure it on is unknown: 0 in `[0, 1]`. */
function rates<P extends OperatingPoint | null>(of: P, { truePositiveRate, falsePositiveRate, precision }: ChosenThreshold): P {
	if (of === null) return of;
	const nothing = { value: 0, low: 0, high: 1 };
	return { ...of, truePositiveRate: truePositiveRate ?? nothing, falsePositiveRate: falsePositiveRate ?? nothing, precision: precision ?? nothing };
}
