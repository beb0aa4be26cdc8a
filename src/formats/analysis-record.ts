import * as z from 'zod';
import { noClaimKinds } from '../text/no-claim.ts';
import { groupThreshold, sentenceCount, valueKind } from './detectors/closed-book.ts';
import { subjectKeySchema } from './subject.ts';
import { recordedSupport } from './support-record.ts';

/** An offset in UTF-16 code units into the file on disk, or over LSP into the editor's document. For a pair, it is the response file. */
const offset = z.number().int().nonnegative();
const nats = z.number();

const share = z.number().min(0).max(1);

const alternative = z.object({ text: z.string(), logprob: nats });

/** One layer's part of a token's path. */
export const layerStepSchema = z.object({
	/** What attention gave to the token's probability: query, rag, past, self. */
	attention: z.array(z.number()).length(4),
	/** What the feed-forward block gave. */
	ffn: z.number(),
	/** The running probe's probability after the attention block, and after the feed-forward block. */
	afterAttention: z.number(),
	afterFfn: z.number(),
});

/**
 * A word of the response, and where it comes from. A word is what stands between white space, without the marks around it. Function words such
 * as articles are left out.
 */
const wordOrigin = z.object({
	text: z.string(),
	start: offset,
	end: offset,
	/** Log-probability of the word, the sum over its tokens: with all contexts, and without any. */
	logprob: nats,
	none: nats,
	/**
	 * IDs of the contexts that the word comes from, the one that gives most first. Several: they give about the same, such as two copies of one
	 * passage. Empty: no context makes the word likelier.
	 */
	from: z.array(z.string()),
	/** Log-probability of the word without each context, by the context's ID. Contexts that were only hidden together with others are absent. */
	without: z.record(z.string(), nats),
});

/** Where the response's words come from, by hiding one context at a time (docs/methods/hiding.md). */
const wordOrigins = z.object({
	/** Contexts that the model read, in their order. */
	contexts: z.array(z.string()),
	/**
	 * `hidden`: the response could not attend to the context; what later tokens of the prompt had taken from it stays. `left-out`: the prompt
	 * was read without the context.
	 */
	how: z.enum(['hidden', 'left-out']),
	/** Why contexts could not be hidden, as a clause. `null` if they were hidden. */
	why: z.string().nullable(),
	words: z.array(wordOrigin),
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
	/** Rank of the token, from 1. */
	rank: z.number().int().positive(),
	rankWithoutContext: z.number().int().positive(),
	/** Universal part-of-speech tag. */
	pos: z.string(),
	alternatives: z.array(alternative),
	alternativesWithoutContext: z.array(alternative),
	/**
	 * Parts of the token's probability: `[query, rag, past, self, ffn, ln, initial]`. They may be negative. They add up to `exp(logprob)`.
	 */
	sources: z.array(z.number()).length(7).nullable(),
	/** Each context's part of `rag`, by the context's ID. These parts add up to `rag`. */
	contexts: z.record(z.string(), z.number()).nullable(),
	/**
	 * The suspicion of the token, 0 to 1. It is the suspicion of its sentence, times what this token gave to it relative to the token that
	 * gave most. `null` without a classifier of sentences.
	 */
	suspicion: share.nullable(),
	/**
	 * The token's path, one step per layer, if it was requested (`analyze --layers`). The probe starts at `initial`. `ln` is added after the
	 * last layer. Over the layers, each part adds up to its part in `sources`.
	 */
	layers: z.array(layerStepSchema).optional(),
});

