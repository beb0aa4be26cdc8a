import { z } from 'zod';
import { groupThreshold, sentenceCount, valueKind } from './detectors/closed-book.ts';
import { subjectKeySchema } from './subject.ts';

/** Offsets are UTF-16 code units into the file on disk (of a pair: the response file), or the editor's document over LSP. */
const offset = z.number().int().nonnegative();
const nats = z.number();

const share = z.number().min(0).max(1);

const alternative = z.object({ text: z.string(), logprob: nats });

/** A layer's part of a token's path. */
export const layerStepSchema = z.object({
	/** What attention gave to the token's probability: query, rag, past, self. */
	attention: z.array(z.number()).length(4),
	/** What the feed-forward block gave. */
	ffn: z.number(),
	/** The running probe's probability after the attention block, and after the feed-forward block. */
	afterAttention: z.number(),
	afterFfn: z.number(),
});

/** A word of a context that fed a sentence, or a token. */
const originWord = z.object({
	/** Id of the context. */
	context: z.string(),
	/** The word, and where it stands in the context's text: UTF-16 code units from the text's start. */
	text: z.string(),
	start: offset,
	end: offset,
	/** Its part of the token's probability; of a sentence, the mean over its tokens. */
	share,
});

const token = z.object({
	text: z.string(),
	start: offset,
	end: offset,
	logprob: nats,
	entropy: nats,
	entropyWithoutContext: nats,
	cg: nats,
	kl: nats,
	logprobWithoutContext: nats,
	/** From 1. */
	rank: z.number().int().positive(),
	rankWithoutContext: z.number().int().positive(),
	/** Universal part-of-speech tag. */
	pos: z.string(),
	alternatives: z.array(alternative),
	alternativesWithoutContext: z.array(alternative),
	/** `[query, rag, past, self, ffn, ln, initial]`: parts of the token's probability, negative ones too, which add up to `exp(logprob)`. */
	sources: z.array(z.number()).length(7).nullable(),
	/** Each context's part of `rag`, by its id; they add up to it. */
	contexts: z.record(z.string(), z.number()).nullable(),
	/** The suspicion of its sentence, lessened by how little of it this token gave; 0 to 1. `null` without a classifier of sentences. */
	suspicion: share.nullable(),
	/** The words of the contexts that fed it, strongest first, where they were asked for (`analyze --all-origins`); none where the contexts gave next to nothing. */
	origins: z.array(originWord).optional(),
	/**
	 * The token's path, a step a layer, where it was asked for (`analyze --layers`): the probe starts at `initial`, after the last layer `ln`
	 * is added. Each part adds up to that of `sources` over the layers.
	 */
	layers: z.array(layerStepSchema).optional(),
});

/** One thing that speaks for a hallucination, or against one. */
const reason = z.object({
	/** In words: "numbers here come from the model's own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)". */
	text: z.string(),
	/** Whether it says where words of meaning come from: at most one of a list does. */
	ofSources: z.boolean(),
	/** Whether there is something in it to look at: words that are there, and a figure that people can tell from what is usual. */
	telling: z.boolean(),
	/** What its features gave to the log-odds (exact TreeSHAP), together. */
	contribution: z.number(),
	/** The features that say so, by the name in the classifier, such as `RAG_NUM`; `usual`: what grounded text has there. */
	features: z.array(z.object({ name: z.string(), value: z.number(), usual: z.number(), contribution: z.number() })),
});

const classifierName = z.enum(['spad', 'spad+']);

/** Why nothing says whether the contexts support an answer: the trace has none, or the model had no room for any word of them. */
const withoutContexts = z.enum(['no-contexts', 'contexts-not-read']);

/** What a classifier of the profile says about a sentence or a response. */
export const spadVerdictSchema = z.object({
	/** `spad` is the paper's, with 126 features; `spad+` is this project's own. */
	classifier: classifierName,
	/** What the classifier was trained on: a probability of one level says nothing about the other. */
	level: z.enum(['sentence', 'response']),
	/** Of a response: judged from its sentences, by the largest of their probabilities; the reasons are those of that sentence. Absent: the classifier was trained on its level. */
	reads: z.literal('sentences').optional(),
	probability: share,
	threshold: share,
	/** Whether the probability lies above the threshold; `null` where `notJudged` says why. */
	hallucinated: z.boolean().nullable(),
	/** Why the threshold does not judge: without contexts a low probability would not say that they support anything. */
	notJudged: withoutContexts.optional(),
	/** What speaks for a hallucination, the strongest first; what tells people little (words that are missing, figures as usual) stands last. Empty for a classifier that does not say what is usual. */
	reasons: z.array(reason),
	/** What speaks against one, likewise; contributions are negative. */
	counterReasons: z.array(reason),
	/** What the contexts and the model's own layers give to its new words (`words`: `all`, where none is new), as means of parts of their probability: a fact, no reason. */
	given: z.object({ words: z.enum(['new', 'all']), rag: z.number(), ffn: z.number() }),
	/** What the paper's classifier says, where it is not the one that judges. */
	paper: z.object({ probability: share, threshold: share }).nullable(),
});

