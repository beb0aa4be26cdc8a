import * as z from 'zod';

/** A content hash: SHA-256 in lowercase hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal');
export const share = z.number().min(0).max(1);
export const count = z.number().int().nonnegative();

/** An estimate with its 95% interval. */
export const interval = z
	.object({ value: share, low: share, high: share })
	.refine((i) => i.low <= i.value && i.value <= i.high, 'expected low <= value <= high');
export type Interval = z.infer<typeof interval>;

/** The interval that a profile has for a rate that could not be measured. The rate is unknown. */
export const unmeasured: Interval = { value: 0, low: 0, high: 1 };

/** How a threshold was chosen on the calibration data. */
const criterion = z.discriminatedUnion('kind', [
	/** The threshold with the largest F1. */
	z.object({ kind: z.literal('f1') }),
	/** A quantile of all calibration scores. It needs no labels. */
	z.object({ kind: z.literal('quantile'), probability: share }),
]);
export type Criterion = z.infer<typeof criterion>;

/** What the rates mean if a person moved the threshold. The published schema contains this text. */
export const ofByHand =
	'A person moved the threshold and saw these rates meanwhile: nothing is guaranteed, and on other data expect somewhat worse ones.';

/** How a threshold was chosen: by a criterion, or by a person who moved it. */
export const chosenBy = z.discriminatedUnion('kind', [...criterion.options, z.object({ kind: z.literal('by-hand') }).describe(ofByHand)]);
export type ChosenBy = z.infer<typeof chosenBy>;

/**
 * What the threshold does on labeled data that had no part in the choice. The data are a test split, or each part in turn after the rest
 * chose the threshold.
 * If a person moved the threshold, the scores are the same, but the person has seen them. The choice then depends on them.
 */
export const operatingPoint = z.object({
	on: z
		.enum(['test', 'cross-validation'])
		.describe(
			'Where the scores come from: a test side, or each part in turns, scored without it. They had no part in the choice of the threshold, unless its criterion is by-hand.',
		),
	n: count,
	/** Unsupported sentences among the `n`, or responses with an unsupported sentence. */
	positives: count,
	truePositiveRate: interval,
	falsePositiveRate: interval,
	precision: interval,
});
export type OperatingPoint = z.infer<typeof operatingPoint>;

/** Quantiles of the calibration scores. Probabilities and scores both rise. */
export const quantiles = z.array(z.object({ probability: share, score: z.number() }));

/**
 * A map from a score to a suspicion in [0, 1]: the share of unsupported calibration sentences near that score.
 * It is linear between the knots and constant beyond the first and the last. It never falls, so that the suspicions keep the order of the
 * scores.
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

/** Returns the suspicion of a score by the profile's scale, in [0, 1]. */
export function suspicionOf(scale: SuspicionScale, score: number): number {
	const { knots } = scale;
	const right = knots.findIndex((k) => k.score >= score);
	if (right === -1) return knots.at(-1)!.share;
	const high = knots[right]!;
	if (right === 0) return high.share;
	const low = knots[right - 1]!;
	// Rounding must not lead above the knot, because a share is at most 1.
	return Math.min(high.share, low.share + ((high.share - low.share) * (score - low.score)) / (high.score - low.score));
}
