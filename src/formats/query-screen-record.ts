import { z } from 'zod';
import { subjectKeySchema } from './subject.ts';

/** Ways to a threshold of the largest similarity (docs/methods/mirabel.md). */
export const screeningRules = ['empirical', 'skew', 'gumbel', 'exact'] as const;
export type ScreeningRule = (typeof screeningRules)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.strictObject({ file: z.string(), start: z.number().int().nonnegative(), end: z.number().int().nonnegative() });

/** A document that retrieval returns for a query, and how near it lies (cosine). */
export const retrievedDocument = z.strictObject({ id: z.string(), similarity: z.number(), text: z.string() });
export type RetrievedDocument = z.infer<typeof retrievedDocument>;

const from = z.enum(['profile', 'benign', 'moments', 'formula', 'none']);

/** One thing that speaks against a query, for people and for tools. */
export const queryFinding = z.strictObject({
	/** `mirabel`: one document lies much nearer than chance has it; `session`: one document is asked for again and again. */
	reason: z.enum(['mirabel', 'session']),
	/** Such as `rag-assay/query-membership`. */
	code: z.string(),
	severity: z.enum(['warning', 'info']),
	message: z.string(),
	score: z.number(),
	threshold: z.number(),
	/** Whether a person has marked it benign, by the hash of its text. */
	ignored: z.boolean(),
});
export type QueryFinding = z.infer<typeof queryFinding>;

/** One query as it was screened: a line of `queries screen --json`. Similarities are cosines. */
export const queryScreenRecord = z.strictObject({
	schema: z.literal('rag-assay/query-screen@1'),
	subject: subjectKeySchema,
	id: z.string(),
	query: z.string(),
	/** SHA-256 of the text. */
	content: sha256,
	place: place.nullable(),
	/** On which it begins, from 1; `null`: it stands in no text file. */
	line: z.number().int().positive().nullable(),
	/** Session or user, as its log says; `null`: the log has none. */
	session: z.string().nullable(),
	/** Documents of the store. */
	n: z.number().int().positive(),
	/** Largest similarity, and the document that has it. */
	max: z.number(),
	target: z.string(),
	/** Mean and sample standard deviation of the other similarities. */
	mean: z.number(),
	std: z.number().nonnegative(),
	/** Sample skewness of the others; `sampled`: how many documents it was estimated from, `null`: from all. */
	skewness: z.strictObject({ value: z.number(), standardError: z.number(), sampled: z.number().int().positive().nullable() }).nullable(),
	/** `(max − mean) / std`; `null` where all others are alike. */
	z: z.number().nullable(),
	/** As similarities; `null`: cannot be had here (no benign queries, no skewness, `std` is 0). */
	thresholds: z.strictObject({
		empirical: z.number().nullable(),
		skew: z.number().nullable(),
		gumbel: z.number().nullable(),
		exact: z.number().nullable(),
	}),
	/** `null`: no threshold decides, because there are no benign queries to make one of and formulas do not hold for this embedder. */
	rule: z.enum(screeningRules).nullable(),
	/** By `rule`; `null`: none can be had, and nothing is flagged by it. */
	threshold: z.number().nullable(),
	/** Where the threshold comes from; `name`: of the profile or the file, `null` where there is none. `queries`: how many benign ones made it. */
	calibration: z.strictObject({ from, name: z.string().nullable(), queries: z.number().int().nonnegative() }),
	/** D'Agostino–Pearson: how well a normal distribution fits the others; information, never an alarm. */
	normalityP: z.number().nullable(),
	/** The session's last queries: how many of them, this one with them, lie nearest to this one's target. */
	sessionSignal: z
		.strictObject({
			times: z.number().int().positive(),
			of: z.number().int().positive(),
			least: z.number().int().positive(),
			flagged: z.boolean(),
		})
		.nullable(),
	/** Nearest first, k + 1 of them. */
	retrieved: z.array(retrievedDocument),
	/** What is returned with detect-and-hide: ids, k of them. */
	kept: z.array(z.string()),
	hidden: z.string().nullable(),
	findings: z.array(queryFinding),
	/** By any finding that nobody has marked benign. */
	flagged: z.boolean(),
});
export type QueryScreenRecord = z.infer<typeof queryScreenRecord>;

/** Where the threshold of a screening comes from, and what it costs. */
export const screeningCalibration = z.strictObject({
	/** A profile, benign queries, a file of moments, a formula, or nothing: then no threshold decides, and `rule` is `null`. */
	from,
	/** Of the profile or the file; `null`: neither. */
	name: z.string().nullable(),
	/** What the file of benign queries lay beside; `null`: somebody named it, or there is none. */
	foundBeside: z.enum(['log', 'store']).nullable(),
	rule: z.enum(screeningRules).nullable(),
	/** Benign queries that it was made with. */
	queries: z.number().int().nonnegative(),
	/** Share of benign queries that may be flagged. */
	rho: z.number(),
	says: z.string(),
});

/** What a screening says of a log as a whole. */
export const queryScreenSummary = z.strictObject({
	log: z.string(),
	queries: z.number().int().nonnegative(),
	flagged: z.number().int().nonnegative(),
	sessions: z.strictObject({ all: z.number().int().nonnegative(), flagged: z.number().int().nonnegative() }).nullable(),
	ignored: z.number().int().nonnegative(),
	store: z.strictObject({ name: z.string(), kind: z.string(), documents: z.number().int().nonnegative() }),
	k: z.number().int().positive(),
	encoder: z.strictObject({ name: z.string(), sha256, dimensions: z.number().int().positive(), cannotSee: z.string().nullable() }),
	calibration: screeningCalibration,
	remarks: z.array(z.strictObject({ message: z.string(), hint: z.string() })),
	problems: z.number().int().nonnegative(),
});
export type QueryScreenSummary = z.infer<typeof queryScreenSummary>;
