import { conformalThreshold, minConformalSample } from '../../statistics/conformal-threshold.ts';
import type { AnswerGroup, SentenceCount, ValueKind } from './answer-group.ts';

/** The threshold of a group of answers, or of a wider one (`any`) that stands in for groups with too few. */
export interface GroupThreshold {
	readonly sentences: SentenceCount | 'any';
	readonly value: ValueKind | 'any';
	/** Clean answers that chose it, and the rank of the threshold among their scores, from the smallest. */
	readonly n: number;
	readonly rank: number;
	/** Nats. */
	readonly threshold: number;
}

export interface GroupedScore {
	readonly score: number;
	readonly group: AnswerGroup;
}

const counts: readonly SentenceCount[] = ['1', '2', '3+'];
const kinds: readonly ValueKind[] = ['number', 'name', 'other'];

/** From the narrowest to the widest: a threshold of its own, of all answers with as many sentences, of all. */
function widths({ sentences, value }: AnswerGroup): readonly Pick<GroupThreshold, 'sentences' | 'value'>[] {
	return [
		{ sentences, value },
		{ sentences, value: 'any' },
		{ sentences: 'any', value: 'any' },
	];
}

/** All groups, the narrow ones first. */
export const answerGroups: readonly AnswerGroup[] = counts.flatMap((sentences) => kinds.map((value) => ({ sentences, value })));

/**
 * Split-conformal thresholds of clean scores, one for each group with enough of them (Mondrian: Vovk, Gammerman, Shafer 2005, section 4.5): a clean answer
 * that is exchangeable with those of its group lies below with probability at most `alpha`, whatever the other groups are like. Wider groups take in those
 * with too few, and what holds of them holds of all their answers together.
 * @returns none where all answers together are too few, `alpha (n + 1) < 1`
 */
export function groupThresholds(clean: readonly GroupedScore[], alpha: number): GroupThreshold[] {
	const min = minConformalSample(alpha);
	const all = [
		...answerGroups,
		...counts.map((sentences) => ({ sentences, value: 'any' as const })),
		{ sentences: 'any' as const, value: 'any' as const },
	];
	return all.flatMap((group) => {
		const own = clean.filter(({ group: of }) => widths(of).some((one) => isSame(one, group))).map(({ score }) => score);
		return own.length < min ? [] : [{ ...group, ...conformalThreshold(own, alpha) }];
	});
}

/** The threshold that judges answers of a group: the narrowest there is; `undefined` only where there is none at all. */
export function thresholdOf<T extends Pick<GroupThreshold, 'sentences' | 'value'>>(
	thresholds: readonly T[],
	group: AnswerGroup,
): T | undefined {
	return widths(group)
		.map((width) => thresholds.find((one) => isSame(one, width)))
		.find((found) => found !== undefined);
}

function isSame(a: Pick<GroupThreshold, 'sentences' | 'value'>, b: Pick<GroupThreshold, 'sentences' | 'value'>): boolean {
	return a.sentences === b.sentences && a.value === b.value;
}

/** A score in multiples of its threshold, so that scores of several groups stand on one scale: below 1 is what the threshold flags. */
export function timesThreshold(score: number, threshold: number): number {
	return threshold > 0 ? score / threshold : Infinity;
}
