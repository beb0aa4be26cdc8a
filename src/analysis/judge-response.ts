import { findingCodes, type Finding, type RepcsFigures, type WithoutContexts } from '../formats/analysis-record.ts';
import { repcsFormat } from '../formats/detectors/repcs.ts';
import { detectorOf, type Profile } from '../formats/profile.ts';
import type { AnsweredTrace } from '../formats/read-traces.ts';
import { repcsComparison } from '../report/repcs-words.ts';
import { isIgnored, textSha256, type Sidecar } from '../formats/sidecar.ts';
import { traceSubject } from '../formats/subject.ts';
import type { Influence } from '../methods/repcs/influence.ts';
import type { RepcsScore } from '../methods/repcs/repcs.ts';
import { isOthersAnswer } from './notes.ts';

interface Case {
	readonly trace: AnsweredTrace;
	/** `null` where it was not asked for, or nothing was scored. */
	readonly score: RepcsScore | null;
	/** `null` where it was not asked for. */
	readonly influence: Influence | null;
	readonly profile: Profile | null;
	/** It says that it does not know: with the contexts as without. */
	readonly refuses: boolean;
	/** Name of the model that scored. */
	readonly reader: string;
	/** What the model had no room to read, a clause; `null` where it read everything. */
	readonly without: string | null;
	/** Why nothing is judged: no context was read. */
	readonly notJudged: WithoutContexts | undefined;
	readonly sidecar: Sidecar;
}

/**
 * Whether the response was recited from memory, by the profile's threshold of RePCS. Nothing is said where no context was read, as both
 * paths are the same, of another model's answer, as its memory is not the reader's, nor of a refusal, which recites nothing.
 */
export function judgeResponse({ trace, score, influence, profile, refuses, reader, without, notJudged: unread, sidecar }: Case): {
	repcs: RepcsFigures | null;
	findings: Finding[];
} {
	if (score === null) return { repcs: null, findings: [] };
	const figures = { ...score, influence: influence === null ? null : shownOf(influence) };
	const detector = profile === null ? undefined : detectorOf(profile, repcsFormat);
	if (detector === undefined) return { repcs: { ...figures, score: null, threshold: null, alpha: null, memorised: null }, findings: [] };
	const { threshold, criterion } = detector;
	const alpha = criterion.kind === 'conformal' ? criterion.alpha : null;
	const value = detector.score === 'z' ? score.z : score.perToken;
	const notJudged: RepcsFigures['notJudged'] =
		unread ?? (isOthersAnswer(trace, reader) ? 'another-model' : refuses ? 'refusal' : undefined);
	const memorised = notJudged === undefined ? value < threshold : null;
	const repcs = { ...figures, score: detector.score, threshold, alpha, memorised, ...(notJudged === undefined ? {} : { notJudged }) };
	if (memorised !== true) return { repcs, findings: [] };
	const { text, map } = trace.response;
	const subject = traceSubject(trace.id);
	return {
		repcs,
		findings: [
			{
				subject,
				// No more than information: what is recited may be right, and a share α of clean answers is flagged by design.
				code: findingCodes.memorised,
				severity: 'info',
				method: detector.method,
				message: `Memorised? The contexts hardly moved the answer: ${repcsComparison(repcs)} (RePCS)${without === null ? '' : `, ${without}`}`,
				start: map.toDocument(0),
				end: map.toDocument(text.length),
				score: value,
				threshold,
				ignored: isIgnored(sidecar, { subject, code: findingCodes.memorised, textSha256: textSha256(text) }),
			},
		],
	};
}

function shownOf({ eta, unexplained, mixtureBound, bound }: Influence): NonNullable<RepcsFigures['influence']> {
	// What one path holds impossible and the other does not has no bound.
	const finite = (value: number): number => Math.min(value, Number.MAX_VALUE);
	return { eta, unexplained, mixtureBound: mixtureBound === null ? null : finite(mixtureBound), bound: finite(bound) };
}
