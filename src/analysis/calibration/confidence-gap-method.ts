import { confidenceGapFormat, type ConfidenceGapDetector } from '../../formats/detectors/confidence-gap.ts';
import type { Criterion, Interval } from '../../formats/detectors/figures.ts';
import { plural, thereAre } from '../../wording/phrases.ts';
import { areaOf } from './area.ts';
import { alarmsInTurns, boundedThreshold, boundInWords, keepAlarmsWithin, resampledChoice, tooManyAlarms } from './bounded-threshold.ts';
import { cannotFit, type ParsedOptions } from './method-options.ts';
import { choiceErrors } from './choice-errors.ts';
import { crossValidatedFlags } from './cross-validated-flags.ts';
import { reportDetector, type ReportInput, type ReportedDetector } from './detector-report.ts';
import { enoughToChoose, fewestSentences, querySetsInWords, takingPart, type TakingPart } from './training-items.ts';
import { countsInWords, notMeasured, unlabeledName } from './label-counts.ts';
import { supportClasses, notesOnFailed, type FailedCheck } from './label-check.ts';
import { labelsTellNothing } from './label-gate.ts';
import { isForced, labelOptions } from './label-options.ts';
import { sentenceLevel } from './levels.ts';
import { defineMethod, type FitContext, type Fitted } from './method.ts';
import type { MeasuredTrace } from './measure.ts';
import { clusterOnBothSides, officialSides } from './train-test-split.ts';
import { rounded } from './rounded.ts';
import { scoreMeasure } from './score-measure.ts';
import { isLabeled, type LabeledSpan, type ScoredSpan } from './scored-span.ts';
import { sentenceScores } from './sentence-scores.ts';
import { chooseThreshold } from './threshold.ts';
import { operatingPoint, scoreQuantiles } from './threshold-figures.ts';
import { thresholdNoise } from './threshold-noise.ts';

/** Bottom and top tenth (docs/methods/confidence-gap.md). */
const [bottom, top]: readonly [Criterion, Criterion] = [
	{ kind: 'quantile', probability: 0.1 },
	{ kind: 'quantile', probability: 0.9 },
];
/** Of the low end, with labels. */
const byLabels: Criterion = { kind: 'f1' };

/** Both ends of the sentences' confidence gap. They need no labels; with enough of them the low end is chosen by what it finds. */
export const confidenceGapMethod = defineMethod({
	name: 'confidence-gap',
	title: 'Confidence gap',
	subject: 'trace',
	options: labelOptions,
	classes: supportClasses,
	format: confidenceGapFormat,
	measure: scoreMeasure,
	about: querySetsInWords,
	look: (all, { seed }) => {
		const { items, onSides, leftOut } = takingPart(all, { seed });
		const sentences = items.flatMap(({ group, split, trace, file, sentences: own }) =>
			own.map(({ truth }) => ({ split, cluster: group, trace: `${file} ${trace}`, positive: truth })),
		);
		if (sentences.length < fewestSentences) return { fits: false, why: [`Its ${tooFew(sentences.length)}`, ...leftOut].join(' ') };
		const { from, leak, hasSides } = choosing(sentences);
		const traces = new Set(from.map(({ trace }) => trace)).size;
		const labels = enoughToChoose(from) ? ` The low end by largest F1 over ${countsInWords(from)}, if low gaps separate them.` : '';
		return {
			fits: true,
			why: [
				`Bottom and top tenth of ${plural(from.length, 'sentence')} in ${plural(traces, 'trace')}${hasSides ? ' of the train side' : ''}.${labels}`,
				...sideNotes({ leak, hasSides }, onSides),
				...leftOut,
			].join(' '),
		};
	},
	detectors: [
		{
			level: sentenceLevel,
			title: 'Confidence gap, sentences',
			weight: 1,
			fit: async (traces, context) => fitConfidenceGap(traces, context),
		},
	],
});

function fitConfidenceGap(
	all: readonly MeasuredTrace[],
	context: FitContext<ParsedOptions<typeof labelOptions>>,
): Fitted<ConfidenceGapDetector> {
	const { seed } = context;
	const { items: traces, onSides, leftOut } = takingPart(all, { seed });
	const means = sentenceScores(traces, ({ cgMean }) => cgMean, 'confidence gap (−CG)');
	if (means.length < fewestSentences) throw cannotFit([`The confidence gap's ${tooFew(means.length)}`, ...leftOut].join(' '));
	const low = lowSide(means, { onSides, leftOut, seed, forced: isForced(context), max: context.options['false-alarms'] });
	// What was copied is not labeled by anybody.
	const high = highSide(
		sentenceScores(traces, ({ cgTop5 }) => cgTop5).map((span) => ({ ...span, positive: null })),
		{ onSides, leftOut, seed },
	);
	const detector: ConfidenceGapDetector = { method: 'confidence-gap', level: 'sentence', low: low.side, high: high.side };
	return { detector, files: [], reported: [low.reported, high.reported] };
}

