import { meanEntropyFormat, type MeanEntropyDetector } from '../../formats/detectors/mean-entropy.ts';
import type { Criterion } from '../../formats/detectors/figures.ts';
import { plural, thereAre } from '../../wording/phrases.ts';
import { areaOf } from './area.ts';
import { alarmsInTurns, boundedThreshold, boundInWords, keepAlarmsWithin, resampledChoice, tooManyAlarms } from './bounded-threshold.ts';
import { cannotFit, type ParsedOptions } from './method-options.ts';
import { choiceErrors } from './choice-errors.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import { reportDetector, type ReportInput } from './detector-report.ts';
import { enoughToChoose, fewestSentences, fewestToChoose, querySetsInWords, takingPart, type TakingPart } from './training-items.ts';
import { groundedClasses, notesOnFailed } from './label-check.ts';
import { labelsTellNothing } from './label-gate.ts';
import { isForced, labelOptions } from './label-options.ts';
import { sentenceLevel } from './levels.ts';
import { defineMethod, type FitContext, type Fitted } from './method.ts';
import { countsInWords, notMeasured, unlabeledName } from './label-counts.ts';
import { fewestLabels } from './learning-advice.ts';
import type { MeasuredTrace } from './measure.ts';
import { officialSides } from './train-test-split.ts';
import { rounded } from './rounded.ts';
import { scoreMeasure } from './score-measure.ts';
import { isLabeled, judgedScores, type LabeledSpan, type ScoredSpan } from './scored-span.ts';
import { sentenceScores } from './sentence-scores.ts';
import { chooseThreshold } from './threshold.ts';
import { operatingPoint, scoreQuantiles, thresholdFigures } from './threshold-figures.ts';
import { thresholdNoise } from './threshold-noise.ts';

/** Without labels the most uncertain tenth is flagged. */
const withoutLabels: Criterion = { kind: 'quantile', probability: 0.9 };
const withLabels: Criterion = { kind: 'f1' };

const id = 'mean-entropy sentence';
const title = 'Mean entropy, sentences';

type KnownSentence = Pick<LabeledSpan, 'positive' | 'cluster' | 'split'>;

/** Those that choose a threshold by labels, and those that judge it: the data's own sides, or all in both. `why`: why not the sides. */
function sidesOf<T extends KnownSentence>(
	labelled: readonly T[],
): { readonly train: readonly T[]; readonly test: readonly T[]; readonly why?: string } {
	const sides = officialSides(labelled);
	return 'why' in sides ? { train: labelled, test: labelled, why: sides.why } : sides;
}

/** Reads a sentence's mean entropy; needs no labels, and judges until a classifier is better (docs/methods/few-labels.md). */
export const meanEntropyMethod = defineMethod({
	name: 'mean-entropy',
	title: 'Mean entropy',
	subject: 'trace',
	options: labelOptions,
	classes: groundedClasses,
	format: meanEntropyFormat,
	measure: scoreMeasure,
	about: querySetsInWords,
	look: (all, { seed }) => {
		const { items, onSides, leftOut } = takingPart(all, { seed });
		const sentences = items.flatMap(({ group, split, sentences: own }) =>
			own.map(({ truth }) => ({ positive: truth, cluster: group, split })),
		);
		if (sentences.length < fewestSentences)
			return {
				fits: false,
				why: [
					`It needs at least ${plural(fewestSentences, 'sentence')}, and ${thereAre(sentences.length)}: name more traces.`,
					...leftOut,
				].join(' '),
			};
		const labelled = sentences.flatMap((one): KnownSentence[] => (one.positive === null ? [] : [{ ...one, positive: one.positive }]));
		if (!enoughToChoose(labelled))
			return {
				fits: true,
				why: [`Flags the most uncertain tenth of ${plural(sentences.length, 'sentence')}: ${tooFewToChoose(labelled)}.`, ...leftOut].join(
					' ',
				),
			};
		const { train, test, why } = sidesOf(labelled);
		const judged = why === undefined ? ` of the train side, judged on ${countsInWords(test)} of the test side` : '';
		return {
			fits: true,
			why: [
				`Threshold of largest F1 over ${countsInWords(train)}${judged}.`,
				...(why === undefined && onSides !== null ? [onSides] : []),
				...leftOut,
			].join(' '),
		};
	},
	detectors: [{ level: sentenceLevel, title, weight: 1, fit: async (traces, context) => fitMeanEntropy(traces, context) }],
});

type Context = FitContext<ParsedOptions<typeof labelOptions>>;

function fitMeanEntropy(all: readonly MeasuredTrace[], context: Context): Fitted<MeanEntropyDetector> {
	const { seed } = context;
	const { items: traces, onSides, leftOut } = takingPart(all, { seed });
	const spans = sentenceScores(traces, ({ entropyMean }) => entropyMean, 'mean entropy');
	if (spans.length < fewestSentences)
		throw cannotFit(
			[
				`Mean entropy needs at least ${plural(fewestSentences, 'sentence')} that a model has read, and ${thereAre(spans.length)}: name more traces.`,
				...leftOut,
			].join(' '),
		);
	const labelled = spans.filter(isLabeled);
	return enoughToChoose(labelled) ? byLabels(labelled, { onSides, leftOut, context }) : byQuantile(spans, { leftOut, seed });
}

const common = { id, method: 'mean-entropy', level: sentenceLevel, title, unit: 'nats', direction: 'above' } as const;

