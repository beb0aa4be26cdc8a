import * as z from 'zod';
import { defineDetector } from './detector.ts';
import { count, ofByHand, quantiles, share } from './figures.ts';
import { heldOut, memorised, movedOnCleanAnswers, shownOnCleanAnswers } from './clean-answer-figures.ts';

export const sentenceCount = z.enum(['1', '2', '3+']);
export const valueKind = z.enum(['number', 'name', 'other']);

/** A group of answers with a threshold of its own: the `rank`-th smallest of the scores of its `n` clean answers. `any`: a wider group, for answers whose own has none. */
export const groupThreshold = z.object({
	sentences: z.enum([...sentenceCount.options, 'any']),
	/** Of the words that the question does not have. */
	value: z.enum([...valueKind.options, 'any']),
	n: count.positive(),
	rank: count.positive(),
	/** Nats. */
	threshold: z.number().nonnegative(),
});

const closedBookCriterion = z.discriminatedUnion('kind', [
	/** Split conformal in each group: `rank = ⌊α(n + 1)⌋`, so that a clean answer of the group is flagged with probability at most `alpha`. Refusals, which are never flagged, have no part in it. `n`: clean answers of all groups. */
	z.object({ kind: z.literal('conformal'), alpha: share, n: count.positive() }),
	/** `n` clean scores were there to look at. */
	z.object({ kind: z.literal('by-hand'), n: count }).describe(ofByHand),
]);

/**
 * A response whose largest entropy and largest surprise without contexts both lie below the threshold of its group may have been recited from memory
 * (docs/methods/closed-book.md).
 */
const closedBook = z.object({
	method: z.literal('closed-book'),
	level: z.literal('response'),
	/** The narrow groups first: an answer is judged by the first that it belongs to, and the last one takes in all. */
	groups: z
		.array(groupThreshold)
		.min(1)
		.refine((groups) => {
			const last = groups.at(-1);
			return last?.sentences === 'any' && last.value === 'any';
		}, 'expected a last group that takes in all answers'),
	/** Times the threshold of the answer's group: 1, unless a person moved it. */
	threshold: z.number().nonnegative(),
	direction: z.literal('below'),
	criterion: closedBookCriterion,
	/** Of the clean calibration scores, in multiples of the thresholds of their groups. */
	quantiles,
	/** Of answers that do not refuse. */
	heldOut,
	memorised,
});
export type ClosedBookDetector = z.infer<typeof closedBook>;

export const closedBookFormat = defineDetector<ClosedBookDetector>({
	schema: closedBook,
	shown: shownOnCleanAnswers,
	moved: (detector, _id, to) => ({ ...detector, ...movedOnCleanAnswers(detector, to) }),
});
