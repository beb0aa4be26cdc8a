import { UserError } from '../../errors.ts';
import { repcsFormat, type RepcsDetector } from '../../formats/detectors/repcs.ts';
import { paperSampleSize } from '../../methods/repcs/planning.ts';
import { window } from '../../methods/repcs/repcs.ts';
import { conformalThreshold, leastConformalSample } from '../../statistics/conformal-threshold.ts';
import { dkwHalfHeight } from '../../statistics/dkw-band.ts';
import { stratifiedPart } from '../../statistics/grouped-folds.ts';
import { randomFor } from '../../statistics/random.ts';
import { areaOf } from './area.ts';
import { reportDetector } from './detector-report.ts';
import { plural } from './in-words.ts';
import type { CalibrationMethod, FitContext, Fitted, FitSettings } from './method.ts';
import { numbersOf, type MeasuredTrace } from './measure.ts';
import { clusterOnBothSides } from './official-sides.ts';
import { clippedLogRatio, scoreMeasure } from './score-measure.ts';
import { scoredSpan, type ScoredSpan } from './scored-span.ts';
import { rounded, scoreQuantiles } from './threshold-figures.ts';
import { rate } from './threshold-point.ts';
import { thresholdNoise } from './threshold-noise.ts';
import { withContexts, type TraceItem } from './trace-item.ts';

const id = 'repcs response';
/** Of clean answers that the data do not split. */
const heldOutShare = 1 / 3;
/** `ε` of the paper's planning figure. */
const missed = 0.05;
/** How somebody says which answers are clean. */
const howToTag = 'tag traces `clean` that were answered from contexts which the model has not learnt (`tags` in the front matter or in `response.jsonl`)';

/** The split-conformal threshold of RePCS (methods.md §3) on clean answers, and what it finds among memorised ones. */
export const repcsMethod: CalibrationMethod<RepcsDetector> = {
	name: 'repcs', title: 'RePCS', format: repcsFormat, measure: scoreMeasure,
	look: (all, { alpha }) => {
		const items = withContexts(all);
		const clean = items.filter(({ side }) => side === 'clean');
		const { length: memorised } = memorisedOf(items.filter(({ side }) => side === 'memorised'));
		const parts = partsOf(clean, { alpha, seed: 0 });
		const calibrating = parts?.calibrating.length ?? 0;
		if (calibrating < leastConformalSample(alpha)) return { fits: false, why: tooFew(clean.length, alpha), code: clean.length === 0 ? 'RA652' : 'RA653' };
		return {
			fits: true,
			why: `Split-conformal threshold at α = ${alpha} on ${plural(calibrating, 'clean answer')}, ${clean.length - calibrating} held out, ${memorised === 0 ? 'no memorised one' : plural(memorised, 'memorised one')} to find.${typeof parts?.leak === 'string' ? ` ${parts.leak}` : ''}`,
		};
	},
	detectors: [{ id, title: 'RePCS, responses', weight: 1, fit: async (traces, context) => fitRepcs(traces, context) }],
};

function tooFew(clean: number, alpha: number): string {
	const needed = leastConformalSample(alpha);
	return clean === 0 ? `It needs at least ${needed} clean answers, and there are none: ${howToTag}.`
		: `At α = ${alpha} it needs at least ${needed} clean answers to calibrate on, because α(n + 1) may not be below 1, and there are ${clean}: ${howToTag}, or raise α.`;
}

/**
 * Clean answers that choose the threshold and those that judge it: by the data's split, where no group stands on both sides of it, else a
 * third of the groups is held out where enough remain, else none is. `leak`: why a split is not used, in words.
 */
function partsOf<T extends { readonly split: TraceItem['split']; readonly group: string }>(clean: readonly T[], { alpha, seed }: Pick<FitSettings, 'alpha' | 'seed'>): { calibrating: readonly T[]; heldOut: readonly T[]; leak: string | null } | null {
	const least = leastConformalSample(alpha);
	if (clean.length < least) return null;
	const [train, test] = [clean.filter(({ split }) => split === 'train'), clean.filter(({ split }) => split === 'test')];
	const both = clusterOnBothSides(clean.map(({ split, group }) => ({ split, cluster: group })));
	if (both === null && train.length >= least && test.length > 0) return { calibrating: train, heldOut: test, leak: null };
	const leak = both === null ? null : `The split of the clean answers is not used: '${both}' stands on both sides of it.`;
	if (new Set(clean.map(({ group }) => group)).size < 2) return { calibrating: clean, heldOut: [], leak };
	const { part, rest } = stratifiedPart(randomFor(seed, `${id} held out`), { labels: clean.map(() => 0), groups: clean.map(({ group }) => group) }, heldOutShare);
	return rest.length < least ? { calibrating: clean, heldOut: [], leak } : { calibrating: rest.map((i) => clean[i]!), heldOut: part.map((i) => clean[i]!), leak };
}

interface Answer extends ScoredSpan {
	readonly group: string;
	readonly logRatio: number;
}

function answersOf(traces: readonly MeasuredTrace[], wanted: 'clean' | 'memorised'): Answer[] {
	return withContexts(traces).flatMap((trace) => {
		const numbers = numbersOf(trace, scoreMeasure)?.repcs ?? null;
		if (trace.side !== wanted || numbers === null) return [];
		const { z, perToken, logRatio } = numbers;
		const span = scoredSpan(trace, { ...trace.response, truth: wanted === 'memorised' }, z, { 'Z per token (−Z/T)': -perToken });
		return [{ ...span, group: trace.group, logRatio }];
	});
}

