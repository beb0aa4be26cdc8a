import { meanEntropyFormat, type MeanEntropyDetector } from '../../formats/detectors/mean-entropy.ts';
import type { Criterion } from '../../formats/detectors/figures.ts';
import { plural } from '../../formats/plural.ts';
import { areaOf } from './area.ts';
import { cannotFit } from './cannot-fit.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import { reportDetector, type ReportInput } from './detector-report.ts';
import { dividedItems } from './divided-sides.ts';
import { enoughToChoose, fewestToChoose } from './enough-labels.ts';
import type { CalibrationMethod, FitContext, Fitted } from './method.ts';
import { countsInWords } from './in-words.ts';
import type { MeasuredTrace } from './measure.ts';
import { officialSides } from './official-sides.ts';
import { rounded } from './rounded.ts';
import { scoreMeasure } from './score-measure.ts';
import { isLabelled, judgedScores, type LabelledSpan, type ScoredSpan } from './scored-span.ts';
import { sentenceScores } from './sentence-scores.ts';
import { chooseThreshold } from './threshold.ts';
import { scoreQuantiles, thresholdFigures } from './threshold-figures.ts';
import { thresholdNoise } from './threshold-noise.ts';
import { ordinaryItems } from './trace-item.ts';

/** Without labels the most uncertain tenth is flagged. */
const withoutLabels: Criterion = { kind: 'quantile', probability: 0.9 };
const withLabels: Criterion = { kind: 'f1' };

const id = 'mean-entropy sentence';
const title = 'Mean entropy, sentences';

type KnownSentence = Pick<LabelledSpan, 'positive' | 'cluster' | 'split'>;

/** Those that choose a threshold by labels, and those that judge it: the data's own sides, or all in both. `why`: why not the sides. */
function sidesOf<T extends KnownSentence>(labelled: readonly T[]): { readonly train: readonly T[]; readonly test: readonly T[]; readonly why?: string } {
	const sides = officialSides(labelled);
	return 'why' in sides ? { train: labelled, test: labelled, why: sides.why } : sides;
}

/** Reads a sentence's mean entropy; needs no labels, and judges until there are enough for a classifier (methods.md §7). */
export const meanEntropyMethod: CalibrationMethod<MeanEntropyDetector> = {
	name: 'mean-entropy', title: 'Mean entropy', format: meanEntropyFormat, measure: scoreMeasure,
	look: (all, { seed }) => {
		const { items, note } = dividedItems(ordinaryItems(all), seed);
		const sentences = items.flatMap(({ group, split, sentences: own }) => own.map(({ truth }) => ({ positive: truth, cluster: group, split })));
		if (sentences.length === 0) return { fits: false, why: 'There is no sentence to measure.' };
		const labelled = sentences.flatMap((one): KnownSentence[] => one.positive === null ? [] : [{ ...one, positive: one.positive }]);
		const { train, test, why } = sidesOf(labelled);
		return {
			fits: true,
			why: enoughToChoose(labelled) ? `Threshold of largest F1 over ${countsInWords(train)}${why === undefined ? ` of the train side, judged on ${countsInWords(test)} of the test side` : ''}.${why === undefined && note !== null ? ` ${note}` : ''}`
				: `Without enough labels (${countsInWords(labelled)}; ${fewestToChoose} of each are needed): flags the most uncertain tenth of ${plural(sentences.length, 'sentence')}.`,
		};
	},
	detectors: [{ id, title, weight: 1, fit: async (traces, context) => fitMeanEntropy(traces, context) }],
};

function fitMeanEntropy(all: readonly MeasuredTrace[], context: FitContext): Fitted<MeanEntropyDetector> {
	const { items: traces, note } = dividedItems(ordinaryItems(all), context.seed);
	const spans = sentenceScores(traces, ({ entropyMean }) => entropyMean, 'mean entropy');
	if (spans.length === 0) throw cannotFit('Mean entropy needs sentences that a model has read, and there is none.');
	const labelled = spans.filter(isLabelled);
	return enoughToChoose(labelled) ? byLabels(labelled, note, context) : byQuantile(spans);
}

const common = { id, method: 'mean-entropy', level: 'sentence', title, unit: 'nats', direction: 'above' } as const;

function byQuantile(spans: readonly ScoredSpan[]): Fitted<MeanEntropyDetector> {
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
			measuredOn: 'Not measured: without labels nobody knows what it finds.',
			thresholdNoise: null, notes: ['Label sentences where you read them; from about a hundred on, classifiers are better than this.'],
		})],
	};
}

function byLabels(labelled: readonly LabelledSpan[], onSides: string | null, { seed }: FitContext): Fitted<MeanEntropyDetector> {
	const choose = (from: readonly LabelledSpan[]): number => rounded(chooseThreshold(judgedScores(from), withLabels));
	const { train, test, why } = sidesOf(labelled);
	const threshold = choose(train);
	const flags = why !== undefined ? crossValidatedFlags(labelled, choose, 'above', seed, id) : null;
	const judged = test.map((span, i) => ({ ...span, ...(flags === null ? {} : { flagged: flags[i]! }) }));
	const measured = areaOf(test) !== null && !(why !== undefined && flags === null);
	const detector: MeanEntropyDetector = {
		method: 'mean-entropy', level: 'sentence', threshold, direction: 'above', criterion: withLabels,
		...(measured ? thresholdFigures(judgedScores(train), judged, threshold, why === undefined ? 'test' : 'cross-validation')
			: { quantiles: scoreQuantiles(train.map(({ score }) => score)), suspicion: null, operatingPoint: null, auc: null }),
	};
	const report: ReportInput = {
		...common, threshold, classes: { negative: 'grounded', positive: 'ungrounded' }, spans: judged,
		chosen: `Largest F1 over ${countsInWords(train)}.`,
		measuredOn: why === undefined ? `Measured on ${countsInWords(test)} of the test side.` : flags === null ? `Measured on the same ${countsInWords(test)}, which flatters it: they stand in too few traces to hold any out, and the profile says nothing of them.`
			: `Measured on the same ${countsInWords(test)}, in five folds in turns.`,
		thresholdNoise: thresholdNoise(train, choose, seed, id),
		notes: why === undefined && onSides !== null ? [onSides] : [],
	};
	return { detector, files: [], reported: [reportDetector(report)] };
}
