import type { AnswerGroup } from '../../methods/closed-book/answer-group.ts';
import { answerGroups, thresholdOf, type GroupThreshold } from '../../methods/closed-book/group-thresholds.ts';
import { answersInWords } from '../../report/closed-book-words.ts';
import { minConformalSample } from '../../statistics/conformal-threshold.ts';
import { decimal } from '../../wording/numbers.ts';
import { listInWords } from '../../wording/phrases.ts';

interface Judged {
	/** In multiples of the threshold. */
	readonly score: number;
	readonly of: AnswerGroup;
}

interface Groups {
	readonly groups: readonly GroupThreshold[];
	readonly alpha: number;
	readonly calibrating: readonly Judged[];
	readonly heldOut: readonly Judged[];
}

/** Where the threshold of each group lies, what it flags of the clean answers held out, and which groups were too small to have one; a sentence each. */
export function groupNotes({ groups, alpha, calibrating, heldOut }: Groups): string[] {
	const count = (of: readonly Judged[], group: AnswerGroup): Judged[] => of.filter((one) => isSame(one.of, group));
	const own = answerGroups.flatMap((group) => {
		const found = thresholdOf(groups, group);
		return found === undefined || !isSame(found, group) ? [] : [{ group, found }];
	});
	const pooled = answerGroups.flatMap((group) => {
		const found = thresholdOf(groups, group);
		return found === undefined || isSame(found, group) ? [] : [{ group, found, n: count(calibrating, group).length }];
	});
	const met = pooled.filter(({ n }) => n > 0);
	const widest = groups.at(-1);
	return [
		...own.map(({ group, found: { threshold, n } }) => {
			const judged = count(heldOut, group);
			return `${capital(answersInWords(group))}: ${decimal(threshold)} nats, from ${n} clean ones${judged.length === 0 ? '' : `; of ${judged.length} held out ${flaggedOf(judged)} flagged`}.`;
		}),
		...(met.length === 0
			? []
			: [
					`Too few clean answers for a threshold of their own (${minConformalSample(alpha)} are needed): ${listInWords(met.map(({ group, found, n }) => `${answersInWords(group)} (${n}, judged with ${answersInWords(found)} by ${decimal(found.threshold)} nats${heldOutWords(count(heldOut, group))})`))}. Of each of these groups alone nothing is promised.`,
				]),
		...(met.length < pooled.length && widest !== undefined
			? [
					`No clean answers at all: ${listInWords(pooled.filter(({ n }) => n === 0).map(({ group }) => answersInWords(group)))}. They are judged by the wider groups as well.`,
				]
			: []),
	];
}

function heldOutWords(judged: readonly Judged[]): string {
	return judged.length === 0 ? '' : `; of ${judged.length} held out ${flaggedOf(judged)} flagged`;
}

function flaggedOf(judged: readonly Judged[]): string {
	const flagged = judged.filter(({ score }) => score < 1).length;
	return `${flagged} ${flagged === 1 ? 'is' : 'are'}`;
}

function isSame(a: Pick<GroupThreshold, 'sentences' | 'value'>, b: AnswerGroup): boolean {
	return a.sentences === b.sentences && a.value === b.value;
}

function capital(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}