function tooFewToChoose(labelled: readonly { readonly positive: boolean }[]): string {
	return `there are too few labels to choose by (${countsInWords(labelled)}; ${fewestToChoose} of each are needed)`;
}

/** Labels that are too few to choose by tell what the tenth finds anyway, as far as they can. */
function byQuantile(
	spans: readonly ScoredSpan[],
	{ leftOut, seed }: { readonly leftOut: readonly string[]; readonly seed: number },
): Fitted<MeanEntropyDetector> {
	const choose = (from: readonly ScoredSpan[]): number =>
		rounded(
			chooseThreshold(
				from.map(({ score }) => ({ score, positive: false })),
				withoutLabels,
			),
		);
	const threshold = choose(spans);
	const labelled = spans.filter(isLabeled);
	const auc = areaOf(labelled);
	const flags =
		auc === null
			? null
			: crossValidatedFlags(
					labelled,
					(others) => {
						const kept = new Set<ScoredSpan>(others);
						return choose(spans.filter((span) => !isLabeled(span) || kept.has(span)));
					},
					'above',
					seed,
					id,
				);
	const errors = flags === null ? undefined : choiceErrors(spans, choose, { direction: 'above', seed, name: id });
	const judged = labelled.map((span, i) => ({ ...span, ...(flags === null ? {} : { flagged: flags[i]! }) }));
	const detector: MeanEntropyDetector = {
		method: 'mean-entropy',
		level: 'sentence',
		threshold,
		direction: 'above',
		criterion: withoutLabels,
		quantiles: scoreQuantiles(spans.map(({ score }) => score)),
		suspicion: null,
		operatingPoint: flags === null ? null : operatingPoint(judged, threshold, { on: 'cross-validation', errors }),
		auc,
	};
	return {
		detector,
		files: [],
		reported: [
			reportDetector({
				...common,
				threshold,
				classes: { negative: auc === null ? unlabeledName(labelled) : 'grounded', positive: 'ungrounded' },
				// Labels that give no area give no other figure, here or in the profile.
				spans: auc === null ? spans.map((span) => ({ ...span, positive: null })) : judged,
				inClusters: true,
				errors,
				chosen: `Flags the most uncertain tenth of ${plural(spans.length, 'sentence')}: ${tooFewToChoose(labelled)}.`,
				measuredOn:
					auc === null
						? notMeasured(labelled)
						: `Measured on ${countsInWords(labelled)}${flags === null ? ', in too few traces to hold any out: the profile has no rates' : ', in five folds in turns'}.`,
				thresholdNoise: null,
				notes: [
					`Label sentences where you read them, grounded and ungrounded ones: from ${fewestToChoose} of each on the threshold is chosen by them, from ${fewestLabels.labels} on a classifier may learn from them.`,
					...leftOut,
				],
			}),
		],
	};
}

function byLabels(
	labelled: readonly LabeledSpan[],
	{ onSides, leftOut, context }: Pick<TakingPart<MeasuredTrace>, 'onSides' | 'leftOut'> & { readonly context: Context },
): Fitted<MeanEntropyDetector> {
	const { seed } = context;
	const max = context.options['false-alarms'];
	const { train, test, why } = sidesOf(labelled);
	const { chosen, isHeld } = keepAlarmsWithin(max, (bound) => {
		// Where part of the labels allow none within the bound, the largest F1 of all says what they would choose.
		const choose = (from: readonly LabeledSpan[]): number =>
			rounded(boundedThreshold(from, bound) ?? chooseThreshold(judgedScores(from), withLabels));
		const threshold = choose(train);
		const flags = why !== undefined ? crossValidatedFlags(labelled, choose, 'above', seed, id) : null;
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
	const checks = [labelsTellNothing(train, { id, level: 'sentence', seed }), isHeld ? null : tooManyAlarms('sentence', max)];
	const onFailed = notesOnFailed('Mean entropy', checks, { forced: isForced(context), leftOut });
	const measured = areaOf(test) !== null && !(why !== undefined && flags === null);
	const detector: MeanEntropyDetector = {
		method: 'mean-entropy',
		level: 'sentence',
		threshold,
		direction: 'above',
		criterion: withLabels,
		...(measured
			? thresholdFigures(judgedScores(train), judged, threshold, why === undefined ? 'test' : 'cross-validation', errors)
			: { quantiles: scoreQuantiles(train.map(({ score }) => score)), suspicion: null, operatingPoint: null, auc: null }),
	};
	const report: ReportInput = {
		...common,
		threshold,
		classes: { negative: 'grounded', positive: 'ungrounded' },
		spans: judged,
		inClusters: true,
		errors,
		chosen: [`Largest F1 over ${countsInWords(train)}.`, ...boundInWords(train, chosen.bound, max)].join(' '),
		measuredOn:
			why === undefined
				? `Measured on ${countsInWords(test)} of the test side.`
				: flags === null
					? `Measured on the same ${countsInWords(test)}, which flatters it: they stand in too few traces to hold any out, and the profile says nothing of them.`
					: `Measured on the same ${countsInWords(test)}, in five folds in turns.`,
		thresholdNoise: thresholdNoise(train, choose, seed, id),
		notes: [...(why === undefined && onSides !== null ? [onSides] : []), ...leftOut, ...onFailed],
	};
	return { detector, files: [], reported: [reportDetector(report)] };
}
