import { z } from 'zod';

/** Offsets are UTF-16 code units into the file on disk (of a pair: the response file), or the editor's document over LSP. */
const offset = z.number().int().nonnegative();
const nats = z.number();

const alternative = z.object({ text: z.string(), logprob: nats });

const token = z.object({
	text: z.string(), start: offset, end: offset,
	logprob: nats, entropy: nats, entropyWithoutContext: nats, cg: nats, kl: nats,
	logprobWithoutContext: nats,
	/** From 1. */
	rank: z.number().int().positive(),
	rankWithoutContext: z.number().int().positive(),
	/** Universal part-of-speech tag. */
	pos: z.string(),
	alternatives: z.array(alternative), alternativesWithoutContext: z.array(alternative),
	sources: z.array(z.number()).length(7).nullable(),
	contexts: z.record(z.string(), z.number()).nullable(),
});

const sentence = z.object({
	start: offset, end: offset,
	cgMean: nats, cgTop5: nats, entropyMean: nats,
	score: z.number().min(0).max(1).nullable(),
	verdict: z.enum(['grounded', 'ungrounded', 'leak']).nullable(),
});

export const severities = ['error', 'warning', 'info'] as const;

const finding = z.object({
	code: z.string(), severity: z.enum(severities), method: z.string(), message: z.string(),
	start: offset, end: offset,
	/** In the method's own unit (mean entropy: nats), as the threshold is. */
	score: z.number(), threshold: z.number(),
	/** Set when the sidecar says that a person has looked at it. */
	ignored: z.boolean(),
});

/** `rag-assay/analysis@1`: one object a trace; `null` is what was not computed. */
export const analysisRecordSchema = z.object({
	schema: z.literal('rag-assay/analysis@1'),
	file: z.string(),
	trace: z.object({ id: z.string() }),
	model: z.object({ name: z.string(), sha256: z.string(), device: z.string() }),
	profile: z.object({ name: z.string() }).nullable(),
	/** Of the response: `other` has sentences by Unicode's rules, and no parts of speech but `X` and `SPACE`. */
	language: z.enum(['en', 'other']).optional(),
	tokens: z.array(token),
	sentences: z.array(sentence),
	repcs: z.object({
		z: nats, perToken: nats, literal: z.number(), tokens: z.number().int(),
		threshold: z.number().nullable(), memorised: z.boolean().nullable(),
	}).nullable(),
	response: z.object({
		score: z.number().nullable(), threshold: z.number().nullable(), hallucinated: z.boolean().nullable(),
	}).nullable(),
	findings: z.array(finding),
	/** What was cut or could not be known, one sentence each. */
	notes: z.array(z.string()),
});

export type AnalysisRecord = z.infer<typeof analysisRecordSchema>;
export type AnalysisToken = AnalysisRecord['tokens'][number];
export type AnalysisSentence = AnalysisRecord['sentences'][number];
export type Finding = AnalysisRecord['findings'][number];
