import {
	analysisMethodNames,
	furtherReadings,
	modelReadings,
	readingsFor,
	type AnalysisMethodName,
	type ModelReading,
} from '../formats/analysis-methods.ts';
import type { AnalysisRecord, RecordedTruncation, SpadVerdict, NothingJudged } from '../formats/analysis-record.ts';
import { judgingPart } from '../formats/applicable-detectors.ts';
import { starterFormat } from '../formats/detectors/starter.ts';
import { detectorOf, type Profile } from '../formats/profile.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { emptySidecar, type Sidecar } from '../formats/sidecar.ts';
import type { Trace } from '../formats/trace.ts';
import { answerGroup } from '../methods/closed-book/answer-group.ts';
import { closedBook } from '../methods/closed-book/closed-book.ts';
import { confidenceGap } from '../methods/confidence-gap/confidence-gap.ts';
import { influence } from '../methods/repcs/influence.ts';
import { repcs, window } from '../methods/repcs/repcs.ts';
import type { PromptParts, ScoreOptions } from '../model-io/requests.ts';
import type { MixtureResult, MixtureSums, ScoreResult } from '../model-io/scores.ts';
import { suspectsOf } from '../report/suspect-words.ts';
import { readWithout } from '../report/truncation-words.ts';
import { noClaimOf, sentenceParts } from '../text/answer-parts.ts';
import { partOfSpeechOfTokens, tagText } from '../text/sentences.ts';
import type { PartOfSpeech } from '../text/tagged-text.ts';
import type { TextMap } from '../text/text-map.ts';
import { evidenceOfStarter, judgeByStarter } from './judge-by-starter.ts';
import { ignoredWithTheirSentence } from './ignored-values.ts';
import { judgeResponse } from './judge-response.ts';
import { judgeSentences } from './judge-sentences.ts';
import { finite } from './finite.ts';
import { hideParts, leftOutNote, recordedWordOrigins } from './hide-parts.ts';
import { canAttribute, canHide, canMix, type LanguageModel } from './language-model.ts';
import { rowOfReading, type LikenessRow } from './likeness/likeness-row.ts';
import { withReadableAnswer } from './long-answers.ts';
import { measureSentences } from './measure-sentences.ts';
import { recordedJudgments } from './recorded-judgments.ts';
import { notesOn } from './notes.ts';
import { responseLanguage } from './sentence-list.ts';
import { taggedReading, traceReading } from './trace-reading.ts';
import { judgeTraceSupport } from './trace-support.ts';
import { unreadSupport } from './unread-support.ts';
import { attributeParts } from './spad/attribute-parts.ts';
import type { Classifier } from './spad/classifier-file.ts';
import { judgingClassifiers, summarize, tokenSourcesAt, suspicionOfTokens } from './spad/spad-analysis.ts';
import { spadVerdicts } from './spad/spad-verdicts.ts';

/**
 * Returns why no word of a context was read, so that nothing can say whether the contexts support the answer. Returns `undefined` if some
 * words were read.
 */
function nothingRead({ contexts }: Pick<AnsweredTrace, 'contexts'>, truncation: RecordedTruncation | null): NothingJudged | undefined {
	if (contexts.length === 0) return 'no-contexts';
	const unread = truncation === null ? 0 : truncation.cutContexts.filter(({ keptTokens }) => keptTokens === 0).length;
	return unread === contexts.length ? 'contexts-not-read' : undefined;
}

/** Returns what the record says about what was cut, with the place in the file where scoring ends. Returns `null` if nothing was cut. */
function recordedTruncation(
	{ truncation, scored }: ScoreResult,
	{ contexts, response: { text, map } }: AnsweredTrace,
): RecordedTruncation | null {
	if (truncation === null) return null;
	const { contextWindow, cutContexts, unscoredResponseTokens: tokens, responseTokens: of } = truncation;
	const behind = scored.end.at(-1) ?? 0;
	const start = behind + text.slice(behind).search(/\S|$/u);
	return {
		contextWindow,
		contexts: contexts.length,
		cutContexts: cutContexts.toReversed().map((context) => ({ ...context })),
		unscored: tokens === 0 ? null : { start: map.toDocument(start), end: map.toDocument(text.length), tokens, of },
	};
}