const sentence = z.object({
	start: offset,
	end: offset,
	cgMean: nats,
	cgTop5: nats,
	entropyMean: nats,
	score: share.nullable(),
	verdict: z.enum(['grounded', 'ungrounded', 'leak']).nullable(),
	/** Why the profile's detectors, which could, do not judge it. */
	notJudged: withoutContexts.optional(),
	spad: spadVerdictSchema.nullable(),
	/** The words of the contexts that fed it, strongest first: of a flagged sentence, where they were asked for (`analyze --origins`). */
	origins: z.array(originWord).optional(),
});

/** How the seven sources were attributed; `null` when they were not. */
const attribution = z.object({
	/** Contexts that the model read, in their order: the keys of the tokens' `contexts`. */
	contexts: z.array(z.string()),
	/** Layers in which attention and another branch (the feed-forward block, or one without attention) read the same state: which of both is counted first matters there, and attention is. */
	parallelLayers: z.number().int().nonnegative(),
	/**
	 * Layers, from 0, in which a branch without attention (a convolution, a recurrence) looks at other tokens. What it brings from contexts
	 * and question counts as `ffn`, since it does not say from which token it came; absent where there are none.
	 */
	mixingLayers: z.array(z.number().int().nonnegative()).optional(),
	/** Proven bound of the error of one source against the exact sum; 0: exact. */
	errorBound: z.number().nonnegative(),
	/** Largest distance of a token's sources from adding up to its probability. */
	sumError: z.number().nonnegative(),
	/** Classifiers of the profile that were used. */
	classifiers: z.array(
		z.object({ classifier: classifierName, level: z.enum(['sentence', 'response']), file: z.string(), sha256: z.string() }),
	),
});

/** What of a trace the model had no room for in its context window. */
const truncation = z.object({
	/** Tokens that the model can read at once. */
	contextWindow: z.number().int().positive(),
	/** Contexts of the trace. */
	contexts: z.number().int().nonnegative(),
	/**
	 * Those that were not read whole, in the order of the trace; `index` in it, from 0. `keptTokens`: how many of its `tokens` were read, the first ones, 0 for none;
	 * `keptLength`: how much of its text that is, in UTF-16 code units.
	 */
	cutContexts: z.array(
		z.object({
			id: z.string(),
			index: z.number().int().nonnegative(),
			tokens: z.number().int().nonnegative(),
			keptTokens: z.number().int().nonnegative(),
			keptLength: z.number().int().nonnegative(),
		}),
	),
	/** The end of the response, of which there are no tokens here because it was not scored: how many there would be, and of how many; `null` where all of it was scored. */
	unscored: z.object({ start: offset, end: offset, tokens: z.number().int().positive(), of: z.number().int().positive() }).nullable(),
});

export const severities = ['error', 'warning', 'info'] as const;

/** Codes of findings: of a sentence that the contexts do not seem to support, or that repeats them, and of a response that they hardly moved. */
export const findingCodes = { ungrounded: 'rag-assay/ungrounded', leak: 'rag-assay/leak', memorised: 'rag-assay/memorised' } as const;

/** Whether a finding is about a trace's response as a whole, and not about one of its sentences. */
export function isAboutResponse({ subject, code }: Pick<Finding, 'subject' | 'code'>): boolean {
	return subject.kind === 'trace' && code === findingCodes.memorised;
}

/** Whether a finding is about one of a trace's sentences. */
export function isAboutSentence(finding: Pick<Finding, 'subject' | 'code'>): boolean {
	return finding.subject.kind === 'trace' && !isAboutResponse(finding);
}

/** What a method flags, with its place in the document of its subject. */
export const findingSchema = z.object({
	/** What it is about: of a record its trace. */
	subject: subjectKeySchema,
	code: z.string(),
	severity: z.enum(severities),
	method: z.string(),
	message: z.string(),
	start: offset,
	end: offset,
	/** In the method's own unit (mean entropy: nats), as the threshold is. */
	score: z.number(),
	threshold: z.number(),
	/** Set when the sidecar says that a person has looked at it. */
	ignored: z.boolean(),
});

