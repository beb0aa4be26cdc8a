import type { Interval } from '../../formats/detectors/figures.ts';
import { plural, isOrAre } from '../../wording/phrases.ts';

/** How many sentences are labeled, and in how many groups (what must not stand on both sides of a cut) each kind stands. */
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
	readonly points: readonly { readonly labels: number; readonly auc: Interval }[];
	/** Of the score that needs no labels, on the same sentences; `null` where it cannot be told or was not given. */
	readonly fallback: Interval | null;
	/** Which of the two is better by more than chance makes of so many labels; the fallback where there are too few to train on; `null`: nobody can tell. */
	readonly better: 'classifier' | 'fallback' | null;
	/** What `labels` in place of those that there are would add to the area: with as many more as help, else with twice as many; `null`: too few to tell. */
	readonly gain: { readonly labels: number; readonly area: Interval } | null;
	/** About how many more labels would help (`roundedCount`), 0 where they would change little, as the interval of the gain says; `null`: it cannot be told. */
	readonly more: number | null;
	/** All that in a few sentences. */
	readonly advice: string;
}

/** A gain of area that a doubling of the labels must bring to be worth the reading. */
export const worthwhile = 0.01;

/** From how many labels on a classifier can be fitted at all: fewer leave folds without a class, and figures that say nothing. */
export const fewestLabels = { labels: 40, groupsOfEachKind: 5 };

export function tooFewLabels({ labels, groundedGroups, ungroundedGroups }: LabelCounts): boolean {
	return labels < fewestLabels.labels || Math.min(groundedGroups, ungroundedGroups) < fewestLabels.groupsOfEachKind;
}

/** Of what the advice speaks. */
export interface AdviceSubject {
	/** What the score is called that needs no labels. */
	readonly fallbackName: string;
	/**
	 * Whether these labels have taught a classifier that is in a profile: then nobody is told that there is none yet, and the curve's classifiers, with
	 * figures of their own, are told from that one.
	 */
	readonly isWritten: boolean;
	/** Whether the labels are those of the train side alone, and the profile's figures of the test side. */
	readonly ofTrainSide: boolean;
}

/** What a learning curve says, for people: which of both tells sentences apart better, not which one judges, for that is the profile's to say. */
export function learningAdvice(
	{ counts, points, fallback, better, gain, more }: Omit<LearningCurve, 'advice'>,
	{ fallbackName, isWritten, ofTrainSide }: AdviceSubject,
): string {
	const ungrounded = counts.ungrounded.toLocaleString('en');
	const labelled = ofTrainSide
		? `Of the ${plural(counts.labels, 'labeled sentence')} on the train side, ${ungrounded} ${isOrAre(counts.ungrounded)} not supported`
		: `${plural(counts.labels, 'sentence')} ${isOrAre(counts.labels)} labeled, ${ungrounded} of them not supported`;
	const last = points.at(-1);
	if (last === undefined) {
		const needed = `${fewestLabels.labels} labels, with both kinds in ${fewestLabels.groupsOfEachKind} traces`;
		if (isWritten) return `${labelled}. These are too few to say how much they helped. That takes ${needed}.`;
		return `${labelled}. These are too few: a classifier needs ${needed}. Until then, trust ${fallbackName}, which needs no labels.`;
	}
	const beside = fallback === null ? '' : `; ${fallbackName}, which needs no labels, has ${figure(fallback, 2)}`;
	const trained = `trained on ${last.labels.toLocaleString('en')} of them`;
	const who = isWritten ? `A separate classifier with fixed settings, ${trained} for this curve,` : `A classifier ${trained}`;
	return [
		`${labelled}. ${who} separates other sentences${ofTrainSide ? ' of that side' : ''} with an AUC of ${figure(last.auc, 2)}${beside}.`,
		...(fallback === null
			? []
			: [
					{
						classifier: 'Of the two, the classifier is better.',
						fallback: `Of the two, ${fallbackName} is better${isWritten ? ', but the profile uses the classifier' : '. Trust it until a classifier is better'}.`,
						neither: 'These labels are too few to say which of the two is better.',
					}[better ?? 'neither'],
				]),
		gain === null ? 'It is too early to say whether more labels would help.' : gainInWords(gain, more),
	].join(' ');
}

function gainInWords({ labels, area }: NonNullable<LearningCurve['gain']>, more: number | null): string {
	const then = labels.toLocaleString('en');
	if (more === null)
		return `It is too early to say whether more labels would help: with ${then} labels, the AUC would grow by ${area.low.toFixed(3)} to ${area.high.toFixed(3)}.`;
	if (more === 0) return `More labels would change little: ${then} labels would add at most ${area.high.toFixed(3)} to the AUC.`;
	return `About ${more.toLocaleString('en')} more labels would help: they should add ${figure(area, 3)} to the AUC.`;
}

function figure({ value, low, high }: Interval, digits: number): string {
	return `${value.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** A number of labels that is said with 'about': to two digits, tens at least, since nobody can tell it more exactly. */
export function roundedCount(count: number): number {
	const unit = Math.max(10, 10 ** (Math.floor(Math.log10(count)) - 1));
	return Math.max(unit, Math.round(count / unit) * unit);
}
