import type { DetectorReport, ThresholdPoint } from './calibration.ts';

type Interval = NonNullable<ThresholdPoint['falsePositiveRate']>;

/** The false-positive rate of any threshold with its Dvoretzky–Kiefer–Wolfowitz band, cut to [0, 1]; `null` where the report has none. */
export function falsePositiveBand({ bandHalfHeight }: Pick<DetectorReport, 'bandHalfHeight'>, { falsePositiveRate }: Pick<ThresholdPoint, 'falsePositiveRate'>): Interval | null {
	if (bandHalfHeight === undefined || falsePositiveRate === null) return null;
	const { value } = falsePositiveRate;
	return { value, low: Math.max(0, value - bandHalfHeight), high: Math.min(1, value + bandHalfHeight) };
}