/** Why a threshold that is there does not judge: the trace has no contexts, none of them was read, another model wrote the answer, or the answer refuses in every sentence. */
const nothingOfMemory = z.enum([...withoutContexts.options, 'another-model', 'refusal']);

/** Whether the model was sure of the answer without the contexts (docs/methods/closed-book.md). */
const closedBook = z.object({
	/** The larger of the next two. What a model holds impossible stands as the largest finite number. */
	score: nats.nonnegative(),
	/** Largest entropy before a response token, and largest surprise of one, both without contexts. */
	entropyMax: nats.nonnegative(),
	surpriseMax: nats.nonnegative(),
	/** Which answers it counts among: by its sentences, and by what it says that the question does not. */
	group: z.object({ sentences: sentenceCount, value: valueKind }),
	/** Nats; `null` without one in the profile. */
	threshold: nats.nullable(),
	/** Whose threshold that is: the group's own, or where it has none a wider one's (`any`); `null` without one. */
	thresholdGroup: groupThreshold.pick({ sentences: true, value: true }).nullable(),
	/** The largest share of clean answers of that group that the threshold flags, by its conformal guarantee; `null` without one, and where a person moved the threshold. */
	alpha: share.nullable(),
	/** Whether the score lies below the threshold; `null` without one, and where `notJudged` says why. */
	memorised: z.boolean().nullable(),
	notJudged: nothingOfMemory.optional(),
});

/** Whether retrieval changed the answer (docs/methods/repcs.md). */
const repcs = z.object({
	/** Sum and mean of the first `tokens` tokens' `kl`. */
	z: nats,
	perToken: nats,
	/** The paper's formula (2) by the letter. */
	literal: z.number(),
	tokens: z.number().int(),
	/** Which of `z` and `perToken` the profile's threshold is for; `null` without one. */
	score: z.enum(['z', 'z-per-token']).nullable(),
	/** Nats, or nats a token. */
	threshold: z.number().nullable(),
	/** The largest share of clean answers that the threshold flags, by its conformal guarantee; `null` without one, and where a person moved the threshold. */
	alpha: share.nullable(),
	/** Whether the score lies below the threshold; `null` without one, and where `notJudged` says why. */
	memorised: z.boolean().nullable(),
	notJudged: nothingOfMemory.optional(),
	/** How much of the distributions the contexts explain, where it was asked for. */
	influence: z
		.object({
			/** Weight of the contexts in `P_rag = (1 − η) P_para + η Q`, `Q` with the contexts and no question; `null` where `Q` is `P_para`. */
			eta: share.nullable(),
			/** Share of the squared movement that the mixture leaves unexplained; `null` with `eta`. At 0 it is exact. */
			unexplained: share.nullable(),
			/** `Σ ln(1 + η² χ²(Q ‖ P_para))`: bounds `z` as far as the mixture is exact; `null` with `eta`. */
			mixtureBound: nats.nullable(),
			/** `Σ ln(1 + χ²(P_rag ‖ P_para))`: bounds `z` whatever `Q` is. */
			bound: nats,
		})
		.nullable(),
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
	repcs: repcs.nullable(),
	/** The finding of the response as a whole is by this where the profile has a threshold for it, and by `repcs` elsewhere. */
	closedBook: closedBook.nullable(),
	response: z
		.object({
			/** The classifier's probability that the response holds a hallucination. */
			score: z.number().nullable(),
			threshold: z.number().nullable(),
			hallucinated: z.boolean().nullable(),
			spad: spadVerdictSchema.nullable(),
		})
		.nullable(),
	attribution: attribution.nullable(),
	/** Why there is no attribution, with what would help, where it was asked for and there is none; one of the notes. */
	notAttributed: z.string().optional(),
	findings: z.array(findingSchema),
	/** `null` where all of the trace was read. */
	truncation: truncation.nullable(),
	/** What was cut or could not be known, one sentence each. */
	notes: z.array(z.string()),
});

export type AnalysisRecord = z.infer<typeof analysisRecordSchema>;
export type LayerStep = z.infer<typeof layerStepSchema>;
export type AnalysisToken = AnalysisRecord['tokens'][number];
export type AnalysisSentence = AnalysisRecord['sentences'][number];
export type Finding = z.infer<typeof findingSchema>;
export type SpadVerdict = z.infer<typeof spadVerdictSchema>;
export type SpadReason = z.infer<typeof reason>;
export type RecordedOrigin = z.infer<typeof originWord>;
export type Attribution = z.infer<typeof attribution>;
export type RecordedTruncation = z.infer<typeof truncation>;
export type WithoutContexts = z.infer<typeof withoutContexts>;
export type ClosedBookFigures = z.infer<typeof closedBook>;
export type RepcsFigures = z.infer<typeof repcs>;
