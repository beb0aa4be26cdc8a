import { z } from 'zod';

/** A content hash: SHA-256 in lower-case hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal');
export const share = z.number().min(0).max(1);
export const count = z.number().int().nonnegative();

/** An estimate with its 95 % interval. */
export const interval = z
	.object({ value: share, low: share, high: share })
	.refine((i) => i.low <= i.value && i.value <= i.high, 'expected low <= value <= high');
export type Interval = z.infer<typeof interval>;

/** How a profile writes a rate without anything to measure it on: it is unknown. */
export const unmeasured: Interval = { value: 0, low: 0, high: 1 };

/** How a threshold was chosen, on the calibration data. */
export const criterion = z.discriminatedUnion('kind', [
	/** The largest F1. */
	z.object({ kind: z.literal('f1') }),
	/** A quantile of all calibration scores; needs no labels. */
	z.object({ kind: z.literal('quantile'), probability: share }),
]);
export type Criterion = z.infer<typeof criterion>;

/** What a threshold that a person has moved is worth; it stands in the published schema. */
export const ofByHand =
	'A person moved the threshold and saw these rates meanwhile: nothing is guaranteed, and on other data expect somewhat worse ones.';

/** By a criterion, or by a person who moved it. */
export const chosenBy = z.discriminatedUnion('kind', [...criterion.options, z.object({ kind: z.literal('by-hand') }).describe(ofByHand)]);
export type ChosenBy = z.infer<typeof chosenBy>;

/**
 * What the threshold does on labeled data that had no part in the choice: a test split, or in turns each part that the rest chose for.
 * Of a threshold that was moved by hand it is on the same scores, which the person has seen: then the choice is not free of them.
 */
export const operatingPoint = z.object({
	on: z
		.enum(['test', 'cross-validation'])
		.describe(
			'Where the scores come from: a test side, or each part in turns, scored without it. They had no part in the choice of the threshold, unless its criterion is by-hand.',
		),
	n: count,
	/** Ungrounded sentences (or responses that hold one) among the `n`. */
	positives: count,
	truePositiveRate: interval,
	falsePositiveRate: interval,
	precision: interval,
});
export type OperatingPoint = z.infer<typeof operatingPoint>;

/** Of the calibration scores, rising in both. */
export const quantiles = z.array(z.object({ probability: share, score: z.number() }));

/**
 * From a score to a suspicion in [0, 1], the share of ungrounded calibration sentences near that score:
 * linear between the knots, constant beyond the first and the last. Never falling, so that the order of sentences is the score's.
 */
export const suspicion = z
	.object({
		kind: z.literal('isotonic'),
		knots: z.array(z.object({ score: z.number(), share })).min(1),
	})
	.refine(
		({ knots }) => knots.every((k, i) => i === 0 || (knots[i - 1]!.score < k.score && knots[i - 1]!.share <= k.share)),
		'expected knots with rising scores and shares that never fall',
	);
export type SuspicionScale = z.infer<typeof suspicion>;

/** Suspicion in [0, 1] of a score, by the profile's scale. */
export function suspicionOf(scale: SuspicionScale, score: number): number {
	const { knots } = scale;
	const right = knots.findIndex((k) => k.score >= score);
	if (right === -1) return knots.at(-1)!.share;
	const high = knots[right]!;
	if (right === 0) return high.share;
	const low = knots[right - 1]!;
	// Rounding must not lead above the knot: a share is at most 1.
	return Math.min(high.share, low.share + ((high.share - low.share) * (score - low.score)) / (high.score - low.score));
}
