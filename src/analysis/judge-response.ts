import { findingCodes, type ClosedBookFigures, type Finding, type RepcsFigures, type NothingJudged } from '../formats/analysis-record.ts';
import { closedBookFormat } from '../formats/detectors/closed-book.ts';
import { repcsFormat } from '../formats/detectors/repcs.ts';
import { detectorOf, type Profile } from '../formats/profile.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { isIgnored, textSha256, type Sidecar } from '../formats/sidecar.ts';
import { traceSubject } from '../formats/subject.ts';
import type { AnswerGroup } from '../methods/closed-book/answer-group.ts';
import type { ClosedBookScore } from '../methods/closed-book/closed-book.ts';
import { thresholdOf, timesThreshold } from '../methods/closed-book/group-thresholds.ts';
import type { Influence } from '../methods/repcs/influence.ts';
import type { RepcsScore } from '../methods/repcs/repcs.ts';
import { closedBookVerdict } from '../report/closed-book-words.ts';
import { isOthersAnswer } from './notes.ts';

interface ClosedBookCase {
	readonly score: ClosedBookScore;
	readonly group: AnswerGroup;
	readonly profile: Profile | null;
	/** Why a threshold that is there does not judge. */
	readonly notJudged: ClosedBookFigures['notJudged'];
}

/** The figures of certainty without contexts, with the verdict of the profile's threshold for answers of this group. */
function judgeClosedBook({ score, group, profile, notJudged }: ClosedBookCase): ClosedBookFigures {
	// What a model holds impossible stands as the largest finite number: JSON has no infinity.
	const finite = (value: number): number => Math.min(value, Number.MAX_VALUE);
	const figures = { score: finite(score.score), entropyMax: score.entropyMax, surpriseMax: finite(score.surpriseMax), group };
	const detector = profile === null ? undefined : detectorOf(profile, closedBookFormat);
	const found = detector === undefined ? undefined : thresholdOf(detector.groups, group);
	if (detector === undefined || found === undefined)
		return { ...figures, threshold: null, thresholdGroup: null, alpha: null, memorised: null };
	return {
		...figures,
		threshold: detector.threshold * found.threshold,
		thresholdGroup: { sentences: found.sentences, value: found.value },
		alpha: detector.criterion.kind === 'conformal' ? detector.criterion.alpha : null,
		memorised: notJudged === undefined ? timesThreshold(figures.score, found.threshold) < detector.threshold : null,
		...(notJudged === undefined ? {} : { notJudged }),
	};
}

interface Case {
	readonly trace: AnsweredTrace;
	/** RePCS's; `null` where it was not asked for, or nothing was scored. */
	readonly score: RepcsScore | null;
	/** `null` where it was not asked for, or nothing was scored. */
	readonly closedBook: ClosedBookScore | null;
	/** What the answer counts among. */
	readonly group: AnswerGroup;
	/** `null` where it was not asked for. */
	readonly influence: Influence | null;
	readonly profile: Profile | null;
	/** Name of the model that scored. */
	readonly reader: string;
	/** What the model had no room to read, a clause; `null` where it read everything. */
	readonly without: string | null;
	/** Why nothing is judged, such as that no context was read, or that the answer says that it does not know: with the contexts as without. */
	readonly notJudged: NothingJudged | undefined;
	readonly sidecar: Sidecar;
}

type NotJudged = RepcsFigures['notJudged'];
/** What a finding says of its own. */
type Verdict = Pick<Finding, 'method' | 'message' | 'score' | 'threshold'>;

/**
 * Whether the response was recited from memory: by the certainty without contexts, where the profile has thresholds for it and it was asked for, and by
 * RePCS elsewhere, whose figures stand beside in any case. Nothing is said where no context was read, as both paths are the same, of another model's
 * answer, as its memory is not the reader's, nor of a refusal, which recites nothing.
 */
export function judgeResponse(subject: Case): { repcs: RepcsFigures | null; closedBook: ClosedBookFigures | null; findings: Finding[] } {
	const { trace, profile, group, reader, notJudged: nothing } = subject;
	const notJudged: NotJudged = nothing ?? (isOthersAnswer(trace, reader) ? 'another-model' : undefined);
	const repcs = subject.score === null ? null : repcsOf(subject.score, subject, notJudged);
	const closedBook = subject.closedBook === null ? null : judgeClosedBook({ score: subject.closedBook, group, profile, notJudged });
	const judge = closedBook === null || closedBook.threshold === null ? repcsVerdictOf(repcs) : closedBookVerdictOf(closedBook);
	return { repcs, closedBook, findings: judge === null ? [] : [findingOf(judge, subject)] };
}

function repcsOf(score: RepcsScore, { influence, profile }: Pick<Case, 'influence' | 'profile'>, notJudged: NotJudged): RepcsFigures {
	const figures = { ...score, influence: influence === null ? null : shownOf(influence) };
	const detector = profile === null ? undefined : detectorOf(profile, repcsFormat);
	if (detector === undefined) return { ...figures, score: null, threshold: null, alpha: null, memorised: null };
	const { threshold, criterion } = detector;
	const alpha = criterion.kind === 'conformal' ? criterion.alpha : null;
	const memorised = notJudged === undefined ? valueOf(figures, detector.score) < threshold : null;
	return { ...figures, score: detector.score, threshold, alpha, memorised, ...(notJudged === undefined ? {} : { notJudged }) };
}

function valueOf({ z, perToken }: Pick<RepcsFigures, 'z' | 'perToken'>, score: 'z' | 'z-per-token'): number {
	return score === 'z' ? z : perToken;
}

function repcsVerdictOf(repcs: RepcsFigures | null): Verdict | null {
	if (repcs?.memorised !== true || repcs.score === null || repcs.threshold === null) return null;
	return {
		method: 'repcs',
		message: 'Possibly from memory: the contexts hardly changed this answer.',
		score: valueOf(repcs, repcs.score),
		threshold: repcs.threshold,
	};
}

function closedBookVerdictOf(closedBook: ClosedBookFigures): Verdict | null {
	const { memorised, score, threshold } = closedBook;
	return memorised !== true || threshold === null
		? null
		: { method: 'closed-book', message: `${closedBookVerdict(closedBook)}.`, score, threshold };
}

function findingOf({ message, ...verdict }: Verdict, { trace, without, sidecar }: Pick<Case, 'trace' | 'without' | 'sidecar'>): Finding {
	const { text, map } = trace.response;
	const subject = traceSubject(trace.id);
	return {
		subject,
		// No more than information: what is recited may be right, and a share α of clean answers is flagged by design.
		code: findingCodes.memorized,
		severity: 'info',
		...verdict,
		message: `${message}${without === null ? '' : ` ${without.charAt(0).toUpperCase()}${without.slice(1)}.`}`,
		start: map.toDocument(0),
		end: map.toDocument(text.length),
		ignored: isIgnored(sidecar, { subject, code: findingCodes.memorized, textSha256: textSha256(text) }),
	};
}

function shownOf({ eta, unexplained, mixtureBound, bound }: Influence): NonNullable<RepcsFigures['influence']> {
	// What one path holds impossible and the other does not has no bound.
	const finite = (value: number): number => Math.min(value, Number.MAX_VALUE);
	return { eta, unexplained, mixtureBound: mixtureBound === null ? null : finite(mixtureBound), bound: finite(bound) };
}
