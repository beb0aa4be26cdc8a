import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { repcsFormat, type RepcsDetector } from '../../formats/detectors/repcs.ts';
import { plural } from '../../wording/phrases.ts';
import { paperSampleSize } from '../../methods/repcs/planning.ts';
import { window } from '../../methods/repcs/repcs.ts';
import { conformalThreshold } from '../../statistics/conformal-threshold.ts';
import { dkwHalfHeight } from '../../statistics/dkw-band.ts';
import { areaOf } from './area.ts';
import { aboveAlpha, cleanOrMemorized, cleanParts, missingClean } from './clean-answers.ts';
import { reportDetector } from './detector-report.ts';
import { responseLevel } from './levels.ts';
import { defineMethod, type FitContext, type Fitted } from './method.ts';
import { numberOption, type ParsedOptions } from './method-options.ts';
import { numbersOf, type MeasuredTrace } from './measure.ts';
import { repcsAnswers } from './repcs-answers.ts';
import { rounded, roundedDown } from './rounded.ts';
import { clippedLogRatio, scoreMeasure, type ScoreNumbers } from './score-measure.ts';
import { scoredSpan, type ScoredSpan } from './scored-span.ts';
import { scoreQuantiles } from './threshold-figures.ts';
import { rate } from './threshold-point.ts';
import { thresholdNoise } from './threshold-noise.ts';

const id = 'repcs response';
/** `ε` of the paper's planning figure. */
const missed = 0.05;
const options = {
	alpha: numberOption({
		title: 'Clean answers flagged, at most (α)',
		help: 'Share of clean answers that the threshold may flag. A smaller share needs more clean answers: at least 1/α − 1.',
		// Below a millionth no data set has clean answers enough.
		min: 1e-6,
		max: 0.999999,
		whole: false,
		default: 0.05,
	}),
};
type Options = ParsedOptions<typeof options>;

/** The split-conformal threshold of RePCS (docs/methods/repcs.md) on clean answers, and what it finds among memorised ones. */
export const repcsMethod = defineMethod({
	name: 'repcs',
	title: 'RePCS',
	subject: 'trace',
	options,
	classes: cleanOrMemorized,
	format: repcsFormat,
	measure: scoreMeasure,
	look: (items, settings) => {
		const { alpha } = settings.options;
		const found = repcsAnswers(items, settings);
		const { clean, memorised, notes } = found;
		const lots = clean.map((item) => ({ ...item, score: item.refuses ? neverFlagged : 0 }));
		const missing = missingClean(lots.length, alpha);
		if (missing !== null) return { fits: false, why: [missing.why, ...notes].join(' '), code: missing.code };
		const parts = cleanParts({ ...found, clean: lots }, { alpha, seed: settings.seed, of: id });
		const refusals = refusalsOf(parts.calibrating, alpha);
		return {
			fits: refusals === null,
			code: errorNumbers.tooFewCleanAnswers,
			why: [
				refusals ??
					`Split-conformal threshold at α = ${alpha} on ${plural(parts.calibrating.length, 'clean answer')}, ${parts.heldOut.length} held out, ${memorised.length === 0 ? 'no memorized one' : plural(memorised.length, 'memorized one')} to find.`,
				...notes,
				...parts.notes,
			].join(' '),
		};
	},
	detectors: [{ level: responseLevel, title: 'RePCS, responses', weight: 1, fit: async (traces, context) => fitRepcs(traces, context) }],
});

/** Of an answer that refuses: what judges responses never flags one (`judgeResponse`). */
const neverFlagged = Infinity;

type Lot = { readonly score: number };

/** That so many answers refuse that the threshold would lie among those that are never flagged; `null` where it does not. */
function refusalsOf(calibrating: readonly Lot[], alpha: number): string | null {
	if (
		Number.isFinite(
			conformalThreshold(
				calibrating.map(({ score }) => score),
				alpha,
			).threshold,
		)
	)
		return null;
	return `Of the ${plural(calibrating.length, 'clean answer')} to calibrate on ${calibrating.filter(({ score }) => score === neverFlagged).length} refuse, and a refusal is never flagged: too few others remain for a threshold at α = ${alpha}. Tag more answers \`clean\` that do answer.`;
}

