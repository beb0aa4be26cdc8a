import { starterFormat, type StarterDetector } from '../../formats/detectors/starter.ts';
import { fittedStarter } from '../../methods/starter/fitted.ts';
import { starterThreshold } from '../../methods/starter/starter-model.ts';
import { areaDifference } from '../../statistics/area-difference.ts';
import { plural, thereAre } from '../../wording/phrases.ts';
import { areaOf } from './area.ts';
import { reportDetector, type ReportInput } from './detector-report.ts';
import { supportClasses, notesOnFailed } from './label-check.ts';
import { countsInWords, notMeasured, unlabeledName } from './label-counts.ts';
import { isForced, labelOptions } from './label-options.ts';
import { sentenceLevel } from './levels.ts';
import { cannotFit, type ParsedOptions } from './method-options.ts';
import { defineMethod, type FitContext, type Fitted } from './method.ts';
import { numbersOf, type MeasuredTrace } from './measure.ts';
import { scoreMeasure } from './score-measure.ts';
import { isLabeled, judgedScores, scoredSpan, type LabeledSpan, type ScoredSpan } from './scored-span.ts';
import { starterMeasure, starterScores } from './starter-measure.ts';
import { largestF1, sidesOf, thresholdByLabels } from './threshold-by-labels.ts';
import { scoreQuantiles, thresholdFigures } from './threshold-figures.ts';
import { enoughToChoose, fewestSentences, fewestToChoose, querySetsInWords, takingPart, type TakingPart } from './training-items.ts';

const id = 'starter sentence';
const title = 'Starter profile, sentences';
const meanEntropy = 'mean entropy';

/**
 * The starter profile with a threshold for the user's data. It judges sentences before the user has labels, so it goes on judging them unless labels
 * show that something else is better (docs/methods/starter.md).
 */
export const starterMethod = defineMethod({
	name: 'starter',
	title: 'Starter profile',
	subject: 'trace',
	options: labelOptions,
	classes: supportClasses,
	format: starterFormat,
	measure: starterMeasure,
	about: querySetsInWords,
	look: (all, { seed }) => {
		const { items, leftOut } = takingPart(all, { seed });
		const sentences = items.flatMap(({ sentences: own }) => own.map(({ truth }) => ({ positive: truth })));
		if (sentences.length < fewestSentences) return { fits: false, why: [`It needs ${tooFew(sentences.length)}`, ...leftOut].join(' ') };
		return {
			fits: true,
			why: [
				enoughToChoose(sentences)
					? `Threshold of largest F1 over the labeled sentences that it judges.`
					: `Keeps the threshold that it has without labels: ${tooFewToChoose(sentences.filter((one) => one.positive !== null))}.`,
				...leftOut,
			].join(' '),
		};
	},
	detectors: [{ level: sentenceLevel, title, weight: 1, fit: async (traces, context) => fitStarterThreshold(traces, context) }],
});

type Context = FitContext<ParsedOptions<typeof labelOptions>>;

function tooFew(count: number): string {
	return `at least ${plural(fewestSentences, 'sentence')} that it judges, and ${thereAre(count)}: name more traces.`;
}

function tooFewToChoose(labelled: readonly { readonly positive: boolean | null }[]): string {
	return `there are too few labels to choose by (${countsInWords(labelled)}; ${fewestToChoose} of each are needed)`;
}

function fitStarterThreshold(all: readonly MeasuredTrace[], context: Context): Fitted<StarterDetector> {
	const { items: traces, onSides, leftOut } = takingPart(all, context);
	const spans = traces.flatMap(judgedSpans);
	if (spans.length < fewestSentences) throw cannotFit([`The starter profile needs ${tooFew(spans.length)}`, ...leftOut].join(' '));
	const sentences = traces.reduce((sum, trace) => sum + trace.sentences.length, 0);
	const labelled = spans.filter(isLabeled);
	const doubt = silentOnMost(spans.length, sentences) ?? notTheBest(sidesOf(labelled).train);
	if (doubt !== null && context.named !== true)
		throw cannotFit([`${doubt} So it is left out, and other detectors judge.`, ...leftOut].join(' '));
	const on = { onSides, leftOut: [...leftOut, ...(doubt === null ? [] : [`${doubt} You named it, so the profile uses it.`])], context };
	return (enoughToChoose(labelled) ? byLabels(labelled, on) : null) ?? asBefore(spans, on);
}

/** The sentences of a trace that the starter profile judges, with mean entropy beside where a model has read them. */
function judgedSpans(trace: MeasuredTrace): ScoredSpan[] {
	const read = numbersOf(trace, scoreMeasure)?.sentences;
	const scores = starterScores(trace);
	return trace.sentences.flatMap((sentence, i) => {
		const [score, numbers] = [scores[i] ?? null, read?.[i] ?? null];
		return score === null ? [] : [scoredSpan(trace, sentence, score, numbers === null ? {} : { [meanEntropy]: numbers.entropyMean })];
	});
}

