import type { Interval } from '../../formats/detectors/figures.ts';
import { clopperPearson } from '../../statistics/binomial-interval.ts';
import { clusteredRate } from '../../statistics/clustered-rate.ts';
import type { ChoiceError, ChoiceErrors } from './choice-errors.ts';
import { isFlagged, type Direction } from './scored-span.ts';
import { rounded } from './rounded.ts';

/** What a threshold does on scores. */
export interface ThresholdPoint {
	readonly threshold: number;
	readonly truePositives: number;
	readonly falsePositives: number;
	readonly trueNegatives: number;
	readonly falseNegatives: number;
	/** The intervals are those of `thresholdPoint`. `null`: no class or flagged score to measure it on, or the negatives chose the threshold. */
	readonly truePositiveRate: Interval | null;
	readonly falsePositiveRate: Interval | null;
	readonly precision: Interval | null;
}

/** Scores with their truth in two lists side by side; 1: positive, 0: negative, `null`: nobody says, and it counts nowhere. */
export interface TruthList {
	readonly scores: readonly number[];
	readonly truths: readonly (0 | 1 | null)[];
	/** The negatives chose the threshold by a rank of their scores: what share of them it flags is fixed by that, and says nothing of others. */
	readonly negativesChose?: boolean | undefined;
	/** Cluster of each score. Scores of one cluster may depend on each other. Absent: all scores are independent. */
	readonly clusters?: readonly number[] | undefined;
}

/** Verdicts and errors of a threshold that was chosen by the scores that it judges. */
export interface JudgedInTurns {
	/** Verdicts beside the lists, by thresholds that were chosen without the score. `undefined`: the threshold itself judges. */
	readonly verdicts?: readonly (boolean | undefined)[];
	/** Errors of the rates of the threshold itself on the same scores. Absent: the scores had no part in its choice. */
	readonly errors?: ChoiceErrors | undefined;
}

/**
 * Returns the counts and rates of a threshold. The rates are those of the verdicts, and so are the intervals without `errors`:
 * Clopper-Pearson for independent scores, `clusteredRate` for scores in clusters. With `errors`, the intervals are those of the threshold
 * itself, corrected for its choice by these scores. An interval is extended to its rate if it does not contain it.
 */
export function thresholdPoint(
	{ scores, truths, negativesChose = false, clusters }: TruthList,
	threshold: number,
	direction: Direction,
	{ verdicts = [], errors }: JudgedInTurns = {},
): ThresholdPoint {
	const judged = truths.flatMap((truth, i) => {
		if (truth === null) return [];
		const here = isFlagged(scores[i]!, threshold, direction);
		const flagged = verdicts[i] ?? here;
		// Without errors nothing is known of how far the threshold's own verdicts are off.
		return [{ positive: truth === 1, own: errors === undefined ? flagged : here, flagged, cluster: clusters?.[i] }];
	});
	const count = (positive: boolean, flagged: boolean): number =>
		judged.filter((one) => one.positive === positive && one.flagged === flagged).length;
	const [truePositives, falsePositives] = [count(true, true), count(false, true)];
	const [trueNegatives, falseNegatives] = [count(false, false), count(true, false)];
	const intervalOf = (hits: number, of: number, trials: readonly Trial[], error: ChoiceError | null | undefined): Interval | null => {
		if (clusters === undefined || of === 0) return rate(hits, of);
		const { low, high } =
			error === null
				? { low: 0, high: 1 }
				: clusteredRate(
						trials.map(({ hit }) => hit),
						trials.map(({ cluster }) => cluster),
						error,
					);
		const value = hits / of;
		return { value: rounded(value), low: rounded(Math.min(low, value)), high: rounded(Math.max(high, value)) };
	};
	const trialsOf = (positive: boolean): Trial[] =>
		judged.filter((one) => one.positive === positive).map(({ own, cluster }) => ({ hit: own, cluster: cluster ?? 0 }));
	return {
		threshold,
		truePositives,
		falsePositives,
		trueNegatives,
		falseNegatives,
		truePositiveRate: intervalOf(truePositives, truePositives + falseNegatives, trialsOf(true), errors?.truePositiveRate),
		falsePositiveRate: negativesChose
			? null
			: intervalOf(falsePositives, falsePositives + trueNegatives, trialsOf(false), errors?.falsePositiveRate),
		precision: negativesChose
			? null
			: intervalOf(
					truePositives,
					truePositives + falsePositives,
					judged.filter(({ own }) => own).map(({ positive, cluster }) => ({ hit: positive, cluster: cluster ?? 0 })),
					errors?.precision,
				),
	};
}

/** A score that counts for a rate, with whether it is a hit. */
interface Trial {
	readonly hit: boolean;
	readonly cluster: number;
}

/** Returns a number for each cluster, in the order of their first scores. */
export function clusterNumbers(clusters: readonly string[]): number[] {
	const numbers = new Map<string, number>();
	return clusters.map((cluster) => {
		const number = numbers.get(cluster) ?? numbers.size;
		numbers.set(cluster, number);
		return number;
	});
}

/** A share with its Clopper–Pearson interval, to nine decimals; `null` of nothing. */
export function rate(hits: number, of: number): Interval | null {
	if (of === 0) return null;
	const { low, high } = clopperPearson(hits, of);
	return { value: rounded(hits / of), low: rounded(low), high: rounded(high) };
}
