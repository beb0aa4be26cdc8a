import * as z from 'zod';
import { defineDetector, type ChosenThreshold, type ShownThreshold } from './detector.ts';
import { count, interval, ofByHand, quantiles, share, sha256 } from './figures.ts';
import { setByHand } from './shown-threshold.ts';

/** How a threshold of memory entries was chosen; `n`: benign scores. */
const criterion = z.discriminatedUnion('kind', [
	/** Split conformal: a benign entry is flagged with probability at most `alpha`, of which this detector has its share. */
	z.object({ kind: z.literal('conformal'), alpha: share, n: count.positive() }),
	/** `kappa` deviations above the mean, as in the paper; promises nothing. */
	z.object({ kind: z.literal('mean-plus-deviations'), kappa: z.number(), n: count.positive() }),
	z.object({ kind: z.literal('by-hand'), n: count }).describe(ofByHand),
]);

const common = {
	level: z.literal('entry'),
	threshold: z.number(),
	direction: z.literal('above'),
	criterion,
	/** Mean and sample standard deviation of the benign scores, for the error of the threshold. */
	center: z.number(),
	deviation: z.number().nonnegative(),
	quantiles,
	/** On benign entries that had no part in the threshold; `null` where none was held out. */
	heldOut: z.object({ n: count, falsePositiveRate: interval }).nullable(),
	/** On entries that are known to be planted; `null` without any. */
	planted: z.object({ n: count, truePositiveRate: interval, auc: interval }).nullable(),
};

/** An entry whose combined score lies above `threshold` is unusually near to what is asked (docs/memory.md). */
const memsad = z.object({
	method: z.literal('memsad'),
	...common,
	/** Queries that the entries were compared with. A scan has a history of its own. */
	history: z.object({ queries: count.positive(), sha256 }),
	/** Share of the nearest query in the score; absent: a half. */
	alpha: share.optional(),
});
export type MemsadDetector = z.infer<typeof memsad>;

/** An entry that is written unlike benign entries of its length. */
const memsadPlus = z.object({
	method: z.literal('memsad+'),
	...common,
	/** Benign entries that it is compared with: a file beside the profile, which holds them word by word. */
	baseline: z.object({ file: z.string().regex(/^[\w.-]+$/), sha256, texts: count.positive() }),
});
export type MemsadPlusDetector = z.infer<typeof memsadPlus>;

type Either = MemsadDetector | MemsadPlusDetector;

function shown({ method, level, threshold, criterion: by, planted }: Either): ShownThreshold[] {
	const asked =
		by.kind === 'conformal' ? `α = ${by.alpha}` : by.kind === 'mean-plus-deviations' ? `mean + ${by.kappa} deviations` : setByHand;
	return [{ id: `${method} ${level}`, threshold, auc: planted?.auc ?? null, classifier: null, asked, judged: null }];
}

function moved<D extends Either>(detector: D, { threshold, falsePositiveRate, truePositiveRate }: ChosenThreshold): D {
	const { criterion: by, heldOut, planted } = detector;
	return {
		...detector,
		threshold,
		criterion: { kind: 'by-hand', n: by.n },
		heldOut: heldOut === null || falsePositiveRate === null ? null : { ...heldOut, falsePositiveRate },
		planted: planted === null || truePositiveRate === null ? null : { ...planted, truePositiveRate },
	};
}

export const memsadFormat = defineDetector<MemsadDetector>({ schema: memsad, shown, moved: (detector, _id, to) => moved(detector, to) });
export const memsadPlusFormat = defineDetector<MemsadPlusDetector>({
	schema: memsadPlus,
	shown,
	moved: (detector, _id, to) => moved(detector, to),
});
