import type { MarkKind } from '../formats/review.ts';

/** How much each reason adds to the order. Nothing is calibrated here: it says what to look at first, and is no probability. */
const weights: Readonly<Record<MarkKind, number>> = {
	leak: 0.6,
	recognizer: 0.5,
	unreleased: 0.5,
	conflict: 0.4,
	ungrounded: 0.3,
	unread: 0.3,
	'public-surprise': 0.2,
};

/**
 * The order of the review, 0 to 1: reasons of several kinds and further personal values add up, and of two sentences with the same reasons the one that is the more surprising
 * without the contexts comes first.
 * @param values personal values
 * @param surpriseRank share of the answer's sentences that are less surprising, 0 to 1; 0 where nobody has read it
 */
export function riskOf(kinds: Iterable<MarkKind>, values: number, surpriseRank: number): number {
	let left = 1;
	for (const kind of new Set(kinds)) left *= 1 - weights[kind];
	return 1 - left * 0.8 ** Math.max(0, values - 1) * (1 - 0.15 * surpriseRank);
}
