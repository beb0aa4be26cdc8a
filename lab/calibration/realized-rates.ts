import type { Interval } from '../../src/formats/detectors/figures.ts';
import { areaUnderCurve } from '../../src/statistics/auc.ts';

export const rates = ['true-positive rate', 'false-positive rate', 'precision', 'area'] as const;
export type Rate = (typeof rates)[number];

/** What a profile says of a detector; `null`: it says nothing. */
export interface ReportedRates {
	readonly operatingPoint: Readonly<Record<'truePositiveRate' | 'falsePositiveRate' | 'precision', Interval>> | null;
	readonly auc: Interval | null;
}

/** Of each rate that is reported, whether its interval holds what happens on data that had no part in anything. @param labels 1 for ungrounded */
export function heldRates(
	{ operatingPoint, auc }: ReportedRates,
	threshold: number,
	{ scores, labels }: { readonly scores: ArrayLike<number>; readonly labels: Uint8Array },
): Partial<Record<Rate, boolean>> {
	const flagged = (label: number): number => {
		const own = Array.from(scores).filter((_, i) => labels[i] === label);
		return own.filter((score) => score > threshold).length / own.length;
	};
	const found = Array.from(labels).filter((_, i) => scores[i]! > threshold);
	return {
		...(operatingPoint === null
			? {}
			: {
					'true-positive rate': holds(operatingPoint.truePositiveRate, flagged(1)),
					'false-positive rate': holds(operatingPoint.falsePositiveRate, flagged(0)),
					...(found.length === 0
						? {}
						: { precision: holds(operatingPoint.precision, found.filter((label) => label === 1).length / found.length) }),
				}),
		...(auc === null ? {} : { area: holds(auc, areaUnderCurve(scores, labels)) }),
	};
}

function holds({ low, high }: Interval, value: number): boolean {
	return low <= value && value <= high;
}
