import type { ClosedBookFigures } from '../formats/analysis-record.ts';
import { closedBookFormat } from '../formats/detectors/closed-book.ts';
import { detectorOf, type Profile } from '../formats/profile.ts';
import type { AnswerGroup } from '../methods/closed-book/answer-group.ts';
import type { ClosedBookScore } from '../methods/closed-book/closed-book.ts';
import { thresholdOf, timesThreshold } from '../methods/closed-book/group-thresholds.ts';

interface Case {
	readonly score: ClosedBookScore;
	readonly group: AnswerGroup;
	readonly profile: Profile | null;
	/** Why a threshold that is there does not judge. */
	readonly notJudged: ClosedBookFigures['notJudged'];
}

/** The figures of certainty without contexts, with the verdict of the profile's threshold for answers of this group. */
export function judgeClosedBook({ score, group, profile, notJudged }: Case): ClosedBookFigures {
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
