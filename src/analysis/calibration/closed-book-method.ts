import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { closedBookFormat, type ClosedBookDetector } from '../../formats/detectors/closed-book.ts';
import type { AnswerGroup } from '../../methods/closed-book/answer-group.ts';
import { groupThresholds, thresholdOf, timesThreshold, type GroupThreshold } from '../../methods/closed-book/group-thresholds.ts';
import { conformalThreshold } from '../../statistics/conformal-threshold.ts';
import { dkwHalfHeight } from '../../statistics/dkw-band.ts';
import { plural } from '../../wording/phrases.ts';
import { areaOf } from './area.ts';
import { aboveAlpha, cleanOrMemorized, cleanParts, missingClean } from './clean-answers.ts';
import { groupNotes } from './closed-book-notes.ts';
import { reportDetector } from './detector-report.ts';
import { responseLevel } from './levels.ts';
import { defineMethod, type FitContext, type Fitted } from './method.ts';
import { numberOption, type ParsedOptions } from './method-options.ts';
import { numbersOf, type MeasuredTrace } from './measure.ts';
import { repcsAnswers } from './repcs-answers.ts';
import { rounded, roundedDown } from './rounded.ts';
import { scoreMeasure, type ScoreNumbers } from './score-measure.ts';
import { scoredSpan, type ScoredSpan } from './scored-span.ts';
import { scoreQuantiles } from './threshold-figures.ts';
import { rate } from './threshold-point.ts';
import { thresholdNoise } from './threshold-noise.ts';

const id = 'closed-book response';
const options = {
	'closed-book-alpha': numberOption({
		title: 'Clean answers called memorized, at most (α)',
		help: 'Share of clean answers that may be called memorized. A smaller share needs more clean answers: at least 1/α − 1, and as many in every group that gets its own threshold.',
		min: 1e-6,
		max: 0.999999,
		whole: false,
		default: 0.01,
	}),
};
type Options = ParsedOptions<typeof options>;

/** Certainty without contexts (docs/methods/closed-book.md): a split-conformal threshold for each group of clean answers, and what it finds among memorized ones. */
export const closedBookMethod = defineMethod({
	name: 'closed-book',
	title: 'Closed book',
	subject: 'trace',
	options,
	classes: cleanOrMemorized,
	format: closedBookFormat,
	measure: scoreMeasure,
	look: (items, settings) => {
		const alpha = settings.options['closed-book-alpha'];
		const found = repcsAnswers(items, settings);
		const clean = found.clean.filter(({ refuses }) => !refuses);
		const missing = missingClean(clean.length, alpha);
		if (missing !== null) return { fits: false, why: [missing.why, ...found.notes].join(' '), code: missing.code };
		const parts = cleanParts({ ...found, clean }, { alpha, seed: settings.seed, of: id });
		return {
			fits: true,
			why: [
				`Split-conformal thresholds at α = ${alpha} on ${plural(parts.calibrating.length, 'clean answer')}, one for each group with enough of them, ${parts.heldOut.length} held out, ${found.memorised.length === 0 ? 'no memorized one' : plural(found.memorised.length, 'memorized one')} to find.`,
				...found.notes,
				...parts.notes,
			].join(' '),
		};
	},
	detectors: [
		{ level: responseLevel, title: 'Closed book, responses', weight: 1, fit: async (traces, context) => fitClosedBook(traces, context) },
	],
});

function scoresOf(trace: MeasuredTrace): ScoreNumbers['closedBook'] {
	return numbersOf(trace, scoreMeasure)?.closedBook ?? null;
}

interface Answer {
	readonly trace: MeasuredTrace;
	readonly split: MeasuredTrace['split'];
	/** For the held-out part: answers of one source stay together. */
	readonly group: string;
	readonly of: AnswerGroup;
	/** Nats. */
	readonly score: number;
}

/** Of one of which the model has said something. */
function answerOf(trace: MeasuredTrace): Answer {
	const { entropyMax, surpriseMax, group: of } = scoresOf(trace)!;
	return { trace, split: trace.split, group: trace.group, of, score: Math.max(entropyMax, surpriseMax) };
}

/** On the scale of all groups: below 1 is flagged. What judges answers never flags a refusal. */
function spanOf({ trace, of, score }: Answer, groups: readonly GroupThreshold[]): ScoredSpan & { readonly of: AnswerGroup } {
	const { repcs, closedBook } = numbersOf(trace, scoreMeasure)!;
	const end = trace.refuses ? Infinity : 0;
	return {
		...scoredSpan(
			trace,
			{ ...trace.response, truth: trace.side === 'memorised' },
			timesThreshold(score, thresholdOf(groups, of)!.threshold) + end,
			{
				'largest entropy without contexts (negative)': -closedBook!.entropyMax - end,
				'largest surprise without contexts (negative)': -closedBook!.surpriseMax - end,
				...(repcs === null ? {} : { 'RePCS (−Z)': -repcs.z - end }),
			},
		),
		of,
	};
}

