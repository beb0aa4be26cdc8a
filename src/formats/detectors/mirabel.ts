import * as z from 'zod';
import { defineDetector } from './detector.ts';
import { count, interval, ofByHand, quantiles, share } from './figures.ts';
import { setByHand } from './shown-threshold.ts';

/** How the threshold was chosen. */
const criterion = z.discriminatedUnion('kind', [
	/** Split conformal on `n` benign queries: another one like them is flagged with probability at most `rho`. */
	z.object({ kind: z.literal('conformal'), rho: share, n: count.positive() }),
	z.object({ kind: z.literal('by-hand'), n: count }).describe(ofByHand),
]);

/** What flagging costs benign queries of one kind. */
const kindCost = z.object({ kind: z.string(), n: count, flagged: interval });

/** A query whose nearest document stands out of the others by more than `threshold` fishes for it (docs/query-screening.md). */
const mirabel = z.object({
	method: z.literal('mirabel'),
	level: z.literal('query'),
	/** Of `score`. */
	threshold: z.number(),
	/** `z = (max − mean) / std` (also where it is absent), or `room`: `z` divided by the share of the way from the mean to 1 that is left. */
	score: z.enum(['z', 'room']).optional(),
	direction: z.literal('above'),
	criterion,
	quantiles,
	/** On benign queries that had no part in the threshold; `null` where none was held out. */
	heldOut: z.object({ n: count, falsePositiveRate: interval }).nullable(),
	/** On queries that are known to fish; `null` without any. */
	fishing: z.object({ n: count, truePositiveRate: interval, auc: interval }).nullable(),
	/** Of benign queries by what they ask, where the data say it. */
	costs: z.array(kindCost),
	/** Documents that they were compared with. */
	documents: count.positive(),
});
export type MirabelDetector = z.infer<typeof mirabel>;

export const mirabelFormat = defineDetector<MirabelDetector>({
	schema: mirabel,
	shown: ({ method, level, threshold, criterion: by, fishing }) => [
		{
			id: `${method} ${level}`,
			threshold,
			auc: fishing?.auc ?? null,
			classifier: null,
			asked: by.kind === 'conformal' ? `ρ = ${by.rho}` : setByHand,
			judged: null,
		},
	],
	moved: (detector, _id, { threshold, falsePositiveRate, truePositiveRate }) => {
		const { criterion: by, heldOut, fishing } = detector;
		return {
			...detector,
			threshold,
			criterion: { kind: 'by-hand', n: by.n },
			heldOut: heldOut === null || falsePositiveRate === null ? null : { ...heldOut, falsePositiveRate },
			fishing: fishing === null || truePositiveRate === null ? null : { ...fishing, truePositiveRate },
			costs: [],
		};
	},
});
