import type { FitPlan } from '../../src/methods/spad/fit-plan.ts';
import { officialSplit } from '../../src/methods/spad/protocols.ts';
import type { Samples } from '../../src/methods/spad/samples.ts';
import { bestF1 } from '../../src/statistics/best-f1.ts';
import { featureMatrix } from '../../src/statistics/boosted-trees/feature-matrix.ts';
import { fitLogisticRegression, predictLogistic } from '../logistic-regression.ts';
import type { Random } from '../../src/statistics/random.ts';
import type { Detector } from './detectors.ts';
import { tableColumns, type TableName } from './feature-tables.ts';
import type { JudgedSpan } from './judged-span.ts';

/** What a detector says of spans that it has not seen. */
export interface TestScores {
	/** Higher is more suspect. */
	readonly scores: ArrayLike<number>;
	/** 1 where the score is above the threshold of largest F1 on the training side. */
	readonly flagged: ArrayLike<number>;
}

export interface FitContext {
	readonly random: Random;
	readonly plan: FitPlan;
	readonly signal: AbortSignal;
}

/**
 * Fits a detector on the training spans and scores the test spans. Trees follow protocol I (docs/methods/spad.md): settings searched, cut and
 * stopped on the training side alone, groups kept whole.
 * @throws RangeError when a group stands on both sides, or the training side lacks a class.
 */
export async function scoreSpans(
	detector: Detector,
	train: readonly JudgedSpan[],
	test: readonly JudgedSpan[],
	{ random, plan, signal }: FitContext,
): Promise<TestScores> {
	if (detector.kind === 'trees') {
		const { scores, flagged } = await officialSplit(samplesOf(train, detector.table), samplesOf(test, detector.table), {
			random,
			plan,
			signal,
			featureNames: tableColumns[detector.table],
		});
		return { scores, flagged };
	}
	const scoreOf = scorer(detector, train);
	const { threshold } = bestF1(
		train.map(scoreOf),
		train.map(({ positive }) => Number(positive)),
	);
	const scores = test.map(scoreOf);
	return { scores, flagged: scores.map((score) => Number(score > threshold)) };
}

/** The spans as a classifier is trained on them. */
export function samplesOf(spans: readonly JudgedSpan[], table: TableName): Samples {
	return {
		features: featureMatrix(
			spans.map(({ rows }) => rows[table]),
			tableColumns[table].length,
		),
		labels: Uint8Array.from(spans, ({ positive }) => Number(positive)),
		groups: spans.map(({ group }) => group),
	};
}

function scorer(detector: Exclude<Detector, { kind: 'trees' }>, train: readonly JudgedSpan[]): (span: JudgedSpan) => number {
	if (detector.kind === 'score') return ({ scores }) => scores[detector.score];
	const { features, labels } = samplesOf(train, detector.table);
	const model = fitLogisticRegression(features, labels);
	return ({ rows }) => predictLogistic(model, rows[detector.table]);
}