/** One thing that speaks for or against a hallucination. */
const reason = z.object({
	/**
	 * The reason in words: "numbers here come from the model's own layers, 0.62 (usually 0.20), not from the contexts, 0.08 (usually 0.55)".
	 */
	text: z.string(),
	/** Whether the reason says where content words come from. At most one reason of a list does. */
	ofSources: z.boolean(),
	/** Whether the reason shows something to look at: words that are there, and a figure that people can tell from the usual one. */
	telling: z.boolean(),
	/** What its features together gave to the log-odds (exact TreeSHAP). */
	contribution: z.number(),
	/** The features behind the reason, by their names in the classifier, such as `RAG_NUM`. `usual` is the value in grounded text. */
	features: z.array(z.object({ name: z.string(), value: z.number(), usual: z.number(), contribution: z.number() })),
});

const classifierName = z.enum(['spad', 'spad+']);

/**
 * Why nothing is judged. The trace has no contexts, the model had no room for any word of them, the answer lies outside of all that the
 * profile was made from, it says that it does not know (`refusal`), or none of its sentences claims anything.
 */
const nothingJudged = z.enum(['no-contexts', 'contexts-not-read', 'unlike-profile', 'refusal', 'no-claims']);

/**
 * Why a sentence is not judged: nothing of the answer is, the sentence claims nothing (a thought, a heading, the head of a table, code, a formula,
 * the name of a source, small talk), or what would support it stands only in contexts that were not read (`unreadContexts`).
 */
export const sentenceNotJudged = z.enum([
	...nothingJudged.exclude(['refusal']).options,
	// A refusal is among them, as an answer and as a sentence.
	...noClaimKinds,
	'support-not-read',
]);

/** What a classifier of the profile says about a sentence or a response. */
export const spadVerdictSchema = z.object({
	/** Which classifier it is. `spad` is the paper's, with 126 features. `spad+` is this project's own. */
	classifier: classifierName,
	/** What the classifier was trained on. A probability of one level says nothing about the other level. */
	level: z.enum(['sentence', 'response']),
	/**
	 * Set for a response that is judged from its sentences: it has the largest of their probabilities, and the reasons of that sentence.
	 * Absent if the classifier was trained on the same level.
	 */
	reads: z.literal('sentences').optional(),
	probability: share,
	threshold: share,
	/** Whether the probability is above the threshold. `null` if `notJudged` says why not. */
	hallucinated: z.boolean().nullable(),
	/** Why the threshold does not judge. Without contexts, a low probability would not mean that they support anything. */
	notJudged: nothingJudged.optional(),
	/**
	 * What speaks for a hallucination, the strongest first. Reasons that tell people little (missing words, usual figures) come last. Empty
	 * for a classifier that does not say what is usual.
	 */
	reasons: z.array(reason),
	/** What speaks against a hallucination, in the same order. The contributions are negative. */
	counterReasons: z.array(reason),
	/**
	 * What the contexts and the model's own layers give to the new words, as mean parts of their probability. `words` is `all` if no word is
	 * new. This is a fact, not a reason.
	 */
	given: z.object({ words: z.enum(['new', 'all']), rag: z.number(), ffn: z.number() }),
	/** What the paper's classifier says, if another classifier judges. */
	paper: z.object({ probability: share, threshold: share }).nullable(),
});

const sentence = z.object({
	start: offset,
	end: offset,
	/** Means over the tokens of the sentence. `null`: no model read it, because it is a thought or only names a source. */
	cgMean: nats.nullable(),
	cgTop5: nats.nullable(),
	entropyMean: nats.nullable(),
	score: share.nullable(),
	verdict: z.enum(['grounded', 'ungrounded', 'leak']).nullable(),
	/** Why the sentence is not judged: it claims nothing, or the profile's detectors could judge it and must not. */
	notJudged: sentenceNotJudged.optional(),
	/** IDs of the contexts that were not read, and that say what the sentence says. Present with `support-not-read` only. */
	unreadContexts: z.array(z.string()).optional(),
	spad: spadVerdictSchema.nullable(),
});

