import type { ChosenThreshold } from './detector.ts';
import { unmeasured, type OperatingPoint } from './figures.ts';

/**
 * A threshold with its operating point, moved by a person: the rates become those of the new threshold on the same scores, where there were
 * any. The person saw them: that the criterion is `by-hand` says so.
 */
export function movedThreshold<T extends { readonly operatingPoint: OperatingPoint | null }>(
	of: T,
	to: ChosenThreshold,
): T & { threshold: number; criterion: { kind: 'by-hand' }; operatingPoint: T['operatingPoint'] } {
	return { ...of, threshold: to.threshold, criterion: { kind: 'by-hand' }, operatingPoint: rates(of.operatingPoint, to) };
}

function rates<P extends OperatingPoint | null>(of: P, { truePositiveRate, falsePositiveRate, precision }: ChosenThreshold): P {
	if (of === null) return of;
	return {
		...of,
		truePositiveRate: truePositiveRate ?? unmeasured,
		falsePositiveRate: falsePositiveRate ?? unmeasured,
		precision: precision ?? unmeasured,
	};
}
