import { confidenceGapFormat, type ConfidenceGapDetector } from '../../formats/detectors/confidence-gap.ts';
import type { Criterion } from '../../formats/detectors/figures.ts';
import { areaOf } from './area.ts';
import { cannotFit } from './cannot-fit.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import { reportDetector, type ReportInput, type ReportedDetector } from './detector-report.ts';
import { countsInWords, plural } from './in-words.ts';
import type { CalibrationMethod, FitContext, Fitted } from './method.ts';
import type { MeasuredTrace } from './measure.ts';
import { clusterOnBothSides, officialSides } from './official-sides.ts';
import { scoreMeasure } from './score-measure.ts';
import { classCounts, isLabelled, type LabelledSpan, type ScoredSpan } from './scored-span.ts';
import { sentenceScores } from './sentence-scores.ts';
import { chooseThreshold } from './threshold.ts';
import { operatingPoint, rounded, scoreQuantiles } from './threshold-figures.ts';
import type { Estimate } from './threshold-point.ts';
import { thresholdNoise } from './threshold-noise.ts';
import { ordinaryItems, withContexts } from './trace-item.ts';

/** Bottom and top tenth (methods.md §2). */
const [bottom, top]: readonly [Criterion, Criterion] = [{ kind: 'quantile', probability: 0.1 }, { kind: 'quantile', probability: 0.9 }];

/** A tenth of fewer sentences than this is next to nothing. */
const fewest = 20;

/** Both ends of the sentences' confidence gap; needs no labels, and with labels says what the low end finds. */
export const confidenceGapMethod: CalibrationMethod<ConfidenceGapDetector> = {
	name: 'confidence-gap', title: 'Confidence gap', format: confidenceGapFormat, measure: scoreMeasure,
	look: (items) => {
		const ordinary = ordinaryItems(withContexts(items));
		const sentences = ordinary.flatMap(({ group, split, trace, file, sentences: own }) => own.map(() => ({ split, cluster: group, trace: `${file} ${trace}` })));
		if (sentences.length < fewest) {
			return { fits: false, why: `Its bottom and top tenth need at least ${fewest} sentences of answers with contexts, and there ${sentences.length === 1 ? 'is' : 'are'} ${sentences.length}: name more traces.` };
		}
		const { from, leak } = choosing(sentences);
		const traces = new Set(from.map(({ trace }) => trace)).size;
		return { fits: true, why: `Bottom and top tenth of ${plural(from.length, 'sentence')} in ${plural(traces, 'trace')}${from.length < sentences.length ? ' of the train side' : ''}.${leak === null ? '' : ` ${leak}`}` };
	},
	detectors: [{ id: 'confidence-gap sentence', title: 'Confidence gap, sentences', weight: 1, fit: async (traces, context) => fitConfidenceGap(traces, context) }],
};

function fitConfidenceGap(all: readonly MeasuredTrace[], { seed }: FitContext): Fitted<ConfidenceGapDetector> {
	const traces = withContexts(all);
	const means = sentenceScores(traces, ({ cgMean }) => cgMean, 'confidence gap (−CG)');
	if (means.length < fewest) throw cannotFit(`The confidence gap's bottom and top tenth need at least ${fewest} sentences of answers with contexts, and there are ${means.length}: name more traces.`);
	const low = lowSide(means, seed);
	// What was copied is not labelled by anybody.
	const high = highSide(sentenceScores(traces, ({ cgTop5 }) => cgTop5).map((span) => ({ ...span, positive: null })), seed);
	const detector: ConfidenceGapDetector = { method: 'confidence-gap', level: 'sentence', low: low.side, high: high.side };
	return { detector, files: [], reported: [low.reported, high.reported] };
}

const common = { method: 'confidence-gap', level: 'sentence', unit: 'nats' } as const;

function quantileOf(spans: readonly ScoredSpan[], criterion: Criterion): number {
	return rounded(chooseThreshold(spans.map(({ score }) => ({ score, positive: false })), criterion));
}

