import type { Interval } from '../../formats/detectors/figures.ts';
import { clopperPearson } from '../../statistics/binomial-interval.ts';
import { isFlagged, type Direction } from './scored-span.ts';
import { rounded } from './rounded.ts';

/** What a threshold does on scores. */
export interface ThresholdPoint {
	readonly threshold: number;
	readonly truePositives: number;
	readonly falsePositives: number;
	readonly trueNegatives: number;
	readonly falseNegatives: number;
	/** Clopper–Pearson, which takes scores as independent; `null` without a class (or a flagged score) to measure it on, or where it chose the threshold. */
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
}

/**
 * Counts and rates of a threshold.
 * @param verdicts of scores, beside the lists, by thresholds that were chosen without them; where there is none the threshold itself judges.
 */
export function thresholdPoint(
	{ scores, truths, negativesChose = false }: TruthList,
	threshold: number,
	direction: Direction,
	verdicts: readonly (boolean | undefined)[] = [],
): ThresholdPoint {
	let [truePositives, falsePositives, trueNegatives, falseNegatives] = [0, 0, 0, 0];
	for (const [i, truth] of truths.entries()) {
		const flagged = verdicts[i] ?? isFlagged(scores[i]!, threshold, direction);
		if (truth === 1 && flagged) truePositives++;
		else if (truth === 1) falseNegatives++;
		else if (truth === 0 && flagged) falsePositives++;
		else if (truth === 0) trueNegatives++;
	}
	return {
		threshold,
		truePositives,
		falsePositives,
		trueNegatives,
		falseNegatives,
		truePositiveRate: rate(truePositives, truePositives + falseNegatives),
		falsePositiveRate: negativesChose ? null : rate(falsePositives, falsePositives + trueNegatives),
		precision: negativesChose ? null : rate(truePositives, truePositives + falsePositives),
	};
}

/** A share with its Clopper–Pearson interval, to nine decimals; `null` of nothing. */
export function rate(hits: number, of: number): Interval | null {
	if (of === 0) return null;
	const { low, high } = clopperPearson(hits, of);
	return { value: rounded(hits / of), low: rounded(low), high: rounded(high) };
}
