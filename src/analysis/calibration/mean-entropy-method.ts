import type { Criterion, MeanEntropyDetector } from '../../formats/profile.ts';
import { areaOf } from './area.ts';
import { cannotFit } from './cannot-fit.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import { reportDetector, type ReportInput } from './detector-report.ts';
import type { CalibrationMethod, FitContext, Fitted } from './method.ts';
import { countsInWords, plural } from './in-words.ts';
import type { MeasuredTrace } from './measures.ts';
import { officialSides } from './official-sides.ts';
import { classCounts, isLabelled, judgedScores, type LabelledSpan, type ScoredSpan } from './scored-span.ts';
import { sentenceScores } from './sentence-scores.ts';
import { chooseThreshold } from './threshold.ts';
import { rounded, scoreQuantiles, thresholdFigures } from './threshold-figures.ts';
import { thresholdNoise } from './threshold-noise.ts';
import { ordinaryItems, type TraceItem } from './trace-item.ts';

/** From so many labelled sentences of either class on a threshold is chosen by labels. */
const fewest = 10;
/** Without labels the most uncertain tenth is flagged. */
const withoutLabels: Criterion = { kind: 'quantile', probability: 0.9 };
const withLabels: Criterion = { kind: 'f1' };

const id = 'mean-entropy sentence';
const title = 'Mean entropy, sentences';

function hasEnough(spans: readonly { readonly positive: boolean | null }[]): boolean {
	const { positives, negatives } = classCounts(spans);
	return positives >= fewest && negatives >= fewest;
}

function sentencesOf(items: readonly TraceItem[]): { positive: boolean | null }[] {
	return ordinaryItems(items).flatMap(({ sentences }) => sentences.map(({ truth }) => ({ positive: truth })));
}

/** Reads a sentence's mean entropy; needs no labels, and judges until there are enough for a classifier (methods.md §7). */
export const meanEntropyMethod: CalibrationMethod = {
	name: 'mean-entropy', title: 'Mean entropy', measure: 'scores',
	look: (items) => {
		const sentences = sentencesOf(items);
		if (sentences.length === 0) return { fits: false, why: 'There is no sentence to measure.' };
		const { positives, negatives } = classCounts(sentences);
		return {
			fits: true,
			why: hasEnough(sentences) ? `Threshold of largest F1 over ${countsInWords(negatives, positives)}.`
				: `Without enough labels (${countsInWords(negatives, positives)}; ${fewest} of each are needed): flags the most uncertain tenth of ${plural(sentences.length, 'sentence')}.`,
		};
	},
	detectors: [{ id, title, weight: 1, fit: async (traces, context) => fitMeanEntropy(traces, context) }],
};

function fitMeanEntropy(traces: readonly MeasuredTrace[], context: FitContext): Fitted {
	const spans = sentenceScores(traces, ({ entropyMean }) => entropyMean, 'mean entropy');
	if (spans.length === 0) throw cannotFit('Mean entropy needs sentences that a model has read, and there is none.');
	const labelled = spans.filter(isLabelled);
	return hasEnough(labelled) ? byLabels(labelled, context) : byQuantile(spans);
}

const common = { id, method: 'mean-entropy', level: 'sentence', title, unit: 'nats', direction: 'above' } as const;

function byQuantile(spans: readonly ScoredSpan[]): Fitted {
	const threshold = rounded(chooseThreshold(spans.map(({ score }) => ({ score, positive: false })), withoutLabels));
	const detector: MeanEntropyDetector = {
		method: 'mean-entropy', level: 'sentence', threshold, direction: 'above', criterion: withoutLabels,
		quantiles: scoreQuantiles(spans.map(({ score }) => score)), suspicion: null, operatingPoint: null, auc: null,
	};
	return {
		detector, files: [],
		reported: [reportDetector({
			...common, threshold, classes: { negative: 'not labelled', positive: 'ungrounded' },
			// The few labels that there may be give no figure, here or in the profile.
			spans: spans.map((span) => ({ ...span, positive: null })),
			chosen: `Flags the most uncertain tenth of ${plural(spans.length, 'sentence')}: there are too few labels to choose by.`,
			measuredOn: 'Nothing: without labels nobody knows what it finds.',
			thresholdNoise: null, notes: ['Label sentences where you read them; from about a hundred on, classifiers are better than this.'],
		})],
	};
}

function byLabels(labelled: readonly LabelledSpan[], { seed }: FitContext): Fitted {
	const choose = (from: readonly LabelledSpan[]): number => rounded(chooseThreshold(judgedScores(from), withLabels));
	const sides = officialSides(labelled);
	const [train, test] = 'why' in sides ? [labelled, labelled] : [sides.train, sides.test];
	const threshold = choose(train);
	const flags = 'why' in sides ? crossValidatedFlags(labelled, choose, 'above', seed, id) : null;
	const judged = test.map((span, i) => ({ ...span, ...(flags === null ? {} : { flagged: flags[i]! }) }));
	const measured = areaOf(test) !== null && !('why' in sides && flags === null);
	const detector: MeanEntropyDetector = {
		method: 'mean-entropy', level: 'sentence', threshold, direction: 'above', criterion: withLabels,
		...(measured ? thresholdFigures(judgedScores(train), judged, threshold, 'why' in sides ? 'cross-validation' : 'test')
			: { quantiles: scoreQuantiles(train.map(({ score }) => score)), suspicion: null, operatingPoint: null, auc: null }),
	};
	const report: ReportInput = {
		...common, threshold, classes: { negative: 'grounded', positive: 'ungrounded' }, spans: judged,
		chosen: `Largest F1 over ${told(train)}.`,
		measuredOn: !('why' in sides) ? `${told(test)} of the test side.` : flags === null ? `The same ${told(test)}, which flatters it: they stand in too few traces to hold any out, and the profile says nothing of them.`
			: `The same ${told(test)}, in five folds in turns.`,
		thresholdNoise: thresholdNoise(train, choose, seed, id),
	};
	return { detector, files: [], reported: [reportDetector(report)] };
}

function told(spans: readonly LabelledSpan[]): string {
	const { positives, negatives } = classCounts(spans);
	return countsInWords(negatives, positives);
}
