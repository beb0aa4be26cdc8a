import type { MembershipRedteamReport } from '../formats/membership-redteam.ts';
import type { ScreeningRule } from '../formats/query-screen-record.ts';
import { percentOf } from '../wording/percent.ts';

/** Rules of a threshold, as people call them. */
export const ruleWords: Readonly<Record<ScreeningRule, string>> = {
	empirical: 'empirical',
	skew: 'skew-corrected',
	gumbel: 'Gumbel',
	exact: 'exact normal maximum',
};

/** The verdict, in two sentences. */
export function membershipVerdict({ attacks }: MembershipRedteamReport): string {
	const [open] = attacks.toSorted((a, b) => b.undefended.adjustedAccuracy - a.undefended.adjustedAccuracy);
	const [left] = attacks.toSorted((a, b) => b.defended.adjustedAccuracy - a.defended.adjustedAccuracy);
	const right = (share: number): string => percentOf(share + 0.5);
	return `${open!.title} tells members from others rightly for ${right(open!.undefended.adjustedAccuracy)} of the documents, where guessing gives 50%. With detect-and-hide the most that is left is ${right(left!.defended.adjustedAccuracy)} (${left!.title}).`;
}