function fitClosedBook(traces: readonly MeasuredTrace[], context: FitContext<Options>): Fitted<ClosedBookDetector> {
	const { seed } = context;
	const alpha = context.options['closed-book-alpha'];
	const found = repcsAnswers(
		traces.filter((trace) => scoresOf(trace) !== null),
		context,
	);
	const clean = found.clean.filter(({ refuses }) => !refuses).map(answerOf);
	const refusing = found.clean.length - clean.length;
	const missing = missingClean(clean.length, alpha);
	if (missing !== null)
		throw new UserError(
			missing.code ?? errorNumbers.tooFewCleanAnswers,
			`Closed book cannot be calibrated. ${[missing.why, ...found.notes].join(' ')}`,
		);
	const parts = cleanParts({ ...found, clean }, { alpha, seed, of: id });
	const groups = groupThresholds(
		parts.calibrating.map(({ of, score }) => ({ group: of, score })),
		alpha,
	).map((one) => ({ ...one, threshold: roundedDown(one.threshold) }));
	const spans = (of: readonly Answer[]) => of.map((answer) => spanOf(answer, groups));
	const [calibrating, heldOut, memorised] = [spans(parts.calibrating), spans(parts.heldOut), spans(found.memorised.map(answerOf))];
	const judgedClean = heldOut.length > 0 ? heldOut : calibrating;
	const judged = [...judgedClean, ...memorised];
	const flagged = (of: readonly ScoredSpan[]): number => of.filter(({ score }) => score < 1).length;
	const [falsePositiveRate, truePositiveRate, auc] = [
		rate(flagged(heldOut), heldOut.length),
		rate(flagged(memorised), memorised.length),
		areaOf(judged, 'below'),
	];
	const n = calibrating.length;
	const detector: ClosedBookDetector = {
		method: 'closed-book',
		level: 'response',
		groups,
		threshold: 1,
		direction: 'below',
		criterion: { kind: 'conformal', alpha, n },
		quantiles: scoreQuantiles(calibrating.map(({ score }) => score)),
		heldOut: falsePositiveRate === null ? null : { n: heldOut.length, falsePositiveRate },
		memorised: truePositiveRate === null || auc === null ? null : { n: memorised.length, truePositiveRate, auc },
	};
	const reported = reportDetector({
		id,
		method: 'closed-book',
		level: responseLevel,
		title: 'Closed book, responses: perhaps recited from memory',
		unit: 'times the threshold of the answer\u2019s group',
		direction: 'below',
		threshold: 1,
		classes: { negative: 'clean', positive: 'memorized' },
		spans: judged,
		negativesChose: heldOut.length === 0,
		chosen: `Split conformal on ${plural(n, 'clean answer')}, in ${plural(groups.length, 'group')}: a clean answer of a group with a threshold of its own is called memorized with probability at most ${alpha}. A score is the larger of the largest entropy and the largest surprise of its tokens without the contexts, divided by the threshold of its group.`,
		measuredOn: `Measured on ${heldOut.length > 0 ? `${plural(heldOut.length, 'clean answer')} that had no part in the thresholds` : `the ${plural(n, 'clean answer')} that chose them, too few to hold any out: how many of them are flagged is fixed by their ranks, and no estimate of a rate`}${memorised.length > 0 ? `, ${plural(memorised.length, 'memorized answer')}` : ''}.`,
		thresholdNoise: thresholdNoise(
			calibrating,
			(from) =>
				conformalThreshold(
					from.map(({ score }) => score),
					alpha,
				).threshold,
			seed,
			id,
		),
		bandHalfHeight: rounded(dkwHalfHeight(judgedClean.length)),
		notes: [
			...found.notes,
			...parts.notes,
			...aboveAlpha(falsePositiveRate, alpha),
			...groupNotes({ groups, alpha, calibrating, heldOut }),
			...(refusing === 0
				? []
				: [
						`${plural(refusing, 'clean answer')} refuse${refusing === 1 ? 's' : ''} and ${refusing === 1 ? 'takes' : 'take'} no part: a refusal is never called memorized.`,
					]),
			...(memorised.length > 0 ? [] : ['No trace is tagged `memorized`, so the share of recited answers that it finds is unknown.']),
		],
	});
	return { detector, files: [], reported: [reported] };
}
