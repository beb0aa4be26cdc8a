import type { SpadReason, SpadVerdict, NothingJudged } from '../../formats/analysis-record.ts';
import type { ClassifierLevel } from '../../formats/detectors/classifier.ts';
import { featureValues } from '../../methods/spad/feature-values.ts';
import { maxParts, reasonParts, type ExplainedModel, type ReasonPart } from '../../methods/spad/reason-parts.ts';
import { reasonsInWords, type Reason } from '../../methods/spad/reasons.ts';
import { responseSpan, sentenceSpans, type Span } from '../../methods/spad/span.ts';
import { syntaxOf } from '../../methods/spad/syntax.ts';
import { tokenShares } from '../../methods/spad/token-shares.ts';
import { wordsGiven } from '../../methods/spad/words-given.ts';
import type { AttributedResponse } from '../../model-io/attribution.ts';
import { predictProbability } from '../../statistics/boosted-trees/predict.ts';
import type { AnswerSentencePart } from '../../text/answer-parts.ts';
import type { TaggedText } from '../../text/tagged-text.ts';
import type { Classifier } from './classifier-file.ts';
import { classifierOrder } from '../../formats/sentence-judges.ts';

/** What the profile's classifiers say of a response. */
export interface SpadVerdicts {
	/** One a sentence; `null` for all without a classifier of sentences. */
	readonly sentences: readonly (SpadVerdict | null)[];
	/** `null` without a classifier of responses. */
	readonly response: SpadVerdict | null;
	/** `[T]`: how much of its sentence's suspicion a token gave, relative to the token that gave most, 0 to 1; `null` without a classifier of sentences. */
	readonly weights: Float64Array | null;
}

export interface JudgedResponse {
	readonly attributed: AttributedResponse;
	readonly text: string;
	readonly tagged: TaggedText;
	/** What new words are new against. */
	readonly question: string;
	/** Sentences in the response text, in order. One that claims nothing is not asked about. */
	readonly sentences: readonly AnswerSentencePart[];
	/** Why there are probabilities and no judgment, such as that no context was read. */
	readonly notJudged: NothingJudged | undefined;
}

/**
 * Judges a response by the classifiers of a profile. Where there are both for a level, SPAD+ judges and the paper's stands beside it
 * (docs/methods/spad.md).
 */
export function spadVerdicts(
	{ attributed, text, tagged, question, sentences, notJudged }: JudgedResponse,
	classifiers: readonly Classifier[],
): SpadVerdicts {
	const none = { sentences: sentences.map(() => null), response: null, weights: null };
	if (classifiers.length === 0 || attributed.tokenIds.length === 0) return none;
	const syntax = syntaxOf({ text, words: tagged.words, start: attributed.start, end: attributed.end }, question);
	const ofSentence = judgesOf(classifiers, 'sentence');
	const ofResponse = judgesOf(classifiers, 'response');
	const spans = sentenceSpans(attributed, syntax, sentences).map((span, i) => (sentences[i]!.noClaim === null ? span : null));
	const whole = responseSpan(attributed, syntax);
	const response = ofResponse === null ? null : (judge((by) => readOf(by, whole, spans), ofResponse, notJudged)?.verdict ?? null);
	if (ofSentence === null) return { ...none, response };
	const weights = new Float64Array(attributed.tokenIds.length);
	const verdicts = spans.map((span) => {
		const judged = judge(() => span, ofSentence, notJudged);
		if (span === null || judged === null) return null;
		const { verdict, parts } = judged;
		setWeights(weights, span, parts);
		return verdict;
	});
	return { sentences: verdicts, response, weights };
}

/** Who judges a level, and what it is compared with. */
interface Judges {
	readonly judge: Classifier;
	readonly paper: Classifier | null;
}

function judgesOf(classifiers: readonly Classifier[], level: ClassifierLevel): Judges | null {
	const of = (method: string) => classifiers.find(({ detector }) => detector.method === method && detector.level === level) ?? null;
	const [own = null, paper = null] = classifierOrder.map(of);
	const judging = own ?? paper;
	return judging === null ? null : { judge: judging, paper: own === null ? null : paper };
}

/** What a classifier reads of a response: the whole of it, or, of one that judges from sentences, the one that it suspects most; `null` where there is none. */
function readOf(classifier: Classifier, whole: Span, sentences: readonly (Span | null)[]): Span | null {
	if (classifier.detector.reads !== 'sentences') return whole;
	return (
		sentences
			.filter((span) => span !== null)
			.reduce<{ span: Span; probability: number } | null>((max, span) => {
				const probability = probabilityOf(span, classifier);
				return max === null || probability > max.probability ? { span, probability } : max;
			}, null)?.span ?? null
	);
}

/** @param spanFor what a classifier reads: of two that stand beside each other not always the same. */
function judge(
	spanFor: (classifier: Classifier) => Span | null,
	{ judge: classifier, paper }: Judges,
	notJudged: NothingJudged | undefined,
): { verdict: SpadVerdict; parts: readonly ReasonPart[] | null } | null {
	const {
		detector: { method, level, reads, threshold },
	} = classifier;
	const span = spanFor(classifier);
	if (span === null) return null;
	const besides = paper === null ? null : spanFor(paper);
	const probability = probabilityOf(span, classifier);
	const explained = explainable(classifier);
	const parts = explained === null ? null : reasonParts(span, explained);
	return {
		parts: parts?.raising.slice(0, maxParts) ?? null,
		verdict: {
			classifier: method,
			level,
			...(reads === undefined ? {} : { reads }),
			probability,
			threshold,
			...(notJudged === undefined ? { hallucinated: probability > threshold } : { hallucinated: null, notJudged }),
			reasons: parts === null ? [] : reasonsInWords(span, parts.raising).map(recorded),
			counterReasons: parts === null ? [] : reasonsInWords(span, parts.lowering).map(recorded),
			given: wordsGiven(span),
			paper:
				paper === null || besides === null ? null : { probability: probabilityOf(besides, paper), threshold: paper.detector.threshold },
		},
	};
}

function recorded({ text, ofSources, telling, contribution, parts }: Reason): SpadReason {
	return {
		text,
		ofSources,
		telling,
		contribution,
		features: parts.map((part) => ({ name: part.feature.name, value: part.value, usual: part.typical, contribution: part.contribution })),
	};
}

function probabilityOf(span: Span, { model, features }: Classifier): number {
	return predictProbability(model, featureValues(features, span));
}

function explainable({ model, features, typical }: Classifier): ExplainedModel | null {
	return typical === null ? null : { model, features, typical };
}

/** All alike where the classifier cannot be explained. */
function setWeights(weights: Float64Array, span: Span, parts: readonly ReasonPart[] | null): void {
	const shares = parts === null ? null : tokenShares(span, parts);
	const max = shares === null ? 1 : shares.reduce((a, b) => Math.max(a, b), 0);
	for (const [i, token] of span.tokens.entries()) weights[token] = shares === null ? 1 : max > 0 ? shares[i]! / max : 0;
}
