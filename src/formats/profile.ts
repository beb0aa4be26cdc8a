import { z } from 'zod';
import { UserError } from '../errors.ts';
import { readJson } from './json-document.ts';

/** A content hash: SHA-256 in lower-case hexadecimal. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal');
const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

/** An estimate with its 95 % interval. */
const interval = z.object({ value: share, low: share, high: share })
	.refine((i) => i.low <= i.value && i.value <= i.high, 'expected low <= value <= high');
export type Interval = z.infer<typeof interval>;

/** How a threshold was chosen, on the calibration data. */
const criterion = z.discriminatedUnion('kind', [
	/** The largest F1. */
	z.object({ kind: z.literal('f1') }),
	/** A quantile of all calibration scores; needs no labels. */
	z.object({ kind: z.literal('quantile'), probability: share }),
]);
export type Criterion = z.infer<typeof criterion>;

/** By a criterion, or by a person who moved it. */
const chosenBy = z.discriminatedUnion('kind', [...criterion.options, z.object({ kind: z.literal('by-hand') })]);

/** What the threshold does on labelled data that had no part in the choice: a test split, or in turns each part that the rest chose for. */
const operatingPoint = z.object({
	on: z.enum(['test', 'cross-validation']),
	n: count,
	/** Ungrounded sentences (or responses that hold one) among the `n`. */
	positives: count,
	truePositiveRate: interval,
	falsePositiveRate: interval,
	precision: interval,
});
export type OperatingPoint = z.infer<typeof operatingPoint>;

/** Of the calibration scores, rising in both. */
const quantiles = z.array(z.object({ probability: share, score: z.number() }));

/**
 * From a score to a suspicion in [0, 1], the share of ungrounded calibration sentences near that score:
 * linear between the knots, constant beyond the first and the last. Never falling, so that the order of sentences is the score's.
 */
const suspicion = z.object({
	kind: z.literal('isotonic'),
	knots: z.array(z.object({ score: z.number(), share })).min(1),
}).refine(
	({ knots }) => knots.every((k, i) => i === 0 || (knots[i - 1]!.score < k.score && knots[i - 1]!.share <= k.share)),
	'expected knots with rising scores and shares that never fall',
);
export type SuspicionScale = z.infer<typeof suspicion>;

/**
 * A sentence whose mean token entropy with context (nats) lies above `threshold` is suspected to be ungrounded. It needs no labels: what
 * only labels tell is `null` without them.
 */
const meanEntropy = z.object({
	method: z.literal('mean-entropy'),
	level: z.literal('sentence'),
	/** Nats. */
	threshold: z.number(),
	direction: z.literal('above'),
	criterion: chosenBy, quantiles,
	suspicion: suspicion.nullable(), operatingPoint: operatingPoint.nullable(), auc: interval.nullable(),
});
export type MeanEntropyDetector = z.infer<typeof meanEntropy>;

/**
 * Boosted trees over features of the seven sources: `spad` the 126 of the paper, `spad+` this project's own (methods.md, section 1).
 * What their probability lies above is suspected: a sentence, or a response as a whole.
 */
const classifier = z.object({
	method: z.enum(['spad', 'spad+']),
	level: z.enum(['sentence', 'response']),
	/** Name of a file beside the profile: a model of XGBoost in its JSON form. */
	file: z.string().regex(/^[^/\\]*[^/\\.][^/\\]*$/, 'expected the name of a file beside the profile'),
	/** Of that file's bytes. */
	sha256,
	threshold: share,
	direction: z.literal('above'),
	criterion: chosenBy, quantiles, suspicion, operatingPoint, auc: interval,
});
export type ClassifierDetector = z.infer<typeof classifier>;
export type ClassifierMethod = ClassifierDetector['method'];
export type ClassifierLevel = ClassifierDetector['level'];

/** One side of the confidence gap: which scores lie beyond `threshold` (nats), and what that tells where there are labels. */
const gapSide = <D extends 'below' | 'above'>(direction: D) => z.object({
	threshold: z.number(),
	direction: z.literal(direction),
	criterion: chosenBy, quantiles,
	operatingPoint: operatingPoint.nullable(), auc: interval.nullable(),
});