/** How the seven sources were attributed. `null` if they were not. */
const attribution = z.object({
	/** Contexts that the model read, in their order. They are the keys of the tokens' `contexts`. */
	contexts: z.array(z.string()),
	/**
	 * Number of layers in which attention and another branch read the same state. The other branch is the feed-forward block, or one without
	 * attention. In these layers the result depends on which branch is counted first, and attention is.
	 */
	parallelLayers: z.number().int().nonnegative(),
	/**
	 * Layers, from 0, in which a branch without attention (a convolution, a recurrence) looks at other tokens. What this branch brings from
	 * contexts and question counts as `ffn`, because it does not say which token it came from. Absent if there are none.
	 */
	mixingLayers: z.array(z.number().int().nonnegative()).optional(),
	/** Proven bound of the error of one source, compared with the exact sum. 0: exact. */
	errorBound: z.number().nonnegative(),
	/** Largest distance between the sum of a token's sources and its probability. */
	sumError: z.number().nonnegative(),
	/** Classifiers of the profile that were used. */
	classifiers: z.array(
		z.object({ classifier: classifierName, level: z.enum(['sentence', 'response']), file: z.string(), sha256: z.string() }),
	),
});

/** What the model had no room for in its context window. */
const truncation = z.object({
	/** Tokens that the model can read at once. */
	contextWindow: z.number().int().positive(),
	/** Number of contexts of the trace. */
	contexts: z.number().int().nonnegative(),
	/**
	 * Contexts that were not read in full, in the order of the trace. `index` is the place in that order, from 0. `keptTokens` says how many
	 * of the context's `tokens` were read: the first ones, or 0 for none. `keptLength` is how much of its text that is, in UTF-16 code units.
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
	/**
	 * The end of the response that was not scored, so that this record has no tokens for it. `tokens` says how many it would have, and `of`
	 * how many the whole response would have. `null` if all of it was scored.
	 */
	unscored: z.object({ start: offset, end: offset, tokens: z.number().int().positive(), of: z.number().int().positive() }).nullable(),
});

/**
 * The end of a very long response that was not analyzed, so that this record has no tokens, sentences and values for it. `characters` says how many it
 * has, and `of` how many the whole response has, in UTF-16 code units.
 */
const unread = z.object({ start: offset, end: offset, characters: z.number().int().positive(), of: z.number().int().positive() });

/** What the trace's own file says of the answer. It changes no verdict. */
const recorded = z.object({
	/** Scores of other tools, and of people who used them, in the tools' own words and units. */
	scores: z.array(
		z.object({ name: z.string(), value: z.union([z.number(), z.boolean(), z.string()]), byPerson: z.literal(true).optional() }),
	),
	/** Spans that somebody has found wrong. Empty: somebody has looked and found nothing wrong. `null`: nobody has looked. */
	labels: z.array(z.object({ start: offset, end: offset, type: z.string(), note: z.string().optional() })).nullable(),
});

export type RecordedJudgments = z.infer<typeof recorded>;

const severities = ['error', 'warning', 'info'] as const;

/**
 * Codes of findings: for a sentence that the contexts do not seem to support, for one that repeats them, for a response that they hardly
 * changed, for a value that no context gives, and for one in whose place a context gives another.
 */
export const findingCodes = {
	ungrounded: 'rag-assay/ungrounded',
	leak: 'rag-assay/leak',
	memorized: 'rag-assay/memorized',
	valueNotGiven: 'rag-assay/value-not-given',
	valueContradicted: 'rag-assay/value-contradicted',
} as const;

/** Returns whether a finding is about a trace's response as a whole, and not about a part of it. */
export function isAboutResponse({ subject, code }: Pick<Finding, 'subject' | 'code'>): boolean {
	return subject.kind === 'trace' && code === findingCodes.memorized;
}

/** Returns whether a finding is about a value in a trace's response. Its sentence may have a finding of its own. */
export function isAboutValue({ subject, code }: Pick<Finding, 'subject' | 'code'>): boolean {
	return subject.kind === 'trace' && (code === findingCodes.valueNotGiven || code === findingCodes.valueContradicted);
}