function tooFew(sentences: number): string {
	return `bottom and top tenth need at least ${plural(fewestSentences, 'sentence')} of answers with contexts, and ${thereAre(sentences)}: name more traces.`;
}

/** What both ends are told besides their sentences. */
type SideContext = Pick<TakingPart<MeasuredTrace>, 'onSides' | 'leftOut'> & Pick<FitContext, 'seed'>;

/** Why a split is not used, or where its sides come from. */
function sideNotes({ leak, hasSides }: { readonly leak: string | null; readonly hasSides: boolean }, onSides: string | null): string[] {
	return [...(leak === null ? [] : [leak]), ...(hasSides && onSides !== null ? [onSides] : [])];
}

const common = { method: 'confidence-gap', level: sentenceLevel, unit: 'nats' } as const;

function quantileOf(spans: readonly ScoredSpan[], criterion: Criterion): number {
	return rounded(
		chooseThreshold(
			spans.map(({ score }) => ({ score, positive: false })),
			criterion,
		),
	);
}

/** What chooses: a split's training side, where there is one that nothing stands on both sides of; otherwise all. `leak`: why a split is not used, in words. */
function choosing<T extends Pick<ScoredSpan, 'split' | 'cluster'>>(
	spans: readonly T[],
): { from: readonly T[]; leak: string | null; hasSides: boolean } {
	const both = clusterOnBothSides(spans);
	if (both !== null)
		return { from: spans, leak: `The split of the data is not used, because '${both}' is on both sides of it.`, hasSides: false };
	const train = spans.filter(({ split }) => split === 'train');
	const hasSides = train.length > 0 && spans.some(({ split }) => split === 'test');
	return { from: hasSides ? train : spans, leak: null, hasSides };
}

/** Shares of supported sentences. */
interface Bounds {
	/** What the search keeps to, at most `max`. */
	readonly bound: number;
	/** What the reported interval keeps to. */
	readonly max: number;
}

/** A criterion of the low end with the threshold that it chooses of some sentences. */
interface LowChoice {
	readonly criterion: Criterion;
	readonly choose: (from: readonly ScoredSpan[]) => number;
	/** The same, for resamples that show how far rates may be off. Throws a RangeError for sentences that allow no threshold within the bound. */
	readonly redraw: (from: readonly ScoredSpan[]) => number;
	/** That labels chose nothing though there were enough of them; `null`: they chose, or were too few. */
	readonly failed: FailedChoice | null;
	/** In one sentence. */
	readonly chosen: string;
}

/**
 * By labels if there are enough of them, they tell that unsupported sentences have a lower gap better than shuffled ones would, and a threshold keeps to the bound on
 * false alarms. Otherwise it is the lowest tenth: of too few labels it is written, of labels that fail a check only where that is forced, because the best F1 is
 * then that of flagging nearly everything.
 */
function lowChoice(from: readonly ScoredSpan[], seed: number, bounds: Bounds): LowChoice {
	const labelled = from.filter(isLabeled);
	const { bound, max } = bounds;
	const failed = whyNotByLabels(labelled, seed, bounds);
	if (enoughToChoose(labelled) && failed === null) {
		const resample = resampledChoice(turned(labelled), bound);
		return {
			criterion: byLabels,
			failed,
			chosen: [`Largest F1 over ${countsInWords(labelled)}.`, ...boundInWords(turned(labelled), bound, max)].join(' '),
			redraw: (drawn) => rounded(0 - resample(turned(drawn.filter(isLabeled)))),
			// Where part of the labels allow none within the bound, the largest F1 of all says what they would choose.
			choose: (drawn) => {
				const own = turned(drawn.filter(isLabeled));
				return rounded(0 - (boundedThreshold(own, bound) ?? chooseThreshold(own, byLabels)));
			},
		};
	}
	const why = failed === null ? '' : `, because ${failed.because}`;
	return {
		criterion: bottom,
		failed,
		chosen: `Lowest tenth of ${plural(from.length, 'sentence')}${why}.`,
		choose: (drawn) => quantileOf(drawn, bottom),
		redraw: (drawn) => quantileOf(drawn, bottom),
	};
}

/** A check that labels failed, and in a clause what that means for the low end. */
interface FailedChoice extends FailedCheck {
	readonly because: string;
}

/** That there are enough labels and they tell nothing, or allow no threshold within the bound; `null` otherwise. */
function whyNotByLabels(labelled: readonly LabeledSpan[], seed: number, { bound, max }: Bounds): FailedChoice | null {
	if (!enoughToChoose(labelled)) return null;
	const own = turned(labelled);
	const tellNothing = labelsTellNothing(own, { id: 'confidence-gap low', level: 'sentence', seed });
	if (tellNothing !== null) return { ...tellNothing, because: 'the labels do not show that unsupported sentences have a lower gap' };
	if (boundedThreshold(own, bound) !== null) return null;
	return { ...tooManyAlarms('sentence', max), because: 'no threshold keeps to the bound on false alarms' };
}