export interface AnalysisOptions extends Pick<ScoreOptions, 'signal' | 'onProgress'> {
	/** Name that the record gives the file with the response. */
	readonly file: string;
	/** Methods whose figures are wanted. Absent: all. CG comes with the scores and is always present. */
	readonly methods?: readonly AnalysisMethodName[];
	/** Whether RePCS's influence `η` is wanted, too. The model then reads three prompts for it, and one of them is new. */
	readonly eta?: boolean;
	/** How far a source may be off, so that it is computed faster. 0 or absent: exact. */
	readonly screen?: number;
	/** Number of alternatives that are kept for each token and path. */
	readonly topK?: number;
	/** The profile's classifiers, already read. */
	readonly classifiers?: readonly Classifier[];
	/** What people have said about this file's findings. */
	readonly sidecar?: Sidecar;
	/**
	 * Receives the row by which the answer is compared with others. It is called if the answer was attributed and parts of speech are known
	 * for its language.
	 */
	readonly onLikeness?: ((row: LikenessRow) => void) | undefined;
	/** Returns what sets an answer apart from all that the profile was made from; `null` if nothing does. An answer without a row is not English. Absent: nobody can tell. */
	readonly setsApart?: ((row: LikenessRow | null) => readonly string[] | null) | undefined;
	/** File that the profile was read from, for messages. */
	readonly profileFile?: string;
}

/**
 * Analyzes a trace's response. It is scored with and without its contexts, attributed if the model allows it, and judged by the profile, if
 * any. Resolves to one `rag-assay/analysis@1` record.
 * The same trace, scores, profile and sidecar give the same record. Without a profile, there are scores and no findings. Detectors of the
 * profile that do not fit the model judge nothing, and a note says which ones and why.
 * Rejects as `model.score`, and with RA602, RA603, RA609 or RA610 if nothing in the profile fits the model.
 */