/** That it would be a judge of few sentences; `null` where it judges at least half. */
function silentOnMost(judged: number, sentences: number): string | null {
	return judged * 2 >= sentences
		? null
		: `The starter profile judges only ${judged.toLocaleString('en')} of ${plural(sentences, 'sentence')}: the others are in another language, have few words, or share a value with their contexts.`;
}

/** That labels show something better, by more than chance; `null` where they do not. */
function notTheBest(labelled: readonly LabeledSpan[]): string | null {
	const area = areaOf(labelled);
	if (area !== null && area.high < 0.5)
		return `With ${plural(labelled.length, 'label')}, the starter profile points the wrong way (area ${area.value.toFixed(2)}, ${area.low.toFixed(2)} to ${area.high.toFixed(2)}; 0.50 is chance).`;
	const both = labelled.flatMap((span) => {
		const { [meanEntropy]: entropy } = span.others;
		return entropy === undefined ? [] : [{ ...span, score: entropy, other: span.score }];
	});
	const [own, other] = [areaOf(both.map((span) => ({ ...span, score: span.other }))), areaOf(both)];
	return own === null || other === null || areaDifference(both).low <= 0
		? null
		: `With ${plural(both.length, 'label')}, mean entropy tells sentences apart better (area ${other.value.toFixed(2)}) than the starter profile (${own.value.toFixed(2)}).`;
}

type On = Pick<TakingPart<MeasuredTrace>, 'onSides' | 'leftOut'> & { readonly context: Context };

const common = { id, method: 'starter', level: sentenceLevel, title, unit: 'score', direction: 'above' } as const;
const written = { method: 'starter', level: 'sentence', direction: 'above', form: formOf(fittedStarter.form) } as const;

/** A form as a profile has it: a copy, which the profile's reader may change. */
function formOf({ features, fits }: typeof fittedStarter.form): StarterDetector['form'] {
	return { features: [...features], fits: fits.map((fit) => ({ ...fit, weights: [...fit.weights], thresholds: { ...fit.thresholds } })) };
}

/** `null` where labels tell nothing, or no threshold keeps false alarms within the bound: the starter profile then judges as before. */
function byLabels(labelled: readonly LabeledSpan[], { onSides, leftOut, context }: On): Fitted<StarterDetector> | null {
	const { threshold, checks, figures, report, hasSides } = thresholdByLabels(labelled, {
		id,
		seed: context.seed,
		max: context.options['false-alarms'],
	});
	const forced = isForced(context);
	if (!forced && checks.some((check) => check !== null)) return null;
	const notes = [...(hasSides && onSides !== null ? [onSides] : []), ...leftOut, ...notesOnFailed(title, checks, { forced })];
	return {
		detector: { ...written, threshold, criterion: largestF1, ...figures },
		files: [],
		reported: [reportDetector({ ...common, ...report, threshold, notes })],
	};
}

/** The threshold that it has without labels. It was chosen on public sets, so all labels may measure it. */
function asBefore(spans: readonly ScoredSpan[], { leftOut }: On): Fitted<StarterDetector> {
	const labelled = spans.filter(isLabeled);
	const { test, hasSides } = sidesOf(labelled);
	const isMeasured = areaOf(test) !== null;
	const why = enoughToChoose(labelled)
		? 'your labels allow no better one within the limit on false alarms, or are no better than shuffled labels'
		: tooFewToChoose(labelled);
	const report: Pick<ReportInput, 'classes' | 'spans' | 'chosen' | 'measuredOn'> = {
		classes: { negative: isMeasured ? 'supported' : unlabeledName(labelled), positive: 'unsupported' },
		spans: isMeasured ? test : spans.map((span) => ({ ...span, positive: null })),
		chosen: `The threshold that it has without your labels, because ${why}.`,
		measuredOn: isMeasured
			? `Measured on ${countsInWords(test)}${hasSides ? ' of the test side' : ''}, which chose nothing.`
			: notMeasured(test),
	};
	return {
		detector: {
			...written,
			threshold: starterThreshold,
			criterion: { kind: 'starter' },
			...(isMeasured
				? thresholdFigures(judgedScores(test), test, starterThreshold)
				: { quantiles: scoreQuantiles(spans.map(({ score }) => score)), suspicion: null, operatingPoint: null, auc: null }),
		},
		files: [],
		reported: [
			reportDetector({ ...common, ...report, threshold: starterThreshold, inClusters: true, thresholdNoise: null, notes: leftOut }),
		],
	};
}