function fitRepcs(traces: readonly MeasuredTrace[], { alpha, seed }: FitContext): Fitted<RepcsDetector> {
	const clean = answersOf(traces, 'clean');
	const parts = partsOf(clean, { alpha, seed });
	if (parts === null) {
		const none = clean.length === 0;
		throw new UserError(none ? 'RA652' : 'RA653', `RePCS cannot be calibrated. ${tooFew(clean.length, alpha)}`);
	}
	const { calibrating, heldOut, leak } = parts;
	const memorised = memorisedOf(answersOf(traces, 'memorised'));
	const choose = (from: readonly ScoredSpan[]): number => roundedDown(conformalThreshold(from.map(({ score }) => score), alpha).threshold);
	const { rank, n } = conformalThreshold(calibrating.map(({ score }) => score), alpha);
	const threshold = choose(calibrating);
	const judgedClean = heldOut.length > 0 ? heldOut : calibrating;
	const judged = [...judgedClean, ...memorised];
	const flagged = (of: readonly Answer[]): number => of.filter(({ score }) => score < threshold).length;
	const [falsePositiveRate, truePositiveRate, auc] = [rate(flagged(heldOut), heldOut.length), rate(flagged(memorised), memorised.length), areaOf(judged, 'below')];
	const planning = planningOf(clean, memorised);
	const detector: RepcsDetector = {
		method: 'repcs', level: 'response', score: 'z', threshold, direction: 'below',
		criterion: { kind: 'conformal', alpha, rank, n }, quantiles: scoreQuantiles(calibrating.map(({ score }) => score)), dkwHalfHeight: rounded(dkwHalfHeight(n)),
		heldOut: falsePositiveRate === null ? null : { n: heldOut.length, falsePositiveRate },
		memorised: truePositiveRate === null || auc === null ? null : { n: memorised.length, truePositiveRate, auc },
		planning,
	};
	const reported = reportDetector({
		id, method: 'repcs', level: 'response', title: 'RePCS, responses: perhaps recited from memory', unit: 'nats', direction: 'below', threshold,
		classes: { negative: 'clean', positive: 'memorised' }, spans: judged,
		chosen: `Split conformal: the ${rank}${ordinal(rank)} smallest of ${plural(n, 'clean score')}, so that a clean answer is flagged with probability at most ${alpha}.`,
		measuredOn: `${heldOut.length > 0 ? `${plural(heldOut.length, 'clean answer')} that had no part in the threshold` : `The ${plural(n, 'clean answer')} that chose it: too few to hold any out`}${memorised.length > 0 ? `, ${plural(memorised.length, 'memorised answer')}` : ''}.`,
		thresholdNoise: thresholdNoise(calibrating, choose, seed, id),
		bandHalfHeight: rounded(dkwHalfHeight(judgedClean.length)),
		notes: [...(leak === null ? [] : [leak]), ...(memorised.length > 0 ? [] : ['No trace is tagged `memorised`: how many recited answers it finds is not known.']), ...(planning === null ? [] : [planningInWords(planning)])],
	});
	return { detector, files: [], reported: [reported] };
}

/** Those of the test side, where the data have one. */
function memorisedOf<T extends Pick<TraceItem, 'split'>>(all: readonly T[]): readonly T[] {
	const test = all.filter(({ split }) => split === 'test');
	return test.length > 0 ? test : all;
}

type Planning = NonNullable<RepcsDetector['planning']>;

function planningOf(clean: readonly Answer[], memorised: readonly Answer[]): Planning | null {
	if (memorised.length === 0) return null;
	const answers = [...clean, ...memorised];
	const logRatio = answers.reduce((most, answer) => Math.max(most, answer.logRatio), 0);
	const mean = (of: readonly Answer[]): number => of.reduce((sum, { score }) => sum + score, 0) / of.length;
	return { logRatio: rounded(logRatio), clipped: logRatio >= clippedLogRatio ? clippedLogRatio : null, gap: rounded(mean(clean) - mean(memorised)), missed, answers: answers.length };
}

/** The paper's figure, labelled as such: its proof does not hold (methods.md §3), and nobody may take it for a promise. */
function planningInWords({ logRatio, clipped, gap, missed: share, answers }: Planning): string {
	if (gap <= 0) return 'The RePCS paper\u2019s planning figure does not exist here: it asks for clean answers that score higher on average than memorised ones.';
	const figure = paperSampleSize({ logRatio, tokens: window, gap, missed: share });
	const measured = clipped === null ? `the largest log-ratio of a token in these ${answers} answers` : `where the log-ratios of tokens in these ${answers} answers were cut`;
	return `The RePCS paper\u2019s planning figure: ${plural(figure, 'clean answer')}, \u23088\u03b3\u00b2T\u0394\u207b\u00b2 ln(2/\u03b5)\u2309 with \u03b3 = ${logRatio.toPrecision(4)} nats (${measured}), T = ${window}, \u0394 = ${gap.toPrecision(4)} nats between the means of clean and memorised answers, \u03b5 = ${share}. It is the paper\u2019s, and no guarantee of ours: what is guaranteed is that a clean answer is flagged with probability at most \u03b1, from 1/\u03b1 \u2212 1 clean answers on.`;
}

/** To nine decimals, never up: the score that gave the threshold must not fall below it. */
function roundedDown(value: number): number {
	return Math.floor(value * 1e9) / 1e9;
}

function ordinal(n: number): string {
	const teens = n % 100 >= 11 && n % 100 <= 13;
	return teens ? 'th' : ['th', 'st', 'nd', 'rd'][n % 10] ?? 'th';
}
