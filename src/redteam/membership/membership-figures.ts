import type { MembershipOutcome } from '../../formats/membership-redteam.ts';
import { clopperPearson } from '../../statistics/binomial-interval.ts';
import { kolmogorovSmirnov } from '../../statistics/kolmogorov-smirnov.ts';
import { rocOf } from '../memory/pooled-figures.ts';
import { fittedRule, verdictFigures, type ScoredDocument } from './verdict-rule.ts';

/** A document that was asked about. */
export interface ProbedDocument {
	readonly member: boolean;
	/** Whether the attacker knows its membership, and chooses thresholds by it. */
	readonly reference: boolean;
	readonly undefended: readonly number[];
	readonly defended: readonly number[];
}

/** What an attack brings with or without a defense; the attacker knows which, and makes its thresholds of such answers. */
export function outcomeOf(probed: readonly ProbedDocument[], by: 'undefended' | 'defended', aim: 'accuracy' | 'f1'): MembershipOutcome {
	const scored = (reference: boolean): ScoredDocument[] =>
		probed.filter((one) => one.reference === reference).map((one) => ({ scores: one[by], member: one.member }));
	const counted = scored(false);
	const { right, of, precision, recall, f1 } = verdictFigures(counted, fittedRule(scored(true), aim));
	const accuracy = of === 0 ? 0 : right / of;
	const of1 = (member: boolean, score: number): number[] =>
		counted.filter((one) => one.member === member).map(({ scores }) => scores[score]!);
	const distances = counted[0]?.scores.map((_, i) => kolmogorovSmirnov(of1(true, i), of1(false, i)).statistic) ?? [0];
	return {
		accuracy: { value: accuracy, ...clopperPearson(right, of), n: of },
		adjustedAccuracy: adjustedAccuracy(accuracy),
		precision,
		recall,
		f1,
		ks: distances.reduce((sum, one) => sum + one, 0) / distances.length,
		roc: rocOf({ planted: of1(true, 0), benign: of1(false, 0) }),
	};
}

/** Equation 9: what an attacker gains over guessing, whichever way round. */
export function adjustedAccuracy(accuracy: number): number {
	return Math.max(accuracy, 1 - accuracy) - 0.5;
}
