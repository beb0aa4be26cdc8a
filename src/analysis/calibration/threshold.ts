import type { Criterion } from '../../formats/profile.ts';
import { bestF1 } from '../../statistics/best-f1.ts';
import { quantile } from '../../statistics/quantile.ts';

/** A score whose truth is known. */
export interface JudgedScore {
	readonly score: number;
	/** Ungrounded. */
	readonly positive: boolean;
}

/** What a threshold does: a score strictly above it is flagged. */
interface Cut {
	readonly threshold: number;
	readonly truePositives: number;
	readonly falsePositives: number;
}

/**
 * The threshold that fits a criterion best on the given scores: the middle of the gap between two neighbouring ones, so that no score
 * lies on it; among equally good cuts the highest. `-Infinity` and `Infinity` never: flagging nothing is a cut at the highest score.
 * @throws RangeError when the criterion needs both classes and one is missing, or there are no scores.
 */
export function chooseThreshold(scores: readonly JudgedScore[], criterion: Criterion): number {
	if (criterion.kind === 'quantile') return quantile(Float64Array.from(scores, (s) => s.score).toSorted(), criterion.probability);
	const positives = scores.filter((s) => s.positive).length;
	const negatives = scores.length - positives;
	if (positives === 0 || negatives === 0) throw new RangeError(`a threshold by ${criterion.kind} needs grounded and ungrounded sentences`);
	if (criterion.kind === 'f1') return bestF1(scores.map((s) => s.score), scores.map((s) => Number(s.positive))).threshold;
	const worth = ({ truePositives, falsePositives }: Cut): number => {
		switch (criterion.kind) {
			case 'false-positive-rate': return falsePositives / negatives <= criterion.target ? truePositives : -1;
			// The difference of the rates times both counts: whole numbers, so that equally good cuts compare as equal.
			case 'youden': return truePositives * negatives - falsePositives * positives;
		}
	};
	let best: { worth: number; threshold: number } | null = null;
	for (const cut of cuts(scores)) {
		const value = worth(cut);
		if (best === null || value > best.worth) best = { worth: value, threshold: cut.threshold };
	}
	return best!.threshold;
}

/** Every way to cut the scores in two, from flagging none downwards; equal scores stay together. */
function* cuts(scores: readonly JudgedScore[]): Generator<Cut> {
	const descending = scores.toSorted((a, b) => b.score - a.score);
	yield { threshold: descending[0]!.score, truePositives: 0, falsePositives: 0 };
	let [truePositives, falsePositives] = [0, 0];
	for (const [i, { score, positive }] of descending.entries()) {
		if (positive) truePositives++;
		else falsePositives++;
		const next = descending[i + 1]?.score;
		if (next !== undefined && next < score) yield { threshold: (score + next) / 2, truePositives, falsePositives };
	}
}
