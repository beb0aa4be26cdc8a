import { meanEntropyFormat, type MeanEntropyDetector } from '../../formats/detectors/mean-entropy.ts';
import type { Criterion } from '../../formats/detectors/figures.ts';
import { plural, thereAre } from '../../wording/phrases.ts';
import { areaOf } from './area.ts';
import { cannotFit, type ParsedOptions } from './method-options.ts';
import { choiceErrors } from './choice-errors.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import { reportDetector } from './detector-report.ts';
import { enoughToChoose, fewestSentences, fewestToChoose, querySetsInWords, takingPart, type TakingPart } from './training-items.ts';
import { supportClasses, notesOnFailed } from './label-check.ts';
import { isForced, labelOptions } from './label-options.ts';
import { sentenceLevel } from './levels.ts';
import { defineMethod, type FitContext, type Fitted } from './method.ts';
import { countsInWords, notMeasured, unlabeledName } from './label-counts.ts';
import { fewestLabels } from './learning-advice.ts';
import type { MeasuredTrace } from './measure.ts';
import { rounded } from './rounded.ts';
import { scoreMeasure } from './score-measure.ts';
import { isLabeled, type LabeledSpan, type ScoredSpan } from './scored-span.ts';
import { sentenceScores } from './sentence-scores.ts';
import { chooseThreshold } from './threshold.ts';
import { largestF1, sidesOf, thresholdByLabels } from './threshold-by-labels.ts';
import { operatingPoint, scoreQuantiles } from './threshold-figures.ts';

/** Without labels the most uncertain tenth is flagged. */
const withoutLabels: Criterion = { kind: 'quantile', probability: 0.9 };

const id = 'mean-entropy sentence';
const title = 'Mean entropy, sentences';

type KnownSentence = Pick<LabeledSpan, 'positive' | 'cluster' | 'split'>;

/** Reads a sentence's mean entropy; needs no labels, and judges until a classifier is better (docs/methods/few-labels.md). */
export const meanEntropyMethod = defineMethod({
	name: 'mean-entropy',
	title: 'Mean entropy',
	subject: 'trace',
	options: labelOptions,
	classes: supportClasses,
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
		const { train, test, hasSides } = sidesOf(labelled);
		const judged = hasSides ? ` of the train side, judged on ${countsInWords(test)} of the test side` : '';
		return {
			fits: true,
			why: [
				`Threshold of largest F1 over ${countsInWords(train)}${judged}.`,
				...(hasSides && onSides !== null ? [onSides] : []),
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
				classes: { negative: auc === null ? unlabeledName(labelled) : 'supported', positive: 'unsupported' },
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
					`Label sentences while you read them, supported and unsupported ones. With ${fewestToChoose} of each, the labels choose the threshold. With ${fewestLabels.labels}, a classifier may learn from them.`,
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
	const { threshold, checks, figures, report, hasSides } = thresholdByLabels(labelled, { id, seed, max: context.options['false-alarms'] });
	const onFailed = notesOnFailed('Mean entropy', checks, { forced: isForced(context), leftOut });
	const detector: MeanEntropyDetector = {
		method: 'mean-entropy',
		level: 'sentence',
		threshold,
		direction: 'above',
		criterion: largestF1,
		...figures,
	};
	const notes = [...(hasSides && onSides !== null ? [onSides] : []), ...leftOut, ...onFailed];
	return { detector, files: [], reported: [reportDetector({ ...common, ...report, threshold, notes })] };
}