interface Answer extends ScoredSpan {
	readonly group: string;
	readonly logRatio: number;
}

/** Those of which the model has said something. */
function answerOf(trace: MeasuredTrace): Answer {
	const { z, perToken, logRatio } = scoresOf(trace)!;
	const others = { 'Z per token (−Z/T)': trace.refuses ? -neverFlagged : -perToken };
	return {
		...scoredSpan(trace, { ...trace.response, truth: trace.side === 'memorised' }, trace.refuses ? neverFlagged : z, others),
		group: trace.group,
		logRatio,
	};
}

function scoresOf(trace: MeasuredTrace): ScoreNumbers['repcs'] {
	return numbersOf(trace, scoreMeasure)?.repcs ?? null;
}

function fitRepcs(traces: readonly MeasuredTrace[], context: FitContext<Options>): Fitted<RepcsDetector> {
	const {
		seed,
		options: { alpha },
	} = context;
	const { notes, hasSplit, onSides, ...found } = repcsAnswers(
		traces.filter((trace) => scoresOf(trace) !== null),
		context,
	);
	const [clean, memorised] = [found.clean.map(answerOf), found.memorised.map(answerOf)];
	const missing = missingClean(clean.length, alpha);
	if (missing !== null) throw new UserError(missing.code, `RePCS cannot be calibrated. ${[missing.why, ...notes].join(' ')}`);
	const { calibrating, heldOut, notes: ofParts } = cleanParts({ clean, hasSplit, onSides }, { alpha, seed, of: id });
	const refusals = refusalsOf(calibrating, alpha);
	if (refusals !== null)
		throw new UserError(errorNumbers.tooFewCleanAnswers, `RePCS cannot be calibrated. ${[refusals, ...notes].join(' ')}`);
	const choose = (from: readonly ScoredSpan[]): number =>
		roundedDown(
			conformalThreshold(
				from.map(({ score }) => score),
				alpha,
			).threshold,
		);
	const { rank, n } = conformalThreshold(
		calibrating.map(({ score }) => score),
		alpha,
	);
	const threshold = choose(calibrating);
	const noise = thresholdNoise(calibrating, choose, seed, id);
	const judgedClean = heldOut.length > 0 ? heldOut : calibrating;
	const judged = [...judgedClean, ...memorised];
	const flagged = (of: readonly Answer[]): number => of.filter(({ score }) => score < threshold).length;
	const [falsePositiveRate, truePositiveRate, auc] = [
		rate(flagged(heldOut), heldOut.length),
		rate(flagged(memorised), memorised.length),
		areaOf(judged, 'below'),
	];
	const planning = planningOf(clean.filter(mayBeFlagged), memorised.filter(mayBeFlagged));
	const detector: RepcsDetector = {
		method: 'repcs',
		level: 'response',
		score: 'z',
		threshold,
		direction: 'below',
		criterion: { kind: 'conformal', alpha, rank, n },
		quantiles: scoreQuantiles(calibrating.filter(mayBeFlagged).map(({ score }) => score)),
		dkwHalfHeight: rounded(dkwHalfHeight(n)),
		heldOut: falsePositiveRate === null ? null : { n: heldOut.length, falsePositiveRate },
		memorised: truePositiveRate === null || auc === null ? null : { n: memorised.length, truePositiveRate, auc },
		planning,
	};
	const reported = reportDetector({
		id,
		method: 'repcs',
		level: responseLevel,
		title: 'RePCS, responses: perhaps recited from memory',
		unit: 'nats',
		direction: 'below',
		threshold,
		classes: { negative: 'clean', positive: 'memorized' },
		spans: judged,
		negativesChose: heldOut.length === 0,
		chosen: `Split conformal: the ${rank}${ordinal(rank)} smallest of ${plural(n, 'clean score')}, so that a clean answer is flagged with probability at most ${alpha}.`,
		measuredOn: `Measured on ${heldOut.length > 0 ? `${plural(heldOut.length, 'clean answer')} that had no part in the threshold` : `the ${plural(n, 'clean answer')} that chose it, too few to hold any out: how many of them it flags is fixed by its rank, and no estimate of a rate`}${memorised.length > 0 ? `, ${plural(memorised.length, 'memorized answer')}` : ''}.`,
		thresholdNoise: noise,
		bandHalfHeight: rounded(dkwHalfHeight(judgedClean.length)),
		notes: [
			...notes,
			...ofParts,
			...aboveAlpha(falsePositiveRate, alpha),
			...refusalNote(calibrating, heldOut, memorised),
			...(noise === null || noise.high !== null
				? []
				: [
						'Other clean answers like these may refuse so often that they allow no threshold. So the upper end of the range by chance is unknown.',
					]),
			...(memorised.length > 0 ? [] : ['No trace is tagged `memorized`, so the share of recited answers that it finds is unknown.']),
			...(planning === null ? [] : [planningInWords(planning)]),
		],
	});
	return { detector, files: [], reported: [reported] };
}