export async function analyzeTrace(
	given: AnsweredTrace,
	model: LanguageModel,
	whole: Profile | null,
	options: AnalysisOptions,
): Promise<AnalysisRecord> {
	const { trace, unread, notes: onLength } = withReadableAnswer(given);
	const judging = whole === null ? null : judgingPart(whole, { 'language-model': model.identity }, options.profileFile);
	const profile = judging?.profile ?? null;
	const { signal, topK = 5 } = options;
	const { methods = analysisMethodNames } = options;
	const wants = (method: AnalysisMethodName): boolean => methods.includes(method);
	const reading = traceReading(promptParts(trace));
	const { parts } = reading;
	const mixes = options.eta === true && trace.contexts.length > 0 && canMix(model);
	const hides = trace.contexts.length > 0;
	const wanted = readingsFor(methods, { whole: mixes }).filter((one) => one !== 'hide' || hides);
	// Whatever is asked for, a profile judges only answers like its own, and sources are a part of what they are compared by.
	const compares = profile !== null && options.setsApart !== undefined && canAttribute(model);
	const readings = modelReadings.filter((one) => wanted.includes(one) || (one === 'attribute' && compares));
	const progress = phases(options.onProgress, readings);
	const also = furtherReadings.filter(
		(one) => readings.includes(one) && (one !== 'attribute' || canAttribute(model)) && (one !== 'hide' || canHide(model)),
	);
	const read = await model.score(parts, { topK, also, signal, onProgress: progress('score') });
	const result = { ...read, scored: reading.placed(read.scored) };
	const hiddenAttempt = readings.includes('hide') ? await hideParts(parts, model, { signal, onProgress: progress('hide') }) : null;
	const hidden = hiddenAttempt !== null && 'result' in hiddenAttempt ? hiddenAttempt.result : null;
	const notHidden = hiddenAttempt !== null && 'notHidden' in hiddenAttempt ? hiddenAttempt.notHidden : undefined;
	const attempt = readings.includes('attribute')
		? await attributeParts(parts, model, { signal, onProgress: progress('attribute'), screen: options.screen })
		: null;
	const sources = attempt !== null && 'result' in attempt ? attempt.result : null;
	const isAsked = wanted.includes('attribute');
	const attributed = sources === null || !isAsked ? null : { ...sources, attributed: reading.placed(sources.attributed) };
	const notAttributed = isAsked && attempt !== null && 'notAttributed' in attempt ? attempt.notAttributed : undefined;
	const mixture =
		mixes && readings.includes('mixture') ? await model.mixture(parts, window, { signal, onProgress: progress('mixture') }) : null;

	const language = responseLanguage(trace);
	const { text, map } = trace.response;
	const written = await tagText(text, language);
	const calibratedStarter = profile === null ? undefined : detectorOf(profile, starterFormat);
	const texts =
		wants('support') || calibratedStarter !== undefined
			? judgeTraceSupport(trace, written, language, options.sidecar ?? emptySidecar)
			: null;
	const support = wants('support') ? texts : null;
	const { asRead, placed: words } = await taggedReading(reading, { text, language, written });
	const tagged = { sentences: written.sentences, words };
	const { scored } = result;
	const cg = confidenceGap(scored.withoutContext.entropy, scored.withContext.entropy);
	const answer = { response: text, query: trace.query.text, contextIds: trace.contexts.map(({ id }) => id) };
	const sentences = sentenceParts(answer, tagged.sentences);
	const measured = measureSentences(sentences, scored, cg);
	const { classifiers, notes: onClassifiers } = judgingClassifiers(attributed, language, profile, options.classifiers);
	const summary = attributed === null ? null : summarize(attributed, result, classifiers);
	const truncation = recordedTruncation(result, trace);
	const row = sources === null || language !== 'en' ? null : rowOfReading(reading, asRead, sources.attributed);
	const canCompare = profile !== null && (row !== null || language !== 'en');
	const noClaims = nothingRead(trace, truncation) ?? noClaimOf(sentences) ?? undefined;
	const unlike = canCompare && noClaims === undefined ? (options.setsApart?.(row) ?? null) : null;
	const notJudged = noClaims ?? (unlike === null ? undefined : 'unlike-profile');
	const verdicts =
		attributed === null
			? null
			: spadVerdicts(
					{ attributed: attributed.attributed, text, tagged, question: trace.query.text, sentences: measured, notJudged },
					classifiers,
				);
	if (row !== null) options.onLikeness?.(row);
	const by = {
		trace,
		profile,
		reader: model.identity.name,
		without: readWithout(truncation),
		notJudged,
		sidecar: options.sidecar ?? emptySidecar,
	};
	const tokens = tokensOf(
		{ ...result, logProbability: summary?.logProbability ?? scored.withContext.logProbability },
		text,
		map,
		cg,
		partOfSpeechOfTokens(tagged.words, scored.start, scored.end),
	);
	const judged = judgeSentences({
		...by,
		map,
		measured,
		unread: sentences.filter(({ noClaim, start }) => noClaim !== null && measured.every((one) => one.start !== start)),
		unreadSupport: unreadSupport(trace, truncation, measured),
		suspects: measured.map(({ start, end }) =>
			suspectsOf({ start: map.toDocument(start), end: map.toDocument(end) }, { tokens, support: support?.support }),
		),
		verdicts: verdicts?.sentences ?? [],
		starter:
			texts === null || calibratedStarter === undefined ? [] : evidenceOfStarter({ trace, language, support: texts }, calibratedStarter),
		otherTexts: support?.hashes ?? [],
	});
	// It judges only where no detector of a profile does.
	const starter =
		support === null || judged.sentences.some(({ verdict }) => verdict !== null)
			? null
			: judgeByStarter({ trace, language, support, sidecar: by.sidecar });
	const contamination = wants('repcs') ? repcs(scored.kl, scored.withContext.logProbability, scored.withoutContext.logProbability) : null;
	const overall = judgeResponse({
		...by,
		closedBook: wants('closed-book') ? closedBook(scored.withoutContext.entropy, scored.withoutContext.logProbability) : null,
		group: answerGroup(parts.response ?? '', asRead, trace.query.text),
		influence: mixture === null ? null : influence(sumsOf(mixture)),
		score: contamination === null ? null : { ...contamination, literal: finite(contamination.literal) },
	});
	const bySentence = [...judged.findings, ...(starter?.findings ?? [])];
	const suspicion = suspicionOfTokens(verdicts?.weights ?? null, scored, measured, judged.sentences);
	return {
		schema: 'rag-assay/analysis@1',
		file: options.file,
		trace: { id: trace.id },
		model: { name: model.identity.name, sha256: model.identity.sha256, device: model.identity.device },
		profile: profile === null ? null : { name: profile.name },
		language,
		tokens: tokens.map((token, t) => ({
			...token,
			...(attributed === null ? {} : { ...tokenSourcesAt(attributed, t), suspicion: suspicion?.[t] ?? null }),
		})),
		sentences: judged.sentences,
		repcs: overall.repcs,
		closedBook: overall.closedBook,
		response: responseOf(verdicts?.response ?? null),
		attribution: summary?.attribution ?? null,
		...(hidden === null ? {} : { wordOrigins: recordedWordOrigins(trace.response, reading, asRead.words, hidden) }),
		...(support === null ? {} : { support: support.support }),
		...(starter === null ? {} : { starter: starter.starter }),
		...(notHidden === undefined ? {} : { notHidden }),
		...(notAttributed === undefined ? {} : { notAttributed }),
		// Of findings at one place, the wider one comes first, as editors list them.
		findings: [...overall.findings, ...bySentence, ...ignoredWithTheirSentence(support?.findings ?? [], bySentence)],
		...(notJudged === 'unlike-profile' && { unlike: [...(unlike ?? [])] }),
		...recordedJudgments(trace),
		truncation,
		...unread,
		notes: [
			...onLength,
			...notesOn({ trace, result, notJudged, unlike, profile, isStarterJudge: starter !== null, language, reader: model.identity }),
			...(judging?.left ?? []),
			...judged.notes,
			...(notHidden === undefined ? [] : [notHidden]),
			...leftOutNote(hidden),
			...(notAttributed === undefined ? [] : [notAttributed]),
			...(summary?.notes ?? []),
			...onClassifiers,
		],
	};
}

