import { fewLabelsPlan, maxFewLabels, smallPlan, standardPlan, type FitPlan } from '../../methods/spad/fit-plan.ts';
import type { ClassifierLevel } from '../../formats/detectors/classifier.ts';
import { thereAre } from '../../wording/phrases.ts';
import { fewestLabels } from './learning-advice.ts';
import { labelOptions } from './label-options.ts';
import { choiceOption, numberOption } from './method-options.ts';
import { officialSides } from './train-test-split.ts';
import type { LabeledSpan } from './scored-span.ts';

/** How classifiers are judged (docs/methods/spad.md): by the official split, by 20-fold cross-validation, by leave-one-out. */
export type Protocol = 'I' | 'II' | 'III';
/** By what the data allow. */
export type WantedProtocol = Protocol | 'auto';

/** What can be set of a classifier. */
export const classifierOptions = {
	...labelOptions,
	protocol: choiceOption<WantedProtocol>({
		title: 'How classifiers are judged',
		help: 'By the official split, by 20-fold cross-validation or by leave-one-out, each with its whole search, which may take hours. By what the data allow: with a short search, and up to 1,000 labels with none.',
		choices: [
			{ name: 'auto', title: 'By what the data allow' },
			{ name: 'I', title: 'I: official split' },
			{ name: 'II', title: 'II: 20-fold cross-validation' },
			{ name: 'III', title: 'III: leave-one-out' },
		],
		default: 'auto',
	}),
	draws: numberOption({
		title: 'Settings tried for each classifier',
		help: 'Only if settings are searched. Default: 50 with a named protocol, 12 with \u201cautomatic\u201d.',
		min: 1,
		max: 200,
		whole: true,
		default: null,
	}),
};

/** From so many labeled responses on, cross-validation leaves enough to train on and to stop by. */
const enoughForFolds = 200;

/** Fewer labeled spans make no classifier. */
const minSpans: Readonly<Record<ClassifierLevel, number>> = { sentence: fewestLabels.labels, response: 50 };
/** Of either class, in groups of their own. */
const minOfClass: Readonly<Record<ClassifierLevel, number>> = { sentence: fewestLabels.groupsOfEachKind, response: 10 };

/** Who judges while there is no classifier. */
const untilThen: Readonly<Record<ClassifierLevel, string>> = {
	sentence: 'mean entropy judges',
	response: 'no detector judges whole responses',
};

type Known = Pick<LabeledSpan, 'split' | 'positive' | 'cluster'>;

/** A protocol with the spans that train; or why there is none, in words. */
export type ChosenProtocol<T> =
	| { readonly protocol: Protocol; readonly train: readonly T[]; readonly test: readonly T[]; readonly why?: never }
	| { readonly why: string };

/**
 * How a classifier is judged: as asked for; `auto` is I where the data's split can be used, otherwise II from `enoughForFolds` labeled responses on, and III below.
 * @param responses labeled ones.
 */
export function chooseProtocol<T extends Known>(
	spans: readonly T[],
	level: ClassifierLevel,
	responses: number,
	wanted: WantedProtocol,
): ChosenProtocol<T> {
	const noun = level === 'sentence' ? 'sentences' : 'responses';
	const min = minOfClass[level];
	const { positives, negatives } = groupCounts(spans);
	if (spans.length < minSpans[level])
		return {
			why: `it needs at least ${minSpans[level]} labeled ${noun}, and ${thereAre(spans.length)}: label where you read; until then ${untilThen[level]}`,
		};
	if (positives < min || negatives < min)
		return {
			why: `it needs supported and unsupported ${noun} in at least ${min} traces each, and they are in ${negatives} and ${positives}: label more of the rarer kind`,
		};
	const sides = officialSides(spans);
	if (!('why' in sides) && (wanted === 'auto' || wanted === 'I')) {
		const { train, test } = sides;
		const fewer = groupCounts(train);
		if (fewer.positives >= min && fewer.negatives >= min) return { protocol: 'I', train, test };
		if (wanted === 'I')
			return {
				why: `protocol I needs supported and unsupported ${noun} in at least ${min} traces each on the train side, and they are in ${fewer.negatives} and ${fewer.positives}`,
			};
	}
	if (wanted === 'I') return { why: `protocol I cannot be used: ${'why' in sides ? sides.why : ''}` };
	const protocol = wanted === 'auto' ? (responses >= enoughForFolds ? 'II' : 'III') : wanted;
	const groups = new Set(spans.map(({ cluster }) => cluster)).size;
	const needed = protocol === 'II' ? outerFolds : minGroups;
	return groups < needed
		? {
				why: `protocol ${protocol} needs at least ${needed} independent ${protocol === 'II' ? 'groups, one a fold' : 'groups'}, and ${thereAre(groups)}`,
			}
		: { protocol, train: spans, test: spans };
}

/** In how many groups either class stands. */
function groupCounts(spans: readonly Known[]): { positives: number; negatives: number } {
	const groups = (positive: boolean): number =>
		new Set(spans.filter((span) => span.positive === positive).map(({ cluster }) => cluster)).size;
	return { positives: groups(true), negatives: groups(false) };
}

/** Of protocol II. */
export const outerFolds = 20;
/** Protocol III leaves one out, and cuts the rest into five. */
const minGroups = 6;

/**
 * A protocol that is asked for by name runs as docs/methods/spad.md says, however long that takes. `auto` is what somebody wants at once: fixed
 * settings for few labels, a short search for many. Few and small trees there too: a profile's classifiers travel with it, and every
 * analysis reads them.
 * @param wanted as asked for; `protocol`: what it came to.
 * @param labels spans that train.
 * @param draws settings to try, where there is a search; absent: as many as the plan has.
 */
export function classifierPlan(wanted: WantedProtocol, protocol: Protocol, labels: number, draws?: number): FitPlan {
	const plan = wanted === 'auto' ? shortPlan(labels) : protocol === 'III' ? smallPlan : standardPlan;
	return draws === undefined || plan.settings !== undefined ? plan : { ...plan, draws };
}

function shortPlan(labels: number): FitPlan {
	return labels <= maxFewLabels
		? fewLabelsPlan
		: { ...standardPlan, draws: 12, deepest: 4, stopping: { share: 0.15, patience: 20, maxRounds: 80 } };
}

/** How a plan comes to its settings, in one sentence. */
export function settingsInWords({ settings, draws, folds }: FitPlan): string {
	if (settings !== undefined) return 'The settings are fixed: none were searched for.';
	return draws === 1
		? 'The settings were drawn at random, once.'
		: `The settings are the best by F1 of ${draws} drawn at random, by ${folds}-fold cross-validation.`;
}
