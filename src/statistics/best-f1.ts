/** A threshold with what it does: a score strictly above it is flagged. */
export interface F1Cut {
	readonly threshold: number;
	/** `2 · hits / (flagged + positives)`, `[0, 1]`. */
	readonly f1: number;
}

/**
 * The threshold of largest F1 on the given scores: the middle of the gap between two neighboring ones, so that no score lies on it
 * unless they are neighboring floats;
 * among equally good ones the highest. Flagging everything is no threshold.
 * @param labels one a score: 1 for positive, 0 for negative
 * @throws RangeError unless there are positives, no score is NaN, and each has a label.
 */
export function bestF1(scores: ArrayLike<number>, labels: ArrayLike<number>): F1Cut {
	const order = Uint32Array.from({ length: scores.length }, (_, i) => i).toSorted((a, b) => scores[b]! - scores[a]!);
	const positives = Array.from(labels).reduce((sum, label) => sum + label, 0);
	if (labels.length !== scores.length || positives === 0)
		throw new RangeError(`${labels.length} labels for ${scores.length} scores, ${positives} of them positive`);
	if (order.some((i) => Number.isNaN(scores[i]!))) throw new RangeError('a score is NaN');
	let best: F1Cut = { threshold: scores[order[0]!]!, f1: 0 };
	let hits = 0;
	for (let flagged = 1; flagged < order.length; flagged++) {
		const [last, next] = [scores[order[flagged - 1]!]!, scores[order[flagged]!]!];
		hits += labels[order[flagged - 1]!]!;
		if (next === last) continue;
		const f1 = (2 * hits) / (flagged + positives);
		const middle = (last + next) / 2;
		// Between neighboring floats the middle may round up to the one that is to be flagged.
		if (f1 > best.f1) best = { threshold: middle < last ? middle : next, f1 };
	}
	return best;
}