function sumsOf({ cross, spread, moved, renyiContextOnly, renyiWithContext }: MixtureResult): MixtureSums[] {
	return Array.from(cross, (one, t) => ({
		cross: one,
		spread: spread[t]!,
		moved: moved[t]!,
		renyiContextOnly: renyiContextOnly[t]!,
		renyiWithContext: renyiWithContext[t]!,
	}));
}

/** Returns progress functions that report several passes over the same text as one. */
function phases(
	onProgress: ScoreOptions['onProgress'],
	readings: readonly ModelReading[],
): (reading: ModelReading) => ScoreOptions['onProgress'] {
	return (reading) => (done, total) => onProgress(readings.indexOf(reading) * total + done, readings.length * total);
}

function responseOf(verdict: SpadVerdict | null): AnalysisRecord['response'] {
	return verdict === null
		? null
		: { score: verdict.probability, threshold: verdict.threshold, hallucinated: verdict.hallucinated, spad: verdict };
}

/** Returns the texts of a trace that a model reads. Generating needs them, too. */
export function promptParts(trace: Trace): PromptParts {
	return {
		...(trace.system === undefined ? {} : { system: trace.system.text }),
		query: trace.query.text,
		contexts: trace.contexts.map(({ id, text }) => ({ id, text: text.text })),
		...(trace.response === undefined ? {} : { response: trace.response.text }),
	};
}

function tokensOf(
	{ scored, logProbability }: ScoreResult & { readonly logProbability: Float64Array },
	text: string,
	map: TextMap,
	cg: Float64Array,
	pos: readonly PartOfSpeech[],
): AnalysisRecord['tokens'] {
	const alternatives = (list: readonly { text: string; logProbability: number }[]) =>
		list.map((a) => ({ text: a.text, logprob: finite(a.logProbability) }));
	return Array.from(scored.tokenIds, (_, t) => {
		const [start, end] = [scored.start[t]!, scored.end[t]!];
		return {
			text: text.slice(start, end),
			start: map.toDocument(start),
			end: map.toDocument(end),
			logprob: finite(logProbability[t]!),
			entropy: scored.withContext.entropy[t]!,
			entropyWithoutContext: scored.withoutContext.entropy[t]!,
			cg: cg[t]!,
			kl: scored.kl[t]!,
			logprobWithoutContext: finite(scored.withoutContext.logProbability[t]!),
			rank: scored.withContext.rank[t]!,
			rankWithoutContext: scored.withoutContext.rank[t]!,
			pos: pos[t]!,
			alternatives: alternatives(scored.withContext.alternatives[t] ?? []),
			alternativesWithoutContext: alternatives(scored.withoutContext.alternatives[t] ?? []),
			sources: null,
			contexts: null,
			suspicion: null,
		};
	});
}
