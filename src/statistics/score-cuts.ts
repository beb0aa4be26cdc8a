import type { RankedScores } from './auc.ts';

/** What is flagged when the highest scores are. */
export interface ScoreCut {
	/** An item whose score is the lowest that is flagged; `null`: none is. */
	readonly lowest: number | null;
	readonly truePositives: number;
	readonly falsePositives: number;
}

/**
 * Every way to flag the highest scores, from none to all; equal scores stay together.
 * @param counts how many times the sample holds each score.
 */
export function scoreCuts({ order, begins, positive }: RankedScores, counts: ArrayLike<number>): ScoreCut[] {
	const cuts: ScoreCut[] = [{ lowest: null, truePositives: 0, falsePositives: 0 }];
	let [truePositives, falsePositives, flagged] = [0, 0, 0];
	for (let place = order.length - 1; place >= 0; place--) {
		const item = order[place]!;
		if (positive[item] === 1) truePositives += counts[item]!;
		else falsePositives += counts[item]!;
		if (begins[place] === 0 || truePositives + falsePositives === flagged) continue;
		flagged = truePositives + falsePositives;
		cuts.push({ lowest: item, truePositives, falsePositives });
	}
	return cuts;
}

/** Counts for a sample that holds each of `length` scores once. */
export function onceEach(length: number): Uint8Array {
	return new Uint8Array(length).fill(1);
}
