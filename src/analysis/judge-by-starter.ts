import { findingCodes, type AnalysisRecord, type Finding } from '../formats/analysis-record.ts';
import type { StarterDetector } from '../formats/detectors/starter.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { isIgnored, textSha256, type Sidecar } from '../formats/sidecar.ts';
import { traceSubject } from '../formats/subject.ts';
import { fittedStarter } from '../methods/starter/fitted.ts';
import { textFeatures, wholeAnswer, type StarterSentence } from '../methods/starter/starter-features.ts';
import { isJudgeable, starterScore, starterThreshold } from '../methods/starter/starter-model.ts';
import { starterEvidence, starterProfile } from '../report/starter-words.ts';
import { flaggedInWords, suspectsOf } from '../report/suspect-words.ts';
import { sentenceParts } from '../text/answer-parts.ts';
import type { Language } from '../text/language.ts';
import type { StarterEvidence } from './judge-sentences.ts';
import type { TraceSupport } from './trace-support.ts';

interface Case {
	readonly trace: AnsweredTrace;
	readonly language: Language;
	/** What the texts say of the response. */
	readonly support: TraceSupport;
	readonly sidecar: Sidecar;
}

/** What the starter profile says of a response, for the record, and its findings. */
export interface StarterJudgment {
	readonly starter: NonNullable<AnalysisRecord['starter']>;
	readonly findings: readonly Finding[];
}

/**
 * Judges a response for which no profile was calibrated: by its texts alone.
 * @returns `null` for another language than English, of the response or of its contexts: it was fitted on English.
 */
export function judgeByStarter({ trace, language, support, sidecar }: Case): StarterJudgment | null {
	const { text, map } = trace.response;
	if (!isEnglish({ language, support })) return null;
	const { form } = fittedStarter;
	const sentences = starterSentences({ trace, language, support });
	const subject = traceSubject(trace.id);
	const judged = sentences.flatMap((sentence, i) =>
		sentence === null ? [] : [{ sentence, score: starterScore(form, 'sentence', sentence), recorded: support.support.sentences[i]! }],
	);
	const whole = wholeAnswer(sentences.filter((sentence) => sentence !== null));
	return {
		starter: {
			threshold: starterThreshold,
			sentences: judged.map(({ score, recorded: { start, end } }) => ({ start, end, score, flagged: score > starterThreshold })),
			response: whole === null ? null : answerVerdict(starterScore(form, 'answer', whole)),
		},
		findings: judged
			.filter(({ score }) => score > starterThreshold)
			.map(
				({ sentence, score, recorded }): Finding => ({
					subject,
					code: findingCodes.ungrounded,
					// No more than information: nobody has measured it on this user's data.
					severity: 'info',
					method: 'starter',
					message: `${flaggedInWords(
						'Probably not supported by the contexts',
						suspectsOf(recorded, { tokens: [], support: support.support }),
						text.slice(sentence.start, sentence.end),
					)} ${starterEvidence(support.support, recorded)} (${starterProfile})`,
					start: map.toDocument(sentence.start),
					end: map.toDocument(sentence.end),
					score,
					threshold: starterThreshold,
					ignored: isIgnored(sidecar, {
						subject,
						code: findingCodes.ungrounded,
						textSha256: textSha256(text.slice(sentence.start, sentence.end)),
					}),
				}),
			),
	};
}

/** Returns what a calibrated detector of the starter profile goes by, for each sentence that it judges. */
export function evidenceOfStarter(
	of: Pick<Case, 'trace' | 'language' | 'support'>,
	{ form }: Pick<StarterDetector, 'form'>,
): StarterEvidence[] {
	const { support } = of.support;
	return starterSentences(of).flatMap((sentence, i) =>
		sentence === null
			? []
			: [
					{
						start: sentence.start,
						end: sentence.end,
						score: starterScore(form, 'sentence', sentence),
						evidence: starterEvidence(support, support.sentences[i]!),
					},
				],
	);
}

/** Whether words could be compared: the response is English, and so are the contexts. */
function isEnglish({ language, support }: Pick<Case, 'language' | 'support'>): boolean {
	return language === 'en' && support.support.sentences.some(({ missing }) => missing !== null);
}

/**
 * Returns what the texts say of each sentence of a response, in the order of `support.judged`. `null` for a sentence that is not judged: it has few
 * content words, shares a value with the given texts, only says what comes next, or claims nothing (`sentenceParts`).
 * All are `null` for another language than English.
 */
export function starterSentences({ trace, language, support }: Pick<Case, 'trace' | 'language' | 'support'>): (StarterSentence | null)[] {
	const { text } = trace.response;
	const sentences = textFeatures(text, support.judged, support.index);
	if (!isEnglish({ language, support })) return sentences.map(() => null);
	const parts = sentenceParts({ response: text, query: trace.query.text, contextIds: trace.contexts.map(({ id }) => id) }, sentences);
	return sentences.map((sentence, i) => (parts[i]!.noClaim === null && saysEnough(sentence, text) ? sentence : null));
}

/** Whether a sentence says enough to be judged. One that ends with a colon only says what comes next, such as 'Here is a summary:'. */
function saysEnough(sentence: StarterSentence, response: string): boolean {
	return isJudgeable(sentence) && !response.slice(sentence.start, sentence.end).trimEnd().endsWith(':');
}

function answerVerdict(score: number): { score: number; flagged: boolean } {
	return { score, flagged: score > starterThreshold };
}
