import { errorNumbers } from '../../error-numbers.ts';
import {
	conformalScoreThreshold,
	minReference,
	meanThreshold,
	defaultKappa,
	type ScoreThreshold,
} from '../../methods/memsad/thresholds.ts';
import { stratifiedPart } from '../../statistics/grouped-folds.ts';
import { randomFor } from '../../statistics/random.ts';
import { percentOf } from '../../wording/numbers.ts';
import { plural, thereAre } from '../../wording/phrases.ts';
import { areaOf } from './area.ts';
import { heldOutShare } from './train-test-split.ts';
import type { Level } from './levels.ts';
import type { FitSettings, Look } from './method.ts';
import { choiceOption, numberOption, type ParsedOptions } from './method-options.ts';
import { rounded } from './rounded.ts';
import type { ScoredSpan } from './scored-span.ts';
import { scoreQuantiles } from './threshold-figures.ts';
import { rate } from './threshold-point.ts';
import type { EntryItem } from './text-item.ts';

/** Detectors that share the promised rate: nearness to queries, wording, and the patterns, which have no threshold. */
const entryDetectors = 3;

export const entryLevel = { name: 'entry', nouns: { one: 'memory entry', many: 'memory entries' } } satisfies Level;
export const entryClasses = { negative: 'benign', positive: 'planted' } as const;

/** What both detectors of memory entries can be told. */
export const entryOptions = {
	rate: numberOption({
		title: 'Benign entries flagged, at most',
		help: 'Share of benign entries that the detectors may flag together. A smaller share needs more benign entries.',
		min: 1e-4,
		max: 0.5,
		whole: false,
		default: 0.02,
	}),
	rule: choiceOption({
		title: 'Threshold by',
		help: 'Split conformal prediction guarantees the rate. Mean and deviations, as in the paper, guarantee no rate and need fewer entries.',
		choices: [
			{ name: 'conformal', title: 'Split conformal prediction' },
			{ name: 'mean-plus-deviations', title: 'Mean and deviations' },
		],
		default: 'conformal',
	}),
	kappa: numberOption({
		title: 'Deviations above the mean (κ)',
		help: 'How many deviations above the mean the threshold is. Split conformal prediction does not use it.',
		min: 0,
		max: 100,
		whole: false,
		default: defaultKappa,
	}),
};
export type EntryOptions = ParsedOptions<typeof entryOptions>;

export function plantedTruth({ label }: Pick<EntryItem, 'label'>): boolean | null {
	return label === entryClasses.positive ? true : label === entryClasses.negative ? false : null;
}

type Sided = Pick<EntryItem, 'label' | 'split' | 'group'>;

/** Which benign entries choose a threshold and which judge it. */
export interface EntryParts<T> {
	readonly calibrating: readonly T[];
	readonly heldOut: readonly T[];
	readonly planted: readonly T[];
}

/** The fewest benign entries that the rule has a threshold for. */
export function minEntries({ rate: promised, rule }: EntryOptions, min: number): number {
	return rule === 'conformal' ? Math.max(min, minReference(promised, entryDetectors)) : min;
}

/** By the data's split where its train side suffices; else a third is held out where enough remain, by group and seed; else none is. */
export function entryParts<T extends Sided>(
	items: readonly T[],
	{ seed, options }: FitSettings<EntryOptions>,
	floor: number,
): EntryParts<T> {
	const min = minEntries(options, floor);
	const benign = items.filter((item) => plantedTruth(item) === false);
	const planted = items.filter((item) => plantedTruth(item) === true);
	const train = benign.filter(({ split }) => split === 'train');
	const test = benign.filter(({ split }) => split === 'test');
	if (train.length >= min && test.length > 0)
		return { calibrating: train, heldOut: test, planted: planted.filter(({ split }) => split !== 'train') };
	if (benign.length < 2) return { calibrating: benign, heldOut: [], planted };
	const { part, rest } = stratifiedPart(
		randomFor(seed, 'benign entries held out'),
		{ labels: benign.map(() => 0), groups: benign.map(({ group }) => group) },
		heldOutShare,
	);
	return rest.length < min
		? { calibrating: benign, heldOut: [], planted }
		: { calibrating: rest.map((i) => benign[i]!), heldOut: part.map((i) => benign[i]!), planted };
}

/** Whether there are benign entries enough. */
export function lookAtEntries(items: readonly Sided[], settings: FitSettings<EntryOptions>, floor: number): Look {
	const { calibrating, heldOut, planted } = entryParts(items, settings, floor);
	const min = minEntries(settings.options, floor);
	if (calibrating.length < min)
		return {
			fits: false,
			code: errorNumbers.methodCannotBeFitted,
			why: `It needs at least ${plural(min, 'entry', 'entries')} labeled \`benign\`, and ${thereAre(calibrating.length)}.`,
		};
	return {
		fits: true,
		why: `Threshold on ${plural(calibrating.length, 'benign entry', 'benign entries')}, ${heldOut.length} held out, ${planted.length === 0 ? 'no planted one' : plural(planted.length, 'planted one')} to find.`,
	};
}

export function entryThreshold(scores: readonly number[], { rate: promised, rule, kappa }: EntryOptions): ScoreThreshold {
	return rule === 'conformal' ? conformalScoreThreshold(scores, promised, entryDetectors) : meanThreshold(scores, kappa);
}

/** What both detectors have in a profile. */
export function entryFigures({ calibrating, heldOut, planted }: EntryParts<ScoredSpan>, options: EntryOptions) {
	const made = entryThreshold(
		calibrating.map(({ score }) => score),
		options,
	);
	const { threshold, n, center, deviation } = made;
	const flagged = (of: readonly ScoredSpan[]): number => of.filter(({ score }) => score > threshold).length;
	const judged = [...(heldOut.length > 0 ? heldOut : calibrating), ...planted];
	const [falsePositiveRate, truePositiveRate, auc] = [
		rate(flagged(heldOut), heldOut.length),
		rate(flagged(planted), planted.length),
		areaOf(judged, 'above'),
	];
	const criterion =
		made.rule === 'conformal'
			? { kind: 'conformal' as const, alpha: made.alpha!, n }
			: { kind: 'mean-plus-deviations' as const, kappa: made.deviations, n };
	return {
		judged,
		chosen:
			made.rule === 'conformal'
				? `Split conformal on ${plural(n, 'benign score')}: a benign entry is flagged with probability at most ${percentOf(made.alpha!)}, its share of ${percentOf(options.rate)} for ${entryDetectors} detectors.`
				: `Mean and ${made.deviations} deviations of ${plural(n, 'benign score')}, which promises no rate.`,
		measuredOn: `Measured on ${heldOut.length > 0 ? `${plural(heldOut.length, 'benign entry', 'benign entries')} that had no part in the threshold` : `the ${plural(n, 'benign entry', 'benign entries')} that chose it, too few to hold any out`}${planted.length > 0 ? ` and ${plural(planted.length, 'planted one')}` : ''}.`,
		fields: {
			level: 'entry' as const,
			threshold,
			direction: 'above' as const,
			criterion,
			center: rounded(center),
			deviation: rounded(deviation),
			quantiles: scoreQuantiles(calibrating.map(({ score }) => score)),
			heldOut: falsePositiveRate === null ? null : { n: heldOut.length, falsePositiveRate },
			planted: truePositiveRate === null || auc === null ? null : { n: planted.length, truePositiveRate, auc },
		},
	};
}