/** With a higher score for a lower gap. */
function turned(spans: readonly LabeledSpan[]): LabeledSpan[] {
	return spans.map((span) => ({ ...span, score: -span.score }));
}

function lowSide(
	spans: readonly ScoredSpan[],
	{ onSides, leftOut, seed, forced, max }: SideContext & { readonly forced: boolean; readonly max: number },
): { side: ConfidenceGapDetector['low']; reported: ReportedDetector } {
	const id = 'confidence-gap low';
	const { from, leak, hasSides } = choosing(spans);
	const labelled = spans.filter(isLabeled);
	const sides = leak === null ? officialSides(labelled) : { why: leak };
	const test = 'why' in sides ? labelled : sides.test;
	const auc = areaOf(test, 'below');
	const attempt = (bound: number) => {
		const choice = lowChoice(from, seed, { bound, max });
		const threshold = choice.choose(from);
		// What decides for labels or for the tenth is no part of what it judges either.
		const flags =
			'why' in sides && auc !== null
				? crossValidatedFlags(labelled, (others) => lowChoice(others, seed, { bound, max }).choose(others), 'below', seed, id)
				: null;
		const errors = flags === null ? undefined : choiceErrors(from, choice.redraw, { direction: 'below', seed, name: id });
		const judged = test.map((span, i) => ({ ...span, ...(flags === null ? {} : { flagged: flags[i]! }) }));
		const alarms = alarmsInTurns(judged, threshold, { direction: 'below', errors });
		return { ...choice, threshold, flags, errors, judged, alarms, isBounded: choice.criterion === byLabels };
	};
	const { chosen: kept, isHeld } = keepAlarmsWithin(max, attempt);
	// No threshold keeps to a bound of 0: the lowest tenth takes its place, and says why.
	const { criterion, choose, chosen, failed, threshold, flags, errors, judged } = isHeld || !kept.isBounded ? kept : attempt(0);
	const onFailed = notesOnFailed('Confidence gap', [failed], { forced, leftOut });
	const point =
		auc === null || ('why' in sides && flags === null)
			? null
			: operatingPoint(judged, threshold, { on: flags === null ? 'test' : 'cross-validation', direction: 'below', errors });
	const report: ReportInput = {
		...common,
		id,
		title: 'Confidence gap, low: perhaps not from the contexts',
		direction: 'below',
		threshold,
		classes: { negative: auc === null ? unlabeledName(labelled) : 'supported', positive: 'unsupported' },
		chosen,
		measuredOn:
			auc === null
				? notMeasured(test)
				: `Measured on ${countsInWords(test)}${'why' in sides ? (flags === null ? ', in too few traces to hold any out: the profile has no rates' : ', in five folds in turns') : ' of the test side'}.`,
		// Labels that give no area give no other figure, here or in the profile.
		spans: auc === null ? spans.map((span) => ({ ...span, positive: null })) : judged,
		inClusters: true,
		errors,
		thresholdNoise: thresholdNoise(from, choose, seed, id),
		notes: [...sideNotes({ leak, hasSides }, onSides), ...leftOut, ...(auc !== null && auc.high < 0.5 ? [wrongWay(auc)] : []), ...onFailed],
	};
	return {
		side: {
			threshold,
			direction: 'below',
			criterion,
			quantiles: scoreQuantiles(from.map(({ score }) => score)),
			operatingPoint: point,
			auc,
		},
		reported: reportDetector(report),
	};
}

/** A low gap that speaks for the contexts rather than against them. */
function wrongWay({ value, low, high }: Interval): string {
	return `It points the wrong way here: unsupported sentences usually have the higher gap (AUC ${value.toFixed(2)}, ${low.toFixed(2)} to ${high.toFixed(2)}; 0.50 is chance). With this model, a low gap does not mean unsupported.`;
}

function highSide(
	spans: readonly ScoredSpan[],
	{ onSides, leftOut, seed }: SideContext,
): { side: ConfidenceGapDetector['high']; reported: ReportedDetector } {
	const id = 'confidence-gap high';
	const { from, leak, hasSides } = choosing(spans);
	const threshold = quantileOf(from, top);
	const report: ReportInput = {
		...common,
		id,
		title: 'Confidence gap, high: perhaps copied from the contexts',
		direction: 'above',
		threshold,
		classes: { negative: 'not labeled', positive: 'copied' },
		chosen: `Highest tenth of ${plural(from.length, 'sentence')}, by the mean of their five highest tokens.`,
		measuredOn: 'Not measured: labels do not say what was copied, so they cannot choose this threshold.',
		spans,
		thresholdNoise: thresholdNoise(from, (drawn) => quantileOf(drawn, top), seed, id),
		notes: [...sideNotes({ leak, hasSides }, onSides), ...leftOut],
	};
	return {
		side: {
			threshold,
			direction: 'above',
			criterion: top,
			quantiles: scoreQuantiles(from.map(({ score }) => score)),
			operatingPoint: null,
			auc: null,
		},
		reported: reportDetector(report),
	};
}
