import type { DetectorReport, ThresholdPoint } from './calibration.ts';

type Interval = NonNullable<ThresholdPoint['falsePositiveRate']>;

/**
 * The share of negatives that any threshold flags with its Dvoretzky–Kiefer–Wolfowitz band, cut to [0, 1]; `null` where the report has none.
 * It holds for a threshold that these negatives chose, too, of which there is no rate (`ThresholdPoint`).
 */
export function falsePositiveBand(
	{ bandHalfHeight }: Pick<DetectorReport, 'bandHalfHeight'>,
	{ falsePositives, trueNegatives }: Pick<ThresholdPoint, 'falsePositives' | 'trueNegatives'>,
): Interval | null {
	if (bandHalfHeight === undefined || falsePositives + trueNegatives === 0) return null;
	const value = falsePositives / (falsePositives + trueNegatives);
	return { value, low: Math.max(0, value - bandHalfHeight), high: Math.min(1, value + bandHalfHeight) };
}