/** Confidence gap of a sentence (methods.md, section 2): both sides are quantiles of the calibration sentences; labels say what the low one finds. */
const confidenceGap = z.object({
	method: z.literal('confidence-gap'),
	level: z.literal('sentence'),
	/** Of the mean: below it the contexts did not settle what the model said, which speaks for ungrounded. */
	low: gapSide('below'),
	/** Of the mean of the five highest tokens: above it the contexts dictated the words, which speaks for copying, so for personal data. */
	high: gapSide('above'),
});
export type ConfidenceGapDetector = z.infer<typeof confidenceGap>;

/** How RePCS's threshold was chosen. */
const repcsCriterion = z.discriminatedUnion('kind', [
	/** Split conformal: the `rank`-th smallest of `n` clean scores, `rank = ⌊α(n + 1)⌋`; a clean answer is flagged with probability at most `alpha`. */
	z.object({ kind: z.literal('conformal'), alpha: share, rank: count.positive(), n: count.positive() })
		.refine((c) => c.rank <= c.n && c.rank <= c.alpha * (c.n + 1) + 1e-9, 'expected rank <= alpha * (n + 1)'),
	/** A person moved it: nothing is guaranteed. `n` clean scores were there to look at. */
	z.object({ kind: z.literal('by-hand'), n: count }),
]);

/** A response whose RePCS score lies below `threshold` may have been recited from memory (methods.md, section 3). */
const repcs = z.object({
	method: z.literal('repcs'),
	level: z.literal('response'),
	/** `Z`, or `Z/T` for answers of different lengths. */
	score: z.enum(['z', 'z-per-token']),
	/** Nats, or nats a token. */
	threshold: z.number(),
	direction: z.literal('below'),
	criterion: repcsCriterion,
	/** Of the clean calibration scores. */
	quantiles,
	/** Half the height of the 95 % Dvoretzky–Kiefer–Wolfowitz band around their distribution function: it bounds shares, not quantiles. */
	dkwHalfHeight: z.number().nonnegative(),
	/** On clean answers that had no part in the threshold; `null` where none was held out. */
	heldOut: z.object({ n: count, falsePositiveRate: interval }).nullable(),
	/** On answers that are known to be recited; `auc`: against clean answers. `null` without any. */
	memorised: z.object({ n: count, truePositiveRate: interval, auc: interval }).nullable(),
	/** The paper's planning figure for the number of clean answers, and the measurements that went into it: a plan, no guarantee. */
	planning: z.object({
		/** `γ`: the largest log-ratio of a token among these answers, nats; the next answer may exceed it. `clipped`: where it was cut. */
		logRatio: z.number().nonnegative(), clipped: z.number().nullable(),
		/** `Δ`: mean `Z` of clean less mean `Z` of recited answers, nats. */
		gap: z.number(), missed: share,
		answers: count,
	}).nullable().optional(),
});
export type RepcsDetector = z.infer<typeof repcs>;

// A reader refuses a method that it does not know.
const detector = z.discriminatedUnion('method', [meanEntropy, classifier, confidenceGap, repcs]);
export type Detector = z.infer<typeof detector>;

/** The detector of a method, if the profile has it. */
export function detectorOf<M extends Detector['method']>({ detectors }: Pick<Profile, 'detectors'>, method: M): Extract<Detector, { method: M }> | undefined {
	return detectors.find((d): d is Extract<Detector, { method: M }> => d.method === method);
}

export function isClassifier(one: Detector): one is ClassifierDetector {
	return one.method === 'spad' || one.method === 'spad+';
}

/**
 * `rag-assay/profile@1`: what calibration found for one model, layout and embedder (methods.md, section 0).
 * `created` is the only member that a second run on the same data may change.
 */