function mayBeFlagged({ score }: Lot): boolean {
	return score !== neverFlagged;
}

function refusalNote(calibrating: readonly Lot[], heldOut: readonly Lot[], memorised: readonly Lot[]): string[] {
	const counted = [
		[calibrating, 'clean answer', ' to calibrate on'],
		[heldOut, 'clean answer', ' held out'],
		[memorised, 'memorized answer', ''],
	] as const;
	const parts = counted.flatMap(([of, noun, which]) => {
		const refusing = of.filter((one) => !mayBeFlagged(one)).length;
		return refusing === 0 ? [] : [`${refusing} of ${plural(of.length, noun)}${which}`];
	});
	return parts.length === 0
		? []
		: [
				`Refusals: ${parts.join(', ')}. They are never flagged, and count as above every threshold; the chart of scores and the list of the most wrong leave them out.`,
			];
}

type Planning = NonNullable<RepcsDetector['planning']>;

/** Of answers that do not refuse. */
function planningOf(clean: readonly Answer[], memorised: readonly Answer[]): Planning | null {
	if (clean.length === 0 || memorised.length === 0) return null;
	const answers = [...clean, ...memorised];
	const logRatio = answers.reduce((max, answer) => Math.max(max, answer.logRatio), 0);
	const mean = (of: readonly Answer[]): number => of.reduce((sum, { score }) => sum + score, 0) / of.length;
	return {
		logRatio: rounded(logRatio),
		clipped: logRatio >= clippedLogRatio ? clippedLogRatio : null,
		gap: rounded(mean(clean) - mean(memorised)),
		missed,
		answers: answers.length,
	};
}

/** The paper's figure, labeled as such: its proof does not hold (docs/methods/repcs.md), and nobody may take it for a promise. */
function planningInWords({ logRatio, clipped, gap, missed: share, answers }: Planning): string {
	if (gap <= 0)
		return 'The RePCS paper\u2019s planning figure does not exist here: it asks for clean answers that score higher on average than memorized ones.';
	const figure = paperSampleSize({ logRatio, tokens: window, gap, missed: share });
	const measured =
		clipped === null
			? `the largest log-ratio of a token in these ${answers} answers`
			: `where the log-ratios of tokens in these ${answers} answers were cut`;
	return `The RePCS paper\u2019s planning figure: ${plural(figure, 'clean answer')}, \u23088\u03b3\u00b2T\u0394\u207b\u00b2 ln(2/\u03b5)\u2309 with \u03b3 = ${logRatio.toPrecision(4)} nats (${measured}), T = ${window}, \u0394 = ${gap.toPrecision(4)} nats between the means of clean and memorized answers, \u03b5 = ${share}. RAG Assay does not guarantee this figure. It guarantees that a clean answer is flagged with probability at most \u03b1, if there are at least 1/\u03b1 \u2212 1 clean answers.`;
}

function ordinal(n: number): string {
	const teens = n % 100 >= 11 && n % 100 <= 13;
	return teens ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
}