/** Returns whether a finding is about one of a trace's sentences. */
export function isAboutSentence(finding: Pick<Finding, 'subject' | 'code'>): boolean {
	return finding.subject.kind === 'trace' && !isAboutResponse(finding) && !isAboutValue(finding);
}

/** What a method flags, with its place in the document of its subject. */
const findingSchema = z.object({
	/** The subject that the finding is about. In an analysis record, it is the record's trace. */
	subject: subjectKeySchema,
	code: z.string(),
	severity: z.enum(severities),
	method: z.string(),
	message: z.string(),
	start: offset,
	end: offset,
	/** The score in the method's own unit, as the threshold (mean entropy: nats). `null`: the method compares texts and has no score. */
	score: z.number().nullable(),
	threshold: z.number().nullable(),
	/** Whether the sidecar says that a person has looked at the finding. */
	ignored: z.boolean(),
});

/**
 * Why a threshold of the profile does not judge. Nothing of the answer is judged, or another model wrote it.
 */
const nothingOfMemory = z.enum([...nothingJudged.options, 'another-model']);

/** Whether the model was sure of the answer without the contexts (docs/methods/closed-book.md). */
const closedBook = z.object({
	/** The larger of the next two. If the model holds something impossible, it is the largest finite number. */
	score: nats.nonnegative(),
	/** Largest entropy before a response token, and largest surprise of a response token, both without contexts. */
	entropyMax: nats.nonnegative(),
	surpriseMax: nats.nonnegative(),
	/**
	 * The group of answers to which this one belongs: by its number of sentences, and by the kind of value that it gives and the question
	 * does not.
	 */
	group: z.object({ sentences: sentenceCount, value: valueKind }),
	/** Threshold in nats. `null` if the profile has none. */
	threshold: nats.nullable(),
	/**
	 * The group that the threshold belongs to: the answer's own group, or a wider one (`any`) if its own has no threshold. `null` without a
	 * threshold.
	 */
	thresholdGroup: groupThreshold.pick({ sentences: true, value: true }).nullable(),
	/**
	 * The largest share of clean answers of that group that the threshold flags, by its conformal guarantee. `null` without a threshold, and
	 * if a person moved the threshold.
	 */
	alpha: share.nullable(),
	/** Whether the score is below the threshold. `null` without a threshold, and if `notJudged` says why. */
	memorised: z.boolean().nullable(),
	notJudged: nothingOfMemory.optional(),
});

/** Whether retrieval changed the answer (docs/methods/repcs.md). */
const repcs = z.object({
	/** Sum and mean of `kl` over the first `tokens` tokens. */
	z: nats,
	perToken: nats,
	/** The paper's formula (2), taken literally. */
	literal: z.number(),
	tokens: z.number().int(),
	/** Which of `z` and `perToken` the profile's threshold is for. `null` without a threshold. */
	score: z.enum(['z', 'z-per-token']).nullable(),
	/** Threshold in nats, or in nats per token. */
	threshold: z.number().nullable(),
	/**
	 * The largest share of clean answers that the threshold flags, by its conformal guarantee. `null` without a threshold, and if a person
	 * moved the threshold.
	 */
	alpha: share.nullable(),
	/** Whether the score is below the threshold. `null` without a threshold, and if `notJudged` says why. */
	memorised: z.boolean().nullable(),
	notJudged: nothingOfMemory.optional(),
	/** How much of the distributions the contexts explain, if this was requested. */
	influence: z
		.object({
			/**
			 * Weight of the contexts in `P_rag = (1 − η) P_para + η Q`. `Q` is with the contexts and without the question. `null` if `Q` equals
			 * `P_para`.
			 */
			eta: share.nullable(),
			/** Share of the squared movement that the mixture does not explain. At 0, the mixture is exact. `null` if `eta` is `null`. */
			unexplained: share.nullable(),
			/** `Σ ln(1 + η² χ²(Q ‖ P_para))`. It bounds `z` as far as the mixture is exact. `null` if `eta` is `null`. */
			mixtureBound: nats.nullable(),
			/** `Σ ln(1 + χ²(P_rag ‖ P_para))`. It bounds `z` whatever `Q` is. */
			bound: nats,
		})
		.nullable(),
});

