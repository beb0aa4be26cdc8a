import type { Criterion, Interval, MeanEntropyDetector, SuspicionScale } from '../../formats/profile.ts';
import { clopperPearson } from '../../statistics/binomial-interval.ts';
import { clusteredAuc } from '../../statistics/clustered-auc.ts';
import { quantile } from '../../statistics/quantile.ts';
import { fitSuspicionScale } from './suspicion-scale.ts';
import { chooseThreshold } from './threshold.ts';
import type { JudgedScore } from './threshold.ts';

/** A sentence's mean entropy (nats) with its truth; `response` names the response that it stands in. */
export interface JudgedSentence extends JudgedScore {
	readonly response: string;
}

const quantileProbabilities = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1];

/**
 * Chooses the threshold and the scale of suspicion on `train` and measures what they do on `test`, which has no part in the choice.
 * Rates have Clopper–Pearson intervals, which take sentences as independent; that of the AUC counts a response's sentences as a cluster.
 * Figures are rounded to nine decimals. @throws RangeError when a class is missing on either side.
 */
export function fitMeanEntropyDetector(train: readonly JudgedSentence[], test: readonly JudgedSentence[], criterion: Criterion): MeanEntropyDetector {
	const threshold = rounded(chooseThreshold(train, criterion));
	const sorted = Float64Array.from(train, (s) => s.score).toSorted();
	const area = clusteredAuc(test.map(({ score, positive, response }) => ({ score, positive, cluster: response })));
	return {
		method: 'mean-entropy', level: 'sentence', threshold, direction: 'above', criterion,
		quantiles: quantileProbabilities.map((probability) => ({ probability, score: rounded(quantile(sorted, probability)) })),
		suspicion: suspicionScale(train),
		operatingPoint: measure(test, threshold),
		auc: { value: rounded(area.value), low: rounded(area.low), high: rounded(area.high) },
	};
}

function measure(test: readonly JudgedSentence[], threshold: number): MeanEntropyDetector['operatingPoint'] {
	const count = (keep: (s: JudgedSentence) => boolean): number => test.filter(keep).length;
	const positives = count((s) => s.positive);
	const truePositives = count((s) => s.positive && s.score > threshold);
	const falsePositives = count((s) => !s.positive && s.score > threshold);
	return {
		on: 'test', n: test.length, positives,
		truePositiveRate: rate(truePositives, positives),
		falsePositiveRate: rate(falsePositives, test.length - positives),
		precision: rate(truePositives, truePositives + falsePositives),
	};
}

/** A precision without a flagged sentence is unknown: 0 in `[0, 1]`. */
function rate(hits: number, of: number): Interval {
	const { low, high } = clopperPearson(hits, of);
	return { value: of === 0 ? 0 : rounded(hits / of), low: rounded(low), high: rounded(high) };
}

function suspicionScale(train: readonly JudgedSentence[]): SuspicionScale {
	const { kind, knots } = fitSuspicionScale(train.map((s) => s.score), train.map((s) => s.positive));
	return { kind, knots: knots.map(({ score, share }) => ({ score: rounded(score), share: rounded(share) })) };
}

function rounded(value: number): number {
	return Math.round(value * 1e9) / 1e9;
}