/** What chooses: a split's training side, where there is one that nothing stands on both sides of; otherwise all. `leak`: why a split is not used, in words. */
function choosing<T extends Pick<ScoredSpan, 'split' | 'cluster'>>(spans: readonly T[]): { from: readonly T[]; leak: string | null } {
	const both = clusterOnBothSides(spans);
	if (both !== null) return { from: spans, leak: `The split of the data is not used: '${both}' stands on both sides of it.` };
	const train = spans.filter(({ split }) => split === 'train');
	return { from: train.length > 0 && spans.some(({ split }) => split === 'test') ? train : spans, leak: null };
}

function lowSide(spans: readonly ScoredSpan[], seed: number): { side: ConfidenceGapDetector['low']; reported: ReportedDetector } {
	const id = 'confidence-gap low';
	const { from, leak } = choosing(spans);
	const threshold = quantileOf(from, bottom);
	const labelled = spans.filter(isLabelled);
	const sides = leak === null ? officialSides(labelled) : { why: leak };
	const test = 'why' in sides ? labelled : sides.test;
	const auc = areaOf(test, 'below');
	const flags = 'why' in sides && auc !== null ? crossValidatedFlags(labelled, (others) => quantileOf(others, bottom), 'below', seed, id) : null;
	const judged = test.map((span, i) => ({ ...span, ...(flags === null ? {} : { flagged: flags[i]! }) }));
	const point = auc === null || ('why' in sides && flags === null) ? null : operatingPoint(judged, threshold, flags === null ? 'test' : 'cross-validation', 'below');
	const report: ReportInput = {
		...common, id, title: 'Confidence gap, low: perhaps not from the contexts', direction: 'below', threshold,
		classes: { negative: auc === null ? 'not labelled' : 'grounded', positive: 'ungrounded' },
		chosen: `Lowest tenth of ${plural(from.length, 'sentence')}.`,
		measuredOn: auc === null ? 'Nothing: too few sentences are labelled.' : `${told(test)}${'why' in sides ? flags === null ? ', in too few traces to hold any out: the profile has no rates' : ', in five folds in turns' : ' of the test side'}.`,
		// The few labels that there may be give no figure, here or in the profile.
		spans: auc === null ? spans.map((span) => ({ ...span, positive: null })) : judged, thresholdNoise: thresholdNoise(from, (drawn) => quantileOf(drawn, bottom), seed, id),
		notes: [...(leak === null ? [] : [leak]), ...(auc !== null && auc.high < 0.5 ? [wrongWay(auc)] : [])],
	};
	return { side: { threshold, direction: 'below', criterion: bottom, quantiles: scoreQuantiles(from.map(({ score }) => score)), operatingPoint: point, auc }, reported: reportDetector(report) };
}

/** A low gap that speaks for the contexts rather than against them. */
function wrongWay({ value, low, high }: Estimate): string {
	return `It points the wrong way here: ungrounded sentences have the higher gap more often than not (area ${value.toFixed(2)}, ${low.toFixed(2)} to ${high.toFixed(2)}; 0.50 is chance). Do not read a low gap of this model as ungrounded.`;
}

function highSide(spans: readonly ScoredSpan[], seed: number): { side: ConfidenceGapDetector['high']; reported: ReportedDetector } {
	const id = 'confidence-gap high';
	const { from, leak } = choosing(spans);
	const threshold = quantileOf(from, top);
	const report: ReportInput = {
		...common, id, title: 'Confidence gap, high: perhaps copied from the contexts', direction: 'above', threshold,
		classes: { negative: 'not labelled', positive: 'copied' },
		chosen: `Highest tenth of ${plural(from.length, 'sentence')}, by the mean of their five highest tokens.`,
		measuredOn: 'Nothing: nobody labels what was copied.', spans, thresholdNoise: thresholdNoise(from, (drawn) => quantileOf(drawn, top), seed, id),
		notes: leak === null ? [] : [leak],
	};
	return { side: { threshold, direction: 'above', criterion: top, quantiles: scoreQuantiles(from.map(({ score }) => score)), operatingPoint: null, auc: null }, reported: reportDetector(report) };
}

function told(spans: readonly LabelledSpan[]): string {
	const { positives, negatives } = classCounts(spans);
	return countsInWords(negatives, positives);
}
