import { clopperPearsonHigh } from '../../statistics/binomial-interval.ts';
import { clusteredRate } from '../../statistics/clustered-rate.ts';
import { chooseThreshold } from './threshold.ts';
import { percentOf } from '../../wording/numbers.ts';
import type { FailedCheck } from './label-check.ts';
import { rounded } from './rounded.ts';
import type { ChoiceErrors } from './choice-errors.ts';
import type { Direction, LabeledSpan } from './scored-span.ts';
import { operatingPoint, type ClusteredScore } from './threshold-figures.ts';

type Scored = Pick<LabeledSpan, 'score' | 'positive' | 'cluster'>;

/**
 * The threshold of largest F1 among those whose false-alarm rate is at most `max` as far as the labels show: by the upper end of its 95 %
 * interval, which counts what stands together in a cluster as such (`clusteredRate`). `null` where none that flags an unsupported one is.
 * @throws RangeError when a class is missing.
 */
export function boundedThreshold(spans: readonly Scored[], max: number): number | null {
	const free = chooseThreshold(spans, { kind: 'f1' });
	const negatives = spans.filter(({ positive }) => !positive);
	const clusters = negatives.map(({ cluster }) => cluster);
	const holds = (threshold: number): boolean =>
		clusteredRate(
			negatives.map(({ score }) => score > threshold),
			clusters,
		).high <= max;
	if (holds(free)) return free;
	return cutsOf(spans, maxAlarms(negatives.length, max)).find(({ threshold }) => holds(threshold))?.threshold ?? null;
}

/**
 * Returns how resamples of labels choose a threshold, rounded as profiles have it. If a threshold of `spans` keeps to the bound, a resample
 * that allows none throws a RangeError: it would not be written. Otherwise the threshold was forced, and resamples choose the largest F1.
 */
export function resampledChoice(spans: readonly Scored[], max: number): (drawn: readonly Scored[]) => number {
	const isWithin = boundedThreshold(spans, max) !== null;
	return (drawn) => {
		const threshold = boundedThreshold(drawn, max);
		if (threshold === null && isWithin) throw new RangeError(`no threshold keeps false alarms within ${max}`);
		return rounded(threshold ?? chooseThreshold(drawn, { kind: 'f1' }));
	};
}

/** One attempt to choose a threshold within a bound. */
interface BoundedAttempt {
	/** Whether a threshold is within the bound as far as the labels show. */
	readonly isBounded: boolean;
	/** Upper end of the reported interval of the false-alarm rate. `null`: other data than chose the threshold measure it, or none do. */
	readonly alarms: number | null;
}

/** More attempts seldom find a threshold where these do not. */
const maxAttempts = 6;

/**
 * Chooses a threshold whose reported interval of the false-alarm rate ends at `max` or below. The search takes each threshold as given. The
 * reported interval includes that the labels chose it (`choiceErrors`), so it may end higher. Then the bound of the search is lowered by as
 * much, and the choice is made again.
 * @param attempt Chooses with a bound.
 * @returns the first attempt that keeps to `max`, or the attempt with `max` as its bound if none does.
 */
export function keepAlarmsWithin<T extends BoundedAttempt>(
	max: number,
	attempt: (bound: number) => T,
): { readonly chosen: T; readonly isHeld: boolean } {
	const first = attempt(max);
	let [tried, bound] = [first, max];
	for (let i = 0; i < maxAttempts && tried.isBounded; i++) {
		if (tried.alarms === null || tried.alarms <= max) return { chosen: tried, isHeld: true };
		bound *= max / tried.alarms;
		tried = attempt(bound);
	}
	return { chosen: first, isHeld: false };
}

/** Returns the upper end of the reported interval of the false-alarm rate. `null`: the scores have no verdicts in turns. */
export function alarmsInTurns(
	judged: readonly ClusteredScore[],
	threshold: number,
	{ direction, errors }: { readonly direction: Direction; readonly errors: ChoiceErrors | undefined },
): number | null {
	if (judged.every(({ flagged }) => flagged === undefined)) return null;
	return operatingPoint(judged, threshold, { on: 'cross-validation', direction, errors }).falsePositiveRate.high;
}

/**
 * Says that the bound kept a threshold from the largest F1 of all. Says nothing if it did not.
 * @param bound what the search kept to, at most `max`
 */
export function boundInWords(spans: readonly Scored[], bound: number, max: number): string[] {
	const bounded = boundedThreshold(spans, bound);
	return bounded === null || bounded === chooseThreshold(spans, { kind: 'f1' })
		? []
		: [`Thresholds that could flag more than ${percentOf(max)} of the supported text were left out.`];
}

/** So many of them may be flagged before the bound fails even if they were independent; -1: none. */
function maxAlarms(negatives: number, max: number): number {
	let [low, high] = [-1, negatives];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (clopperPearsonHigh(middle, negatives) <= max) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Cuts between neighboring scores that flag so many negatives at most and some positive, the largest F1 first. */
function cutsOf(spans: readonly Scored[], alarms: number): { threshold: number; f1: number }[] {
	const sorted = spans.toSorted((a, b) => b.score - a.score);
	const positives = spans.filter(({ positive }) => positive).length;
	const cuts: { threshold: number; f1: number }[] = [];
	let hits = 0;
	for (const [i, { score, positive }] of sorted.slice(0, -1).entries()) {
		if (positive) hits++;
		if (i + 1 - hits > alarms) break;
		const next = sorted[i + 1]!.score;
		const middle = (score + next) / 2;
		if (next !== score && hits > 0) cuts.push({ threshold: middle < score ? middle : next, f1: (2 * hits) / (i + 1 + positives) });
	}
	return cuts.toSorted((a, b) => b.f1 - a.f1);
}

/** That no threshold keeps to the bound. */
export function tooManyAlarms(level: string, max: number): FailedCheck {
	return {
		found: `With your labels, no threshold keeps false alarms within ${percentOf(max)} of the supported ${level}s (upper end of the 95 % interval).`,
		advice: 'Label more, or allow more with --set false-alarms=SHARE.',
	};
}
