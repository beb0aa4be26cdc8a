import { pairsAmong } from '../../src/statistics/area-interval.ts';
import { rankScores } from '../../src/statistics/auc.ts';
import { aucOf, clusterUnits, differenceOf } from '../../src/statistics/bootstrap-statistics.ts';
import { bootstrapInterval, type BootstrapOptions, type Statistic } from '../../src/statistics/bootstrap.ts';
import { precisionAt } from './precision-at.ts';
import type { Random } from '../../src/statistics/random.ts';
import { falsePositiveRateAt } from '../../src/statistics/roc-curve.ts';
import type { Figure } from '../figure.ts';
import { zName } from './detector-scores.ts';
import type { QuerySet } from './query-sets.ts';
import type { ScoredQuery } from './score-query.ts';
import { atLeast, atMost, type Target } from '../target.ts';

export interface DetectionOptions {
	readonly random: Random;
	readonly resamples: number;
}

/** What RePCS must reach on clean against memorised queries. */
const targets: Readonly<Record<string, Target>> = {
	[`memorised, ${zName}, AUC`]: atLeast(0.97),
	[`memorised, ${zName}, FPR at 95 % TPR`]: atMost(0.15),
};

/** Detectors of one group of queries, against the clean ones among them. */
export const versus = ['memorised', 'paraphrased'] as const satisfies readonly QuerySet[];

/**
 * The paper's Table II and IV: area under the curve, precision among the 10 most suspect, false positives where 95 % of the memorised are flagged, of
 * every detector that all of these queries have a score of. Intervals (95 %) by bootstrap over entities; where it sees nothing vary, for as
 * many cases as are independent (`unvariedInterval`): pairs of entities, the queries that are flagged, the clean entities. Named 'memorised, Z, AUC' and so on.
 */
export function detectionFigures(queries: readonly ScoredQuery[], against: QuerySet, { random, resamples }: DetectionOptions): Figure[] {
	const rows = queries.filter(({ set }) => set === 'clean' || set === against);
	const detectors = [...(rows[0]?.scores.keys() ?? [])].filter((name) => rows.every(({ scores }) => scores.has(name)));
	return detectors.flatMap((detector) => {
		const { scores, labels, units } = columns(rows, detector, against);
		const ranked = rankScores(scores, labels);
		const measures: readonly (readonly [string, Statistic, number])[] = [
			['AUC', aucOf(scores, labels), pairsAmong(units, labels)],
			['precision@10', (counts) => precisionAt(ranked, counts, 10), 10],
			[
				'FPR at 95 % TPR',
				(counts) => falsePositiveRateAt(ranked, counts, 0.95),
				units.filter((unit) => unit.some((row) => labels[row] === 0)).length,
			],
		];
		return measures.map(([what, statistic, cases]) => {
			const name = `${against}, ${detector}, ${what}`;
			return figureOf(name, units, statistic, { random, resamples, unvaried: { cases } }, rows.length, targets[name] ?? null);
		});
	});
}

/** The area of Z among queries that were asked in forms of the same kind. */
export function sameFormFigure(queries: readonly ScoredQuery[], against: QuerySet, options: DetectionOptions): Figure {
	const form = against === 'memorised' ? 'trained' : 'held-out';
	const rows = queries.filter((query) => query.form === form && (query.set === 'clean' || query.set === against));
	const { scores, labels, units } = columns(rows, zName, against);
	return figureOf(
		`${against}, all asked in ${form} forms, AUC of Z`,
		units,
		aucOf(scores, labels),
		{ ...options, unvaried: { cases: pairsAmong(units, labels) } },
		rows.length,
	);
}

/** By how much the area of Z is above another detector's on the same queries. */
export function differenceFigure(queries: readonly ScoredQuery[], against: QuerySet, other: string, options: DetectionOptions): Figure {
	const rows = queries.filter(({ set }) => set === 'clean' || set === against);
	const [own, its] = [columns(rows, zName, against), columns(rows, other, against)];
	return figureOf(
		`${against}, AUC of Z minus that of ${other}`,
		own.units,
		differenceOf(aucOf(own.scores, own.labels), aucOf(its.scores, its.labels)),
		{ ...options, unvaried: { cases: pairsAmong(own.units, own.labels), range: [-1, 1] } },
		rows.length,
	);
}

function columns(
	rows: readonly ScoredQuery[],
	detector: string,
	against: QuerySet,
): { scores: number[]; labels: number[]; units: number[][] } {
	const scores = rows.map((row) => {
		const score = row.scores.get(detector);
		if (score === undefined) throw new RangeError(`no score by '${detector}'`);
		return score;
	});
	return { scores, labels: rows.map(({ set }) => Number(set === against)), units: clusterUnits(rows.map(({ entity }) => entity)) };
}

function figureOf(
	name: string,
	units: readonly (readonly number[])[],
	statistic: Statistic,
	options: BootstrapOptions,
	n: number,
	target: Target | null = null,
): Figure {
	const { value, low, high } = bootstrapInterval(units, statistic, options);
	return { name, value, low, high, n, unit: '', target };
}
