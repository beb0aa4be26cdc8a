import type { Criterion } from '../../formats/detectors/figures.ts';
import { areaOf } from './area.ts';
import { alarmsInTurns, boundedThreshold, boundInWords, keepAlarmsWithin, resampledChoice, tooManyAlarms } from './bounded-threshold.ts';
import { choiceErrors } from './choice-errors.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import type { ReportInput } from './detector-report.ts';
import type { FailedCheck } from './label-check.ts';
import { countsInWords } from './label-counts.ts';
import { labelsTellNothing } from './label-gate.ts';
import { rounded } from './rounded.ts';
import { judgedScores, type LabeledSpan } from './scored-span.ts';
import { chooseThreshold } from './threshold.ts';
import { scoreQuantiles, thresholdFigures, type ThresholdFigures } from './threshold-figures.ts';
import { thresholdNoise } from './threshold-noise.ts';
import { officialSides } from './train-test-split.ts';

/** How labels choose a threshold. */
export const largestF1: Criterion = { kind: 'f1' };

/** Returns the sentences that choose a threshold and those that judge it: the data's own sides, or all of them twice. */
export function sidesOf<T extends Pick<LabeledSpan, 'positive' | 'cluster' | 'split'>>(
	labelled: readonly T[],
): { readonly train: readonly T[]; readonly test: readonly T[]; readonly hasSides: boolean } {
	const sides = officialSides(labelled);
	return 'why' in sides ? { train: labelled, test: labelled, hasSides: false } : { ...sides, hasSides: true };
}

/** A threshold that labels chose for the score of a sentence. */
interface ThresholdByLabels {
	readonly threshold: number;
	/** What a profile says of it. `null` where too few traces allow no figure. */
	readonly figures: { readonly [K in keyof ThresholdFigures]: K extends 'quantiles' ? ThresholdFigures[K] : ThresholdFigures[K] | null };
	/** Reasons not to write it. */
	readonly checks: readonly (FailedCheck | null)[];
	/** Its part of the report. */
	readonly report: Pick<ReportInput, 'classes' | 'spans' | 'inClusters' | 'errors' | 'chosen' | 'measuredOn' | 'thresholdNoise'>;
	/** Whether the test side measured it. */
	readonly hasSides: boolean;
}

/**
 * Chooses the threshold of largest F1 among those that keep false alarms within `max`, and measures it on the test side, or in five folds in turns.
 * @param labelled sentences with a score that needed no labels, both classes among them
 * @param id of the detector
 */
export function thresholdByLabels(
	labelled: readonly LabeledSpan[],
	{ id, seed, max }: { readonly id: string; readonly seed: number; readonly max: number },
): ThresholdByLabels {
	const { train, test, hasSides } = sidesOf(labelled);
	const { chosen, isHeld } = keepAlarmsWithin(max, (bound) => {
		// Where part of the labels allow none within the bound, the largest F1 of all says what they would choose.
		const choose = (from: readonly LabeledSpan[]): number =>
			rounded(boundedThreshold(from, bound) ?? chooseThreshold(judgedScores(from), largestF1));
		const threshold = choose(train);
		const flags = hasSides ? null : crossValidatedFlags(labelled, choose, 'above', seed, id);
		const errors =
			flags === null ? undefined : choiceErrors(labelled, resampledChoice(labelled, bound), { direction: 'above', seed, name: id });
		const judged = test.map((span, i) => ({ ...span, ...(flags === null ? {} : { flagged: flags[i]! }) }));
		return {
			isBounded: boundedThreshold(train, bound) !== null,
			alarms: alarmsInTurns(judged, threshold, { direction: 'above', errors }),
			bound,
			choose,
			threshold,
			flags,
			errors,
			judged,
		};
	});
	const { choose, threshold, flags, errors, judged } = chosen;
	const isMeasured = areaOf(test) !== null && (hasSides || flags !== null);
	return {
		threshold,
		figures: isMeasured
			? thresholdFigures(judgedScores(train), judged, threshold, hasSides ? 'test' : 'cross-validation', errors)
			: { quantiles: scoreQuantiles(train.map(({ score }) => score)), suspicion: null, operatingPoint: null, auc: null },
		checks: [labelsTellNothing(train, { id, level: 'sentence', seed }), isHeld ? null : tooManyAlarms('sentence', max)],
		report: {
			classes: { negative: 'supported', positive: 'unsupported' },
			spans: judged,
			inClusters: true,
			errors,
			chosen: [`Largest F1 over ${countsInWords(train)}.`, ...boundInWords(train, chosen.bound, max)].join(' '),
			measuredOn: hasSides
				? `Measured on ${countsInWords(test)} of the test side.`
				: flags === null
					? `Measured on the same ${countsInWords(test)}, which flatters it. They are in too few traces to hold any out, so the profile does not show these numbers.`
					: `Measured on the same ${countsInWords(test)}, in five folds in turns.`,
			thresholdNoise: thresholdNoise(train, choose, seed, id),
		},
		hasSides,
	};
}
