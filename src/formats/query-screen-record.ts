import * as z from 'zod';
import { subjectKeySchema } from './subject.ts';

/** Rules that determine a threshold of the largest similarity (docs/methods/mirabel.md). */
export const screeningRules = ['empirical', 'skew', 'gumbel', 'exact'] as const;
export type ScreeningRule = (typeof screeningRules)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.strictObject({ file: z.string(), start: z.number().int().nonnegative(), end: z.number().int().nonnegative() });

/** A document that retrieval returns for a query, with its cosine similarity. */
const retrievedDocument = z.strictObject({ id: z.string(), similarity: z.number(), text: z.string() });
export type RetrievedDocument = z.infer<typeof retrievedDocument>;

const from = z.enum(['profile', 'benign', 'moments', 'formula', 'none']);

/** One thing that speaks against a query, for people and for tools. */
export const queryFinding = z.strictObject({
	/**
	 * Why the query was flagged. `mirabel`: one document is much nearer than chance explains. `session`: one document is requested again and
	 * again.
	 */
	reason: z.enum(['mirabel', 'session']),
	/** Code of the finding, such as `rag-assay/query-membership`. */
	code: z.string(),
	severity: z.enum(['warning', 'info']),
	message: z.string(),
	score: z.number(),
	threshold: z.number(),
	/** Whether a person has marked the query benign. The mark applies to the hash of its text. */
	ignored: z.boolean(),
});
export type QueryFinding = z.infer<typeof queryFinding>;

/** One screened query: a line of `queries screen --json`. Similarities are cosines. */
export const queryScreenRecord = z.strictObject({
	schema: z.literal('rag-assay/query-screen@1'),
	subject: subjectKeySchema,
	id: z.string(),
	query: z.string(),
	/** SHA-256 of the text. */
	content: sha256,
	place: place.nullable(),
	/** The line on which the query begins, from 1. `null` if it is not in a text file. */
	line: z.number().int().positive().nullable(),
	/** Session or user, as the log says. `null` if the log has none. */
	session: z.string().nullable(),
	/** Number of documents in the store. */
	n: z.number().int().positive(),
	/** Largest similarity. `target` is the document that has it. */
	max: z.number(),
	target: z.string(),
	/** Mean and sample standard deviation of the other similarities. */
	mean: z.number(),
	std: z.number().nonnegative(),
	/** Sample skewness of the other similarities. `sampled` is the number of documents that it was estimated from. `null`: from all. */
	skewness: z.strictObject({ value: z.number(), standardError: z.number(), sampled: z.number().int().positive().nullable() }).nullable(),
	/** `(max − mean) / std`. `null` if all other similarities are equal. */
	z: z.number().nullable(),
	/**
	 * Thresholds as similarities. `null` if one cannot be computed here: there are no benign queries, there is no skewness, or `std` is 0.
	 */
	thresholds: z.strictObject({
		empirical: z.number().nullable(),
		skew: z.number().nullable(),
		gumbel: z.number().nullable(),
		exact: z.number().nullable(),
	}),
	/**
	 * The rule that decides. `null` if no threshold decides, because there are no benign queries to compute one from and the formulas do not
	 * hold for this embedder.
	 */
	rule: z.enum(screeningRules).nullable(),
	/** Threshold of `rule`. `null` if there is none. The similarity then flags nothing. */
	threshold: z.number().nullable(),
	/**
	 * Where the threshold comes from. `name` is the name of the profile or file, or `null` without one. `queries` is the number of benign
	 * queries that the threshold was computed from.
	 */
	calibration: z.strictObject({ from, name: z.string().nullable(), queries: z.number().int().nonnegative() }),
	/**
	 * p-value of the D'Agostino–Pearson test: how well a normal distribution fits the other similarities. This is information and never an
	 * alarm.
	 */
	normalityP: z.number().nullable(),
	/** The session's last queries, including this one. `times` says how many of them are nearest to the target of this query. */
	sessionSignal: z
		.strictObject({
			times: z.number().int().positive(),
			of: z.number().int().positive(),
			least: z.number().int().positive(),
			flagged: z.boolean(),
		})
		.nullable(),
	/** Retrieved documents, nearest first. There are k + 1 of them. */
	retrieved: z.array(retrievedDocument),
	/** IDs of the k documents that detect-and-hide returns. */
	kept: z.array(z.string()),
	hidden: z.string().nullable(),
	findings: z.array(queryFinding),
	/** Whether there is a finding that nobody has marked benign. */
	flagged: z.boolean(),
});
export type QueryScreenRecord = z.infer<typeof queryScreenRecord>;

/** Where the threshold of a screening comes from, and what it costs. */
export const screeningCalibration = z.strictObject({
	/**
	 * Source of the threshold: a profile, benign queries, a file of moments, a formula, or nothing. With nothing, no threshold decides, and
	 * `rule` is `null`.
	 */
	from,
	/** Name of the profile or the file. `null` if there is neither. */
	name: z.string().nullable(),
	/** What the file of benign queries was found beside. `null` if somebody named the file, or if there is none. */
	foundBeside: z.enum(['log', 'store']).nullable(),
	rule: z.enum(screeningRules).nullable(),
	/** Number of benign queries that the threshold was computed from. */
	queries: z.number().int().nonnegative(),
	/** Share of benign queries that may be flagged. */
	rho: z.number(),
	says: z.string(),
});

/** What a screening says about a whole log. */
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
