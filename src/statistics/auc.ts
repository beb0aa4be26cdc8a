/** Scores put in order once, for areas under the curve of many resamples of them. */
export interface RankedScores {
	/** Indices by ascending score. */
	readonly order: Uint32Array;
	/** For each place of `order`, 1 where it begins a run of equal scores. */
	readonly begins: Uint8Array;
	/** By index: 1 for positive, 0 for negative. */
	readonly positive: Uint8Array;
}

/**
 * @param labels one a score: 1 for positive, anything else for negative.
 * @throws RangeError for a score that is NaN, or another number of labels.
 */
export function rankScores(scores: ArrayLike<number>, labels: ArrayLike<number>): RankedScores {
	if (scores.length !== labels.length) throw new RangeError(`${labels.length} labels for ${scores.length} scores`);
	const values = Float64Array.from(scores);
	if (values.some(Number.isNaN)) throw new RangeError('a score is NaN');
	const order = Uint32Array.from(values, (_, i) => i).toSorted((a, b) => values[a]! - values[b]!);
	return {
		order,
		begins: Uint8Array.from(order, (item, place) => Number(place === 0 || values[order[place - 1]!] !== values[item])),
		positive: Uint8Array.from(labels, (label) => Number(label === 1)),
	};
}

/**
 * Area under the ROC curve, `P(positive's score > negative's) + P(equal) / 2` (the Mann–Whitney statistic, ties by half), of a
 * sample that holds score `i` `counts[i]` times; `NaN` when it lacks one of the classes.
 */
export function areaOfCounts({ order, begins, positive }: RankedScores, counts: ArrayLike<number>): number {
	let [positives, negatives, wins] = [0, 0, 0];
	let [runPositives, runNegatives] = [0, 0];
	for (let place = 0; place < order.length; place++) {
		if (begins[place] === 1) {
			wins += runPositives * (negatives + runNegatives / 2);
			positives += runPositives;
			negatives += runNegatives;
			runPositives = runNegatives = 0;
		}
		const item = order[place]!;
		if (positive[item] === 1) runPositives += counts[item]!;
		else runNegatives += counts[item]!;
	}
	wins += runPositives * (negatives + runNegatives / 2);
	return wins / ((positives + runPositives) * (negatives + runNegatives));
}

/**
 * Area under the ROC curve of scores; `clusteredAuc` gives it with an interval.
 * @param labels one a score: 1 for positive, 0 for negative.
 * @throws RangeError unless there are scores of both classes, none of them NaN, and a label for each.
 */
export function areaUnderCurve(scores: ArrayLike<number>, labels: ArrayLike<number>): number {
	const area = areaOfCounts(rankScores(scores, labels), new Uint8Array(scores.length).fill(1));
	if (Number.isNaN(area)) throw new RangeError('an area under the curve needs scores of both classes');
	return area;
}
