import type { Interval as Estimate } from '../../formats/detectors/figures.ts';

/** How many sentences are labelled, and in how many groups (what must not stand on both sides of a cut) each kind stands. */
export interface LabelCounts {
	readonly labels: number;
	readonly ungrounded: number;
	readonly groundedGroups: number;
	readonly ungroundedGroups: number;
}

/** What labels have brought, and what more of them would. */
export interface LearningCurve {
	readonly counts: LabelCounts;
	/** By the number of labels that a classifier was trained on, ascending; none where there are too few labels. */
	readonly points: readonly { readonly labels: number; readonly auc: Estimate }[];
	/** Of the score that needs no labels, on the same sentences; `null` where it cannot be told or was not given. */
	readonly fallback: Estimate | null;
	/** Which of the two is to be trusted at present. */
	readonly better: 'classifier' | 'fallback';
	/** With twice as many labels, by the fitted curve; `null`: too few to tell. */
	readonly doubled: { readonly labels: number; readonly auc: Estimate } | null;
	/** How many more labels would help, 0 where they would change little; `null`: too few to tell. */
	readonly more: number | null;
	/** All that in a few sentences. */
	readonly advice: string;
}

/** From how many labels on a classifier can be fitted at all: fewer leave folds without a class, and figures that say nothing. */
export const fewestLabels = { labels: 40, groupsOfEachKind: 5 };

export function tooFewLabels({ labels, groundedGroups, ungroundedGroups }: LabelCounts): boolean {
	return labels < fewestLabels.labels || Math.min(groundedGroups, ungroundedGroups) < fewestLabels.groupsOfEachKind;
}

/** What a learning curve says, for people. `fallbackName`: the score that needs no labels. */
export function learningAdvice({ counts, points, fallback, better, doubled, more }: Omit<LearningCurve, 'advice'>, fallbackName: string): string {
	const labelled = `${counts.labels} ${counts.labels === 1 ? 'sentence is' : 'sentences are'} labelled, ${counts.ungrounded} of them not grounded`;
	const last = points.at(-1);
	if (last === undefined) {
		const needed = `a classifier needs ${fewestLabels.labels} labels, with both kinds in ${fewestLabels.groupsOfEachKind} traces`;
		return `${labelled}: too few to tell, ${needed}. Until then ${fallbackName} judges, which needs no labels.`;
	}
	const beside = fallback === null ? '' : `; ${fallbackName}, which needs no labels, has ${figure(fallback)}`;
	const parts = [`${labelled}. A classifier trained on ${last.labels} of them tells unseen sentences apart with an area of ${figure(last.auc)}${beside}.`];
	if (better === 'fallback') parts.push(`Until a classifier is better, ${fallbackName} judges.`);
	if (doubled === null || more === null) parts.push('What more labels would bring cannot be told yet.');
	else if (more === 0) parts.push('More labels would change little.');
	else parts.push(`About ${roundly(more)} more would help: ${doubled.labels} labels should reach ${figure(doubled.auc)}.`);
	return parts.join(' ');
}

function figure({ value, low, high }: Estimate): string {
	return `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

/** To two digits, tens at least: nobody can tell it more exactly. */
function roundly(count: number): number {
	const unit = Math.max(10, 10 ** (Math.floor(Math.log10(count)) - 1));
	return Math.max(unit, Math.round(count / unit) * unit);
}
