import { z } from 'zod';
import { memoryProblem, maxToldProblems } from './memory-problem.ts';
import { subjectKeySchema } from './subject.ts';

/** What may speak against an entry. */
export const memoryReasons = [
	'memsad',
	'memsad+',
	'validation',
	'proactive',
	'provenance',
	'lineage',
	'hidden-text',
	'drift',
	'graph',
	'copies',
] as const;
export type MemoryReason = (typeof memoryReasons)[number];

/** Entries of a store up to which near copies are looked for: each is compared with every other one. */
export const maxForCopies = 5_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.strictObject({ file: z.string(), start: z.number().int().nonnegative(), end: z.number().int().nonnegative() });

/** One thing that speaks against an entry, for people and for tools. */
export const memoryFinding = z.strictObject({
	reason: z.enum(memoryReasons),
	/** Such as `rag-assay/memory-directive`. */
	code: z.string(),
	severity: z.enum(['error', 'warning', 'info']),
	/** A sentence that a person can act on. */
	message: z.string(),
	score: z.number().nullable(),
	threshold: z.number().nullable(),
	/** The words that it is about, in the file where there is one; `null`: the entry as a whole. */
	place: place.nullable(),
	/** Whether a person has marked it benign, by the hash of its text. */
	ignored: z.boolean(),
});
export type MemoryFinding = z.infer<typeof memoryFinding>;

/** A query of the history that an entry lies near. */
export const nearQuery = z.strictObject({ query: z.string(), similarity: z.number() });

/** One entry as a scan judged it: a line of `memory scan --json`. What was not computed is `null`. */
export const memoryScanRecord = z.strictObject({
	schema: z.literal('rag-assay/memory-scan@1'),
	store: z.string(),
	subject: subjectKeySchema,
	id: z.string(),
	text: z.string(),
	/** SHA-256 of the text. */
	content: sha256,
	place: place.nullable(),
	/** Combined score, and what it is made of; cosines. */
	score: z.number().nullable(),
	max: z.number().nullable(),
	mean: z.number().nullable(),
	threshold: z.number().nullable(),
	/** `score − threshold`. */
	margin: z.number().nullable(),
	/** L2 norm of an embedding's change under which it stays flagged: by this threshold, and by any within the calibration error, where the rule is mean and deviations. */
	radius: z.strictObject({ thisThreshold: z.number(), anyThreshold: z.number().nullable() }).nullable(),
	/** Divergence of character 3-grams from benign entries of like length, and its threshold. */
	divergence: z.strictObject({ score: z.number(), threshold: z.number().nullable() }).nullable(),
	proactive: z.strictObject({ score: z.number(), threshold: z.number().nullable() }).nullable(),
	/** Nearest first. */
	nearest: z.array(nearQuery),
	provenance: z.enum(['signed', 'unsigned', 'altered', 'unknown-key', 'not-checked']),
	/** Ids of the entries that it was made from, as far as is known. */
	madeFrom: z.array(z.string()),
	reasons: z.array(z.enum(memoryReasons)),
	findings: z.array(memoryFinding),
	flagged: z.boolean(),
});
export type MemoryScanRecord = z.infer<typeof memoryScanRecord>;

/** Where the thresholds of a scan come from. */
export const memoryCalibration = z.strictObject({
	/** `profile`; `reference`: benign entries that somebody named; `store`: the store itself, robustly, with no promise; `none`: no history, or too few entries. */
	from: z.enum(['profile', 'reference', 'store', 'none']),
	rule: z.enum(['conformal', 'mean-plus-deviations', 'robust', 'none']),
	entries: z.number().int().nonnegative(),
	/** Promised false-positive rate of all detectors together; `null`: none is promised. */
	alpha: z.number().nullable(),
	/** In a sentence. */
	says: z.string(),
});

/** What a scan says of a store as a whole. */
export const memoryScanSummary = z.strictObject({
	store: z.string(),
	kind: z.string(),
	entries: z.number().int().nonnegative(),
	flagged: z.number().int().nonnegative(),
	ignored: z.number().int().nonnegative(),
	history: z.strictObject({ queries: z.number().int().nonnegative(), name: z.string() }).nullable(),
	encoder: z
		.strictObject({ name: z.string(), sha256, dimensions: z.number().int().positive(), cannotSee: z.string().nullable() })
		.nullable(),
	calibration: memoryCalibration,
	/** Drift of the history's mean embedding, and the window that it suggests (`m* = (σ/Δ)^{2/3}`). */
	drift: z.strictObject({ delta: z.number(), window: z.number().nullable() }).nullable(),
	remarks: z.array(z.strictObject({ message: z.string(), hint: z.string() })),
	/** Parts that could not be read, and those that another program may read otherwise. */
	problems: z.number().int().nonnegative(),
	doubts: z.number().int().nonnegative(),
	/** The first of both. */
	told: z.array(memoryProblem).max(2 * maxToldProblems),
});
export type MemoryScanSummary = z.infer<typeof memoryScanSummary>;
