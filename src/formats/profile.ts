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
	/** The largest true-positive rate whose false-positive rate stays at or below `target`. */
	z.object({ kind: z.literal('false-positive-rate'), target: share }),
	/** The largest F1. */
	z.object({ kind: z.literal('f1') }),
	/** The largest difference of true- and false-positive rate. */
	z.object({ kind: z.literal('youden') }),
	/** A quantile of all calibration scores; needs no labels. */
	z.object({ kind: z.literal('quantile'), probability: share }),
]);
export type Criterion = z.infer<typeof criterion>;

/** What the threshold does on labelled data that did not choose it. */
const operatingPoint = z.object({
	on: z.literal('test'),
	n: count,
	/** Ungrounded sentences (or responses that hold one) among the `n`. */
	positives: count,
	truePositiveRate: interval,
	falsePositiveRate: interval,
	precision: interval,
});

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

/** What every detector says of its threshold. */
const judged = {
	direction: z.literal('above'),
	criterion,
	/** Of the calibration scores, rising in both. */
	quantiles: z.array(z.object({ probability: share, score: z.number() })),
	suspicion,
	operatingPoint,
	auc: interval,
};

/** A sentence whose mean token entropy with context (nats) lies above `threshold` is suspected to be ungrounded. */
const meanEntropy = z.object({
	method: z.literal('mean-entropy'),
	level: z.literal('sentence'),
	/** Nats. */
	threshold: z.number(),
	...judged,
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
	...judged,
});
export type ClassifierDetector = z.infer<typeof classifier>;
export type ClassifierMethod = ClassifierDetector['method'];
export type ClassifierLevel = ClassifierDetector['level'];

// Further methods (confidence-gap quantiles, repcs) join this union; a reader refuses what it does not know.
const detector = z.discriminatedUnion('method', [meanEntropy, classifier]);
export type Detector = z.infer<typeof detector>;

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
	embedder: z.null(),
	/** The labelled data that chose the thresholds. */
	dataset: z.object({ name: z.string().min(1), sha256, traces: count, sentences: count }),
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

/** What a profile must agree with: the parts of a model's identity that decide its numbers. */
export interface ProfileSubject {
	readonly name: string;
	readonly sha256: string;
	readonly layout: string;
}

/**
 * Thresholds of one model mean nothing on another's scores.
 * @throws UserError RA602 when the profile is another model's, RA603 when it is for another prompt layout.
 */
export function requireFittingProfile(profile: Profile, subject: ProfileSubject, file?: string): void {
	const place = file === undefined ? {} : { place: { file } };
	if (profile.model.sha256 !== subject.sha256) {
		throw new UserError('RA602', `Profile '${profile.name}' was calibrated for model '${profile.model.name}' (${short(profile.model.sha256)}), but the loaded model is '${subject.name}' (${short(subject.sha256)}).`, {
			...place, hint: 'Load that model, or name a profile that was calibrated for this one.',
		});
	}
	if (profile.layout !== subject.layout) {
		throw new UserError('RA603', `Profile '${profile.name}' was calibrated with the prompt layout ${short(profile.layout)}, but model '${subject.name}' is used with ${short(subject.layout)}.`, {
			...place, hint: 'Use the same chat template and layout, or calibrate anew.',
		});
	}
}

/** Whether `requireFittingProfile` would accept. */
export function fitsProfile(profile: Profile, subject: ProfileSubject): boolean {
	return profile.model.sha256 === subject.sha256 && profile.layout === subject.layout;
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
