import * as z from 'zod';
import { memoryProblem, maxListedProblems } from './memory-problem.ts';
import { subjectKeySchema } from './subject.ts';

/** Reasons that may speak against an entry. */
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

/** Largest number of entries for which near copies are looked for, because each entry is compared with every other one. */
export const maxForCopies = 5_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.strictObject({ file: z.string(), start: z.number().int().nonnegative(), end: z.number().int().nonnegative() });

/** One thing that speaks against an entry, for people and for tools. */
const memoryFinding = z.strictObject({
	reason: z.enum(memoryReasons),
	/** Code of the finding, such as `rag-assay/memory-directive`. */
	code: z.string(),
	severity: z.enum(['error', 'warning', 'info']),
	/** A sentence that a person can act on. */
	message: z.string(),
	score: z.number().nullable(),
	threshold: z.number().nullable(),
	/** Place in the file of the words that the finding is about, if there is a file. `null`: the finding is about the whole entry. */
	place: place.nullable(),
	/** Whether a person has marked the entry benign. The mark applies to the hash of its text. */
	ignored: z.boolean(),
});
export type MemoryFinding = z.infer<typeof memoryFinding>;

/** Code of the finding that says that nothing can be said of an entry's wording. */
export const wordingNotJudged = 'rag-assay/memory-wording-not-judged';
/** Code of the finding that says that the patterns do not know an entry's language. */
export const languageNotKnown = 'rag-assay/memory-language-not-known';

/** A query of the history that is near an entry. */
const nearQuery = z.strictObject({ query: z.string(), similarity: z.number() });

/** One entry as a scan judged it: a line of `memory scan --json`. `null` means that something was not computed. */
export const memoryScanRecord = z.strictObject({
	schema: z.literal('rag-assay/memory-scan@1'),
	store: z.string(),
	subject: subjectKeySchema,
	id: z.string(),
	text: z.string(),
	/** SHA-256 of the text. */
	content: sha256,
	place: place.nullable(),
	/** Combined score. `max` and `mean` are what it is made of. They are cosines. */
	score: z.number().nullable(),
	max: z.number().nullable(),
	mean: z.number().nullable(),
	threshold: z.number().nullable(),
	/** `score − threshold`. */
	margin: z.number().nullable(),
	/**
	 * L2 norm of a change of the embedding below which the entry stays flagged. `thisThreshold` is for this threshold. `anyThreshold` is for
	 * any threshold within the calibration error, if the rule is mean plus deviations.
	 */
	radius: z.strictObject({ thisThreshold: z.number(), anyThreshold: z.number().nullable() }).nullable(),
	/** Divergence of the entry's character 3-grams from those of benign entries of similar length, with its threshold. */
	divergence: z.strictObject({ score: z.number(), threshold: z.number().nullable() }).nullable(),
	proactive: z.strictObject({ score: z.number(), threshold: z.number().nullable() }).nullable(),
	/** Queries, nearest first. */
	nearest: z.array(nearQuery),
	provenance: z.enum(['signed', 'unsigned', 'altered', 'unknown-key', 'not-checked']),
	/** IDs of the entries that it was made from, as far as is known. */
	madeFrom: z.array(z.string()),
	reasons: z.array(z.enum(memoryReasons)),
	findings: z.array(memoryFinding),
	flagged: z.boolean(),
});
export type MemoryScanRecord = z.infer<typeof memoryScanRecord>;

/** Where the thresholds of a scan come from. */
const memoryCalibration = z.strictObject({
	/**
	 * Source of the thresholds. `reference`: benign entries that somebody named. `store`: the store itself, robustly and without a promise.
	 * `none`: there is no history, or there are too few entries.
	 */
	from: z.enum(['profile', 'reference', 'store', 'none']),
	rule: z.enum(['conformal', 'mean-plus-deviations', 'robust', 'none']),
	entries: z.number().int().nonnegative(),
	/** Promised false-positive rate of all detectors together. `null` if none is promised. */
	alpha: z.number().nullable(),
	/** The source in a sentence. */
	says: z.string(),
});

/** What a scan says about a whole store. */
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
	/**
	 * Whether the queries of the history drift, by a permutation test: `found` if its `p` is at most `level`. Then `delta` is how far the mean
	 * embedding moves a query, and `window` is how many queries would fit better (`m* = (σ/Δ)^{2/3}`).
	 */
	drift: z
		.strictObject({ found: z.boolean(), p: z.number(), level: z.number(), delta: z.number(), window: z.number().nullable() })
		.nullable(),
	remarks: z.array(z.strictObject({ message: z.string(), hint: z.string() })),
	/** Number of parts that could not be read. `doubts` is the number of parts that another program may read differently. */
	problems: z.number().int().nonnegative(),
	doubts: z.number().int().nonnegative(),
	/** The first problems and the first doubts. */
	told: z.array(memoryProblem).max(2 * maxListedProblems),
});
export type MemoryScanSummary = z.infer<typeof memoryScanSummary>;

/** What is said about one text before it is stored. */
export const memoryCheck = z.strictObject({
	/** The text as an entry; `flagged`: it should not be stored. */
	record: memoryScanRecord,
	history: memoryScanSummary.shape.history,
	calibration: memoryCalibration,
	/** What the embedder cannot see, in a sentence. `null` if no embedder was used, or nothing is known. */
	cannotSee: z.string().nullable(),
});
export type MemoryCheck = z.infer<typeof memoryCheck>;
