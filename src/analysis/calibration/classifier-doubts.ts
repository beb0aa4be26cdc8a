import type { ClassifierLevel, ClassifierMethod } from '../../formats/detectors/classifier.ts';
import { plural } from '../../wording/phrases.ts';
import { areaDifference } from '../../statistics/area-difference.ts';
import { areaOf } from './area.ts';
import type { Protocol } from './classifier-protocol.ts';
import { labelFree } from './feature-spans.ts';
import type { LabeledSpan } from './scored-span.ts';
import { starterName } from './starter-measure.ts';

/** What people call the methods that fit classifiers. */
export const classifierNames: Readonly<Record<ClassifierMethod, string>> = { spad: 'SPAD', 'spad+': 'SPAD+' };

/** What makes a classifier doubtful. */
export interface Doubt {
	/** In one sentence. */
	readonly words: string;
	/** Whether it is worse by more than chance makes of so many labels; otherwise nobody can tell. */
	readonly isWorse: boolean;
}

/** Returns that a classifier does not seem better than mean entropy, which needs no labels; `null` if it does, or if there is too little to compare. */
export function besideLabelFree(
	judged: readonly LabeledSpan[],
	{ method, level, protocol }: { readonly method: ClassifierMethod; readonly level: ClassifierLevel; readonly protocol: Protocol },
): Doubt | null {
	const both = judged.map((span) => ({ ...span, other: span.others[labelFree] ?? 0 }));
	const [own, free] = [areaOf(both), areaOf(both.map((span) => ({ ...span, score: span.other })))];
	if (own === null || free === null || own.value > free.value) return null;
	const isWorse = areaDifference(both).high < 0;
	const count = plural(judged.length, 'label');
	const on = protocol === 'I' ? `On the ${count} of the train side, cross-validated by group,` : `With ${count}`;
	return {
		isWorse,
		words: `${on} ${classifierNames[method]} separates ${level}s ${isWorse ? 'less well' : 'no better'} (AUC ${own.value.toFixed(2)}) than mean entropy (${free.value.toFixed(2)}), which needs none.`,
	};
}

/**
 * Whether the starter profile comes first on the sentences that it judges. It judged them before there were labels, so a classifier takes its place
 * there only if the labels show that it is better by more than chance.
 */
export function isAfterStarter(judged: readonly LabeledSpan[]): boolean {
	const both = judged.flatMap((span) => {
		const { [starterName]: other } = span.others;
		return other === undefined ? [] : [{ ...span, other }];
	});
	return both.length > 0 && (areaOf(both) === null || areaDifference(both).low <= 0);
}

/** The note on a classifier that `isAfterStarter`. */
export const afterStarter =
	'Your labels do not show that this classifier is better than the starter profile. If the profile has the detector of the starter profile, that one judges first, and this classifier judges the sentences that it leaves open.';

/**
 * Whether a classifier is left out. One of sentences takes the place of mean entropy, and has to earn it: of two, that one judges which tells
 * sentences apart better as far as the labels show, and where they show no more than a tie the one that needs none (docs/methods/few-labels.md). In place of one of
 * responses nothing judges, so that it is left out only where it is worse by more than chance.
 */
export function standsBack({ isWorse }: Pick<Doubt, 'isWorse'>, level: ClassifierLevel): boolean {
	return level === 'sentence' || isWorse;
}

/** Returns what judges in place of a classifier that is left out, and what to do. */
export function inItsPlace(method: ClassifierMethod, level: ClassifierLevel): string {
	const instead = level === 'sentence' ? ': the profile’s other classifier judges sentences, or else mean entropy' : '';
	return `So it is left out${instead}. Label more sentences as you read, or name ${classifierNames[method]} to write it anyway.`;
}

/** Returns what to do about a classifier that is written though it is doubtful. */
export function adviceOn({ isWorse }: Doubt, level: ClassifierLevel): string {
	const unclear = isWorse ? '' : 'These labels are too few to say which of them is better. ';
	return standsBack({ isWorse }, level)
		? `${unclear}You named the classifier, so the profile uses it. Label more sentences as you read.`
		: `${unclear}Label more sentences as you read.`;
}