export const profileSchema = z.object({
	schema: z.literal('rag-assay/profile@1'),
	name: z.string().min(1),
	created: z.iso.date(),
	/** `ModelIdentity.name` and `ModelIdentity.sha256`. */
	model: z.object({ name: z.string().min(1), sha256 }),
	/** `ModelIdentity.layout`. */
	layout: z.string().min(1),
	/** Whose embeddings went into it; `null`: nobody's. */
	embedder: z.object({ name: z.string().min(1), sha256 }).nullable(),
	/** The data that chose the thresholds. */
	dataset: z.object({
		name: z.string().min(1), sha256, traces: count, sentences: count,
		/** Where several data sets made it: each of them. */
		parts: z.array(z.object({ name: z.string().min(1), sha256, traces: count })).optional(),
	}),
	/** What wrote it; absent in profiles from before this was written down. */
	versions: z.object({ product: z.string().min(1) }).optional(),
	/** At most one of a method and level. */
	detectors: z.array(detector).refine((all) => new Set(all.map((d) => `${d.method} ${d.level}`)).size === all.length, 'expected at most one detector of a method and level'),
});
export type Profile = z.infer<typeof profileSchema>;

/** @throws UserError RA601 when the text is no profile. */
export function readProfile(text: string, file: string): Profile {
	return readJson(text, file, profileSchema, {
		noun: 'profile', code: 'RA601', hint: 'Write it anew by calibrating, or name another profile.',
	});
}

/** The profile as it is kept in a file: two runs on the same data differ in one line. */
export function formatProfile(profile: Profile): string {
	return `${JSON.stringify(profileSchema.parse(profile), undefined, '\t')}\n`;
}

/** What a profile must agree with: the parts of a model's identity that decide its numbers, and the embedder that is in use. */
export interface ProfileSubject {
	readonly name: string;
	readonly sha256: string;
	readonly layout: string;
	/** Absent where nothing is embedded: then a profile that names one has nothing to disagree with. */
	readonly embedder?: { readonly name: string; readonly sha256: string };
}

/** Why a profile is not for what it would judge. */
interface Difference {
	readonly code: 'RA602' | 'RA603' | 'RA609';
	readonly message: string;
	readonly hint: string;
}

/** Thresholds of one model mean nothing on another's scores: what differs, the first of model, layout and embedder. */
function differenceOf({ name, model, layout, embedder }: Profile, subject: ProfileSubject): Difference | null {
	if (model.sha256 !== subject.sha256) {
		return {
			code: 'RA602', message: `Profile '${name}' was calibrated for model '${model.name}' (${short(model.sha256)}), but the loaded model is '${subject.name}' (${short(subject.sha256)}).`,
			hint: 'Load that model, or name a profile that was calibrated for this one.',
		};
	}
	if (layout !== subject.layout) {
		return {
			code: 'RA603', message: `Profile '${name}' was calibrated with the prompt layout ${short(layout)}, but model '${subject.name}' is used with ${short(subject.layout)}.`,
			hint: 'Use the same chat template and layout, or calibrate anew.',
		};
	}
	if (embedder !== null && subject.embedder !== undefined && embedder.sha256 !== subject.embedder.sha256) {
		return {
			code: 'RA609', message: `Profile '${name}' was calibrated with the embedder '${embedder.name}' (${short(embedder.sha256)}), but '${subject.embedder.name}' (${short(subject.embedder.sha256)}) is in use.`,
			hint: 'Use that embedder, or calibrate anew.',
		};
	}
	return null;
}

/** @throws UserError RA602 when the profile is another model's, RA603 when it is for another prompt layout, RA609 for another embedder. */
export function requireFittingProfile(profile: Profile, subject: ProfileSubject, file?: string): void {
	const difference = differenceOf(profile, subject);
	if (difference === null) return;
	const { code, message, hint } = difference;
	throw new UserError(code, message, { ...(file === undefined ? {} : { place: { file } }), hint });
}

/** In one sentence what keeps the profile from judging; `null` when nothing does. */
export function whyUnfitting(profile: Profile, subject: ProfileSubject): string | null {
	return differenceOf(profile, subject)?.message ?? null;
}

function short(hash: string): string {
	return hash.slice(0, 12);
}

/** Suspicion in [0, 1] of a score, by the profile's scale. */
export function suspicionOf(scale: SuspicionScale, score: number): number {
	const { knots } = scale;
	const right = knots.findIndex((k) => k.score >= score);
	if (right === -1) return knots.at(-1)!.share;
	const high = knots[right]!;
	if (right === 0) return high.share;
	const low = knots[right - 1]!;
	// Rounding must not lead above the knot: a share is at most 1.
	return Math.min(high.share, low.share + (high.share - low.share) * (score - low.score) / (high.score - low.score));
}
