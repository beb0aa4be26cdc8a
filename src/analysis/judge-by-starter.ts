import { findingCodes, type AnalysisRecord, type Finding } from '../formats/analysis-record.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { isIgnored, textSha256, type Sidecar } from '../formats/sidecar.ts';
import { traceSubject } from '../formats/subject.ts';
import { fittedStarter } from '../methods/starter/fitted.ts';
import {
	textFeatures,
	wholeAnswer,
	withModelFeatures,
	type ReadTokens,
	type StarterSentence,
} from '../methods/starter/starter-features.ts';
import { isJudgeable, starterScore, starterThreshold } from '../methods/starter/starter-model.ts';
import { starterEvidence, starterProfile } from '../report/starter-words.ts';
import { sentenceParts } from '../text/answer-parts.ts';
import type { Language } from '../text/language.ts';
import type { TaggedText } from '../text/tagged-text.ts';
import type { TraceSupport } from './trace-support.ts';

interface Case {
	readonly trace: AnsweredTrace;
	readonly tagged: TaggedText;
	readonly language: Language;
	/** What the texts say of the response. */
	readonly support: TraceSupport;
	/** A model's numbers, where one has read all contexts; `null` otherwise. */
	readonly read: ReadTokens | null;
	readonly sidecar: Sidecar;
}

/** What the starter profile says of a response, for the record, and its findings. */
export interface StarterJudgment {
	readonly starter: NonNullable<AnalysisRecord['starter']>;
	readonly findings: readonly Finding[];
}

/**
 * Judges a response for which no profile was calibrated: by its texts, and by a model where one has read them. It says nothing of sentences that
 * have few content words or share a value with the given texts, that only say what comes next, or that claim nothing (`sentenceParts`).
 * @returns `null` for another language than English, of the response or of its contexts: it was fitted on English.
 */
export function judgeByStarter({ trace, tagged, language, support, read, sidecar }: Case): StarterJudgment | null {
	const { text, map } = trace.response;
	// Words are compared only if the contexts are English, too.
	if (language !== 'en' || support.support.sentences.every(({ missing }) => missing === null)) return null;
	const byTexts = textFeatures(text, support.judged, support.index);
	const { text: textForm, model: modelForm } = fittedStarter;
	const [form, name, sentences] =
		read === null || modelForm === null
			? ([textForm, 'texts', byTexts] as const)
			: ([modelForm, 'texts-and-model', withModelFeatures(byTexts, read, tagged)] as const);
	const subject = traceSubject(trace.id);
	const parts = sentenceParts({ response: text, query: trace.query.text, contextIds: trace.contexts.map(({ id }) => id) }, sentences);
	const silent = new Set(parts.filter(({ noClaim }) => noClaim !== null).map(({ start }) => start));
	const claims = (sentence: StarterSentence): boolean => !silent.has(sentence.start) && saysEnough(sentence, text);
	const judged = sentences.flatMap((sentence, i) => {
		const score = claims(sentence) ? starterScore(form, 'sentence', sentence) : null;
		return score === null ? [] : [{ sentence, score, recorded: support.support.sentences[i]! }];
	});
	const whole = wholeAnswer(sentences.filter(claims));
	return {
		starter: {
			form: name,
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
					message: `Ungrounded? ${starterEvidence(support.support, recorded)} (${starterProfile})`,
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

/** Whether a sentence says enough to be judged. One that ends with a colon only says what comes next, such as 'Here is a summary:'. */
function saysEnough(sentence: StarterSentence, response: string): boolean {
	return isJudgeable(sentence) && !response.slice(sentence.start, sentence.end).trimEnd().endsWith(':');
}

function answerVerdict(score: number | null): { score: number; flagged: boolean } | null {
	return score === null ? null : { score, flagged: score > starterThreshold };
}