/**
 * What the starter profile says (docs/methods/starter.md). It was fitted on public sets and is not calibrated on your data. It judges where no
 * detector of a profile does.
 */
const starter = z.object({
	/** Scores above it are flagged. */
	threshold: share,
	/** Sentences that say enough to be judged. The score is not a probability. */
	sentences: z.array(z.object({ start: offset, end: offset, score: share, flagged: z.boolean() })),
	/** The response as a whole. `null` if no sentence says enough. */
	response: z.object({ score: share, flagged: z.boolean() }).nullable(),
});

/** The schema `rag-assay/analysis@1`: one object per trace. `null` means that something was not computed. */
export const analysisRecordSchema = z.object({
	schema: z.literal('rag-assay/analysis@1'),
	file: z.string(),
	trace: z.object({ id: z.string() }),
	/** The model that read the response. `null`: none did, and only what needs no model is known. */
	model: z.object({ name: z.string(), sha256: z.string(), device: z.string() }).nullable(),
	profile: z.object({ name: z.string() }).nullable(),
	/** Language of the response. `other` has sentences by Unicode's rules, and no parts of speech except `X` and `SPACE`. */
	language: z.enum(['en', 'other']).optional(),
	tokens: z.array(token),
	sentences: z.array(sentence),
	repcs: repcs.nullable(),
	/**
	 * Closed-book figures. If the profile has a threshold for them, the finding about the whole response comes from them. Otherwise it comes
	 * from `repcs`.
	 */
	closedBook: closedBook.nullable(),
	response: z
		.object({
			/** The classifier's probability that the response contains a hallucination. */
			score: z.number().nullable(),
			threshold: z.number().nullable(),
			hallucinated: z.boolean().nullable(),
			spad: spadVerdictSchema.nullable(),
		})
		.nullable(),
	attribution: attribution.nullable(),
	/** Where the response's words come from. Absent if contexts were not hidden. */
	wordOrigins: wordOrigins.optional(),
	/** What the given texts say of the response's values and words, without a model. Absent without contexts, and if it was not requested. */
	support: recordedSupport.optional(),
	/** What the starter profile says. Absent if a profile judges the response, for another language than English, and without `support`. */
	starter: starter.optional(),
	/** Why contexts were not hidden although it was requested, and what would help. The notes contain the same text. */
	notHidden: z.string().optional(),
	/** Why there is no attribution although it was requested, and what would help. The notes contain the same text. */
	notAttributed: z.string().optional(),
	findings: z.array(findingSchema),
	/**
	 * What sets the answer apart from all that the profile was made from, in words, most telling first. Absent if it is like them, or nobody
	 * can tell. With it, nothing of the profile judges the answer.
	 */
	unlike: z.array(z.string()).optional(),
	/** What the trace's own file says of the answer. Absent if it says nothing. */
	recorded: recorded.optional(),
	/** What was not read. `null` if all of the trace was read. */
	truncation: truncation.nullable(),
	/** What was not analyzed, because the response is very long. Absent if all of it was. */
	unread: unread.optional(),
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
export type Attribution = z.infer<typeof attribution>;
export type WordOrigins = z.infer<typeof wordOrigins>;
export type WordOrigin = z.infer<typeof wordOrigin>;
export type RecordedTruncation = z.infer<typeof truncation>;
export type UnreadAnswer = z.infer<typeof unread>;
export type SentenceNotJudged = z.infer<typeof sentenceNotJudged>;
export type NothingJudged = z.infer<typeof nothingJudged>;
export type ClosedBookFigures = z.infer<typeof closedBook>;
export type RepcsFigures = z.infer<typeof repcs>;
