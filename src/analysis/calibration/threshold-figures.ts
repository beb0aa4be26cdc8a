import type { ClassifierDetector } from '../../formats/detectors/classifier.ts';
import { unmeasured, type OperatingPoint, type SuspicionScale } from '../../formats/detectors/figures.ts';
import { clusteredAuc } from '../../statistics/clustered-auc.ts';
import { quantile } from '../../statistics/quantile.ts';
import { rounded } from './rounded.ts';
import type { Direction } from './scored-span.ts';
import { fitSuspicionScale } from './suspicion-scale.ts';
import type { JudgedScore } from './threshold.ts';
import { thresholdPoint, type TruthList } from './threshold-point.ts';

/** A score with its truth, and with what it belongs to: scores of one cluster (a response, an entity) may depend on each other. */
export interface ClusteredScore extends JudgedScore {
	readonly cluster: string;
	/** Verdict by a threshold that was chosen without this score; absent: the threshold in question is such a one. */
	readonly flagged?: boolean;
}

/** What a profile says of a threshold besides where it lies. */
export type ThresholdFigures = {
	[K in 'quantiles' | 'suspicion' | 'operatingPoint' | 'auc']: NonNullable<ClassifierDetector[K]>;
};

const quantileProbabilities = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1];

/**
 * The scale of suspicion and the quantiles of `train`, and what the threshold does on `test`, which had no part in its choice: a test
 * split, or in turns each part of the data that the rest chose for (`on`).
 * Rates have Clopper–Pearson intervals, which take scores as independent; that of the AUC does not.
 * Figures are rounded to nine decimals. @throws RangeError when a class is missing on either side.
 */
export function thresholdFigures(
	train: readonly JudgedScore[],
	test: readonly ClusteredScore[],
	threshold: number,
	on: OperatingPoint['on'] = 'test',
): ThresholdFigures {
	const area = clusteredAuc(test);
	return {
		quantiles: scoreQuantiles(train.map((s) => s.score)),
		suspicion: suspicionScale(train),
		operatingPoint: operatingPoint(test, threshold, on),
		auc: { value: rounded(area.value), low: rounded(area.low), high: rounded(area.high) },
	};
}

/** What scores are, for people: nine quantiles from the least to the greatest. */
export function scoreQuantiles(scores: readonly number[]): { probability: number; score: number }[] {
	const sorted = Float64Array.from(scores).toSorted();
	return quantileProbabilities.map((probability) => ({ probability, score: rounded(quantile(sorted, probability)) }));
}

/** Counts and rates of a threshold, as a profile has them. */
export function operatingPoint(
	test: readonly Omit<ClusteredScore, 'cluster'>[],
	threshold: number,
	on: OperatingPoint['on'],
	direction: Direction = 'above',
): OperatingPoint {
	const truth: TruthList = { scores: test.map(({ score }) => score), truths: test.map(({ positive }) => (positive ? 1 : 0)) };
	const { truePositives, falseNegatives, truePositiveRate, falsePositiveRate, precision } = thresholdPoint(
		truth,
		threshold,
		direction,
		test.map(({ flagged }) => flagged),
	);
	return {
		on,
		n: test.length,
		positives: truePositives + falseNegatives,
		truePositiveRate: truePositiveRate ?? unmeasured,
		falsePositiveRate: falsePositiveRate ?? unmeasured,
		precision: precision ?? unmeasured,
	};
}

/** Scores that are one when rounded cannot be two knots. */
function suspicionScale(train: readonly JudgedScore[]): SuspicionScale {
	const { kind, knots } = fitSuspicionScale(
		train.map((s) => rounded(s.score)),
		train.map((s) => s.positive),
	);
	return { kind, knots: knots.map(({ score, share }) => ({ score: rounded(score), share: rounded(share) })) };
}
