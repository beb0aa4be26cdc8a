import type { RedteamMeasure } from '../../formats/memory-redteam.ts';
import { clopperPearson } from '../../statistics/binomial-interval.ts';
import { bootstrapInterval } from '../../statistics/bootstrap.ts';
import { meanOf } from '../../statistics/bootstrap-statistics.ts';
import { randomFor } from '../../statistics/random.ts';
import { rocCurve } from '../../statistics/roc-curve.ts';
import { aucWithin } from '../../statistics/stratified-auc.ts';

const resamples = 1000;

/** A share of entries, with Clopper and Pearson's interval; of none 0, of which nothing is known. */
export function entryShare(flags: readonly boolean[]): RedteamMeasure {
	const hits = flags.filter(Boolean).length;
	return { value: flags.length === 0 ? 0 : hits / flags.length, ...clopperPearson(hits, flags.length), n: flags.length };
}

/**
 * A share of questions over runs, which ask about the same memory: interval by a bootstrap over runs, of a single run over its questions, and Clopper and
 * Pearson's where runs do not differ.
 */
export function runShare(name: string, runs: readonly (readonly boolean[])[]): RedteamMeasure {
	const values = runs.flat().map(Number);
	let next = 0;
	const units = runs.map((run) => run.map(() => next++));
	const { value, low, high, method } = bootstrapInterval(runs.length > 1 ? units : values.length, meanOf(values), {
		random: randomFor(1, name),
		resamples,
		method: 'percentile',
		unvaried: { cases: values.length },
	});
	const bounds = method === 'unvaried' ? clopperPearson(Math.round(value * values.length), values.length) : { low, high };
	return { value, ...bounds, n: values.length };
}

/** Scores of a run. */
export interface RunScores {
	readonly planted: ArrayLike<number>;
	readonly benign: ArrayLike<number>;
}

function pooled(runs: readonly RunScores[]): { scores: number[]; labels: number[]; strata: number[] } {
	const parts = runs.flatMap(({ planted, benign }, run) => [
		...Array.from(planted, (score) => ({ score, label: 1, run })),
		...Array.from(benign, (score) => ({ score, label: 0, run })),
	]);
	return { scores: parts.map(({ score }) => score), labels: parts.map(({ label }) => label), strata: parts.map(({ run }) => run) };
}

/** Mean of the runs' areas under the ROC curve; interval by a bootstrap over entries within runs. */
export function runArea(name: string, runs: readonly RunScores[]): RedteamMeasure {
	const { scores, labels, strata } = pooled(runs);
	const { value, low, high } = bootstrapInterval(scores.length, aucWithin(scores, labels, strata), {
		random: randomFor(1, name),
		resamples,
		method: 'percentile',
		unvaried: { cases: labels.filter((label) => label === 1).length },
	});
	return { value, low, high, n: scores.length };
}

/** Points of the first run's curve; of more than `max` every so many, and the last. */
export function rocOf({ planted, benign }: RunScores, max = 120): [number, number][] {
	const { scores, labels } = pooled([{ planted, benign }]);
	const points = rocCurve(scores, labels).map(({ falsePositiveRate, truePositiveRate }): [number, number] => [
		falsePositiveRate,
		truePositiveRate,
	]);
	const step = Math.ceil(points.length / max);
	return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}
