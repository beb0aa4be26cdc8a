import * as z from 'zod';
import { defineDetector } from './detector.ts';
import { count, ofByHand, quantiles, share } from './figures.ts';
import { heldOut, memorised, movedOnCleanAnswers, shownOnCleanAnswers } from './clean-answer-figures.ts';

/** How RePCS's threshold was chosen. */
const repcsCriterion = z.discriminatedUnion('kind', [
	/** Split conformal: the `rank`-th smallest of `n` clean scores, one a source or subject, `rank = ⌊α(n + 1)⌋`; those of refusals, which are never flagged, count as the greatest. A clean answer is flagged with probability at most `alpha`. */
	z
		.object({ kind: z.literal('conformal'), alpha: share, rank: count.positive(), n: count.positive() })
		.refine((c) => c.rank <= c.n && c.rank <= c.alpha * (c.n + 1) + 1e-9, 'expected rank <= alpha * (n + 1)'),
	/** `n` clean scores were there to look at. */
	z.object({ kind: z.literal('by-hand'), n: count }).describe(ofByHand),
]);

/** A response whose RePCS score lies below `threshold` may have been recited from memory (docs/methods/repcs.md). */
const repcs = z.object({
	method: z.literal('repcs'),
	level: z.literal('response'),
	/** `Z`, or `Z/T` for answers of different lengths. */
	score: z.enum(['z', 'z-per-token']),
	/** Nats, or nats a token. */
	threshold: z.number(),
	direction: z.literal('below'),
	criterion: repcsCriterion,
	/** Of the clean calibration scores, refusals aside. */
	quantiles,
	/** Half the height of the 95 % Dvoretzky–Kiefer–Wolfowitz band around their distribution function: it bounds shares, not quantiles. */
	dkwHalfHeight: z.number().nonnegative(),
	heldOut,
	memorised,
	/** The paper's planning figure for the number of clean answers, and the measurements that went into it: a plan, no guarantee. */
	planning: z
		.object({
			/** `γ`: the largest log-ratio of a token among these answers, nats; the next answer may exceed it. `clipped`: where it was cut. */
			logRatio: z.number().nonnegative(),
			clipped: z.number().nullable(),
			/** `Δ`: mean `Z` of clean less mean `Z` of recited answers, nats. */
			gap: z.number(),
			missed: share,
			answers: count,
		})
		.nullable()
		.optional(),
});
export type RepcsDetector = z.infer<typeof repcs>;

export const repcsFormat = defineDetector<RepcsDetector>({
	schema: repcs,
	shown: shownOnCleanAnswers,
	moved: (detector, _id, to) => ({ ...detector, ...movedOnCleanAnswers(detector, to) }),
});
