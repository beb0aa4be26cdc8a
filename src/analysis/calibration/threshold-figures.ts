import type { ClassifierDetector } from '../../formats/detectors/classifier.ts';
import { unmeasured, type OperatingPoint, type SuspicionScale } from '../../formats/detectors/figures.ts';
import { clusteredAuc } from '../../statistics/clustered-auc.ts';
import { quantile } from '../../statistics/quantile.ts';
import { rounded } from './rounded.ts';
import type { Direction } from './scored-span.ts';
import type { ChoiceErrors } from './choice-errors.ts';
import { clusterNumbers, thresholdPoint, type TruthList } from './threshold-point.ts';
import type { JudgedScore } from './threshold.ts';

/**
 * The isotonic scale of a profile: scores are put into `bins` groups of like size (equal scores together), each group's share of
 * unsupported sentences stands at its mean score, and neighbors that fall are pooled until none does (pool adjacent violators,
 * weighted by size). The share of a group is `(unsupported + 1/2) / (size + 1)`, so that no finite sample claims certainty.
 * @param scores of calibration sentences, higher is more suspect
 * @param unsupported the same sentences' labels
 */
export function fitSuspicionScale(scores: readonly number[], unsupported: readonly boolean[], bins = 20): SuspicionScale {
	if (scores.length === 0 || scores.length !== unsupported.length)
		throw new RangeError(`${scores.length} scores, ${unsupported.length} labels`);
	const pools: Pool[] = [];
	for (const group of groupsOf(scores, unsupported, bins)) {
		let pool = group;
		while (pools.length > 0 && shareOf(pools.at(-1)!) >= shareOf(pool)) pool = join(pools.pop()!, pool);
		pools.push(pool);
	}
	return { kind: 'isotonic', knots: pools.map((pool) => ({ score: pool.sum / pool.size, share: shareOf(pool) })) };
}

interface Pool {
	readonly sum: number;
	readonly size: number;
	readonly unsupported: number;
}

function groupsOf(scores: readonly number[], unsupported: readonly boolean[], bins: number): Pool[] {
	const order = scores.map((score, i) => ({ score, unsupported: unsupported[i]! })).toSorted((a, b) => a.score - b.score);
	const groups: Pool[] = [];
	let start = 0;
	for (let bin = 1; bin <= bins; bin++) {
		let end = Math.max(start, Math.round((order.length * bin) / bins));
		while (end > 0 && end < order.length && order[end]!.score === order[end - 1]!.score) end++;
		if (end === start) continue;
		const members = order.slice(start, end);
		groups.push({
			sum: members.reduce((s, m) => s + m.score, 0),
			size: members.length,
			unsupported: members.filter((m) => m.unsupported).length,
		});
		start = end;
	}
	return groups;
}

function shareOf({ unsupported, size }: Pool): number {
	return (unsupported + 0.5) / (size + 1);
}

function join(a: Pool, b: Pool): Pool {
	return { sum: a.sum + b.sum, size: a.size + b.size, unsupported: a.unsupported + b.unsupported };
}

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
 * No interval takes scores of one cluster as independent.
 * Figures are rounded to nine decimals.
 * @param errors Errors of the rates where `test` chose the threshold.
 * @throws RangeError when a class is missing on either side.
 */
export function thresholdFigures(
	train: readonly JudgedScore[],
	test: readonly ClusteredScore[],
	threshold: number,
	on: OperatingPoint['on'] = 'test',
	errors?: ChoiceErrors,
): ThresholdFigures {
	const area = clusteredAuc(test);
	return {
		quantiles: scoreQuantiles(train.map((s) => s.score)),
		suspicion: suspicionScale(train),
		operatingPoint: operatingPoint(test, threshold, { on, errors }),
		auc: { value: rounded(area.value), low: rounded(area.low), high: rounded(area.high) },
	};
}

/** What scores are, for people: nine quantiles from the least to the greatest. */
export function scoreQuantiles(scores: readonly number[]): { probability: number; score: number }[] {
	const sorted = Float64Array.from(scores).toSorted();
	return quantileProbabilities.map((probability) => ({ probability, score: rounded(quantile(sorted, probability)) }));
}

/** Where an operating point comes from. */
export interface PointSource {
	readonly on: OperatingPoint['on'];
	readonly direction?: Direction;
	/** Errors of the rates where these scores chose the threshold. */
	readonly errors?: ChoiceErrors | undefined;
}

/** Returns the counts and rates of a threshold, as a profile has them. */
export function operatingPoint(
	test: readonly ClusteredScore[],
	threshold: number,
	{ on, direction = 'above', errors }: PointSource,
): OperatingPoint {
	const truth: TruthList = {
		scores: test.map(({ score }) => score),
		truths: test.map(({ positive }) => (positive ? 1 : 0)),
		clusters: clusterNumbers(test.map(({ cluster }) => cluster)),
	};
	const { truePositives, falseNegatives, truePositiveRate, falsePositiveRate, precision } = thresholdPoint(truth, threshold, direction, {
		verdicts: test.map(({ flagged }) => flagged),
		errors,
	});
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
