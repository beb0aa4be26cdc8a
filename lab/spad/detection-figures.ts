import { pairsAmong } from '../../src/statistics/area-interval.ts';
import { aucOf, clusterUnits, confusionOf, differenceOf, f1, recall } from '../../src/statistics/bootstrap-statistics.ts';
import { bootstrapInterval, type Statistic } from '../../src/statistics/bootstrap.ts';
import { aucWithin } from '../../src/statistics/stratified-auc.ts';
import type { Random } from '../../src/statistics/random.ts';
import type { Figure } from '../figure.ts';
import type { JudgedSpan } from './judged-span.ts';
import type { TestScores } from './score-spans.ts';
import { differences, targets, type Level } from './targets.ts';
import type { Target } from '../target.ts';

export interface JudgedDetectors {
	readonly level: Level;
	/** The test spans. */
	readonly spans: readonly JudgedSpan[];
	/** By detector, one a span. */
	readonly results: ReadonlyMap<string, TestScores>;
	readonly random: Random;
	readonly resamples: number;
	/** Whether figures have targets: those of other data than the twin recipe's have none. */
	readonly targeted: boolean;
}

/** Positives fewer than this say nothing about a kind of error. */
const fewest = 10;

/**
 * What the detectors are worth: area under the curve, F1 and recall of each; the area among answers of as many sentences, at temperature 0, for each kind of error against
 * spans without one, and without refusals; paired differences. 95 % intervals by bootstrap over groups; where it sees nothing vary, for as many
 * cases as there are independent pairs of a positive and a negative (`unvariedInterval`). Figures are named
 * 'response, SPAD+, AUC' and so on.
 */
export function detectionFigures({ level, spans, results, random, resamples, targeted }: JudgedDetectors): Figure[] {
	const figures: Figure[] = [];
	const all = spans.map((_, i) => i);
	const labels = spans.map(({ positive }) => Number(positive));
	/** A statistic of the spans in `rows`; it is given their places in `rows`. */
	const add = (
		name: string,
		rows: readonly number[],
		statistic: Statistic,
		target: Target | null = null,
		range: readonly [number, number] = [0, 1],
	): Figure => {
		const units = clusterUnits(rows.map((row) => spans[row]!.group));
		const cases = pairsAmong(
			units,
			rows.map((row) => labels[row]!),
		);
		const { value, low, high } = bootstrapInterval(units, statistic, { random, resamples, unvaried: { cases, range } });
		const figure: Figure = { name: `${level}, ${name}`, value, low, high, n: rows.length, unit: '', target: targeted ? target : null };
		figures.push(figure);
		return figure;
	};
	const sentenceCounts = spans.map(({ rows }) => rows.format[0]!);
	const once = new Uint32Array(spans.length).fill(1);
	const parts = subsets(level, spans);
	for (const [detector, { scores, flagged }] of results) {
		const named = (what: string): string => `${detector}, ${what}`;
		const target = (what: string): Target | null => targets[level][named(what)] ?? null;
		add(named('AUC'), all, aucOf(scores, labels), target('AUC'));
		add(named('F1'), all, confusionOf(f1, flagged, labels, 0.5));
		add(named('recall'), all, confusionOf(recall, flagged, labels, 0.5));
		const within = aucWithin(scores, labels, sentenceCounts);
		// In a small set no two answers of a length may differ in truth.
		if (!Number.isNaN(within(once))) add(named('AUC within answers of as many sentences'), all, within);
		for (const [what, rows] of parts)
			add(
				named(what),
				rows,
				aucOf(
					rows.map((row) => scores[row]!),
					rows.map((row) => labels[row]!),
				),
				target(what),
			);
	}
	for (const { first, second, target, lowTarget } of differences) {
		const [a, b] = [results.get(first), results.get(second)];
		if (a === undefined || b === undefined) continue;
		const { low } = add(
			`${first} minus ${second}, difference of AUC`,
			all,
			differenceOf(aucOf(a.scores, labels), aucOf(b.scores, labels)),
			target,
			[-1, 1],
		);
		if (targeted && lowTarget !== null && low !== null)
			figures.push({
				name: `${level}, ${first} minus ${second}, lower end of its interval`,
				value: low,
				low: null,
				high: null,
				n: spans.length,
				unit: '',
				target: lowTarget,
			});
	}
	return figures;
}

/** Selections of spans that an area is given for, by name; those that hold too few of a class are left out. */
export function subsets(level: Level, spans: readonly JudgedSpan[]): [string, number[]][] {
	const where = (keep: (span: JudgedSpan) => boolean): number[] => spans.flatMap((span, i) => (keep(span) ? [i] : []));
	const kinds = [...new Set(spans.flatMap(({ errors }) => errors))].toSorted();
	const found: [string, number[]][] = [
		['AUC at T = 0', where(({ temperature }) => temperature === 0)],
		// A sentence that refuses is not wrong, and says nothing that could be right.
		...kinds.map((kind): [string, number[]] => [
			`AUC on ${kind}`,
			where(({ positive, errors, refusal }) => (positive ? errors.includes(kind) : level === 'response' || !refusal)),
		]),
		...(level === 'sentence' ? [['AUC without refusals', where(({ refusal }) => !refusal)] satisfies [string, number[]]] : []),
	];
	const enough = (rows: readonly number[], positive: boolean): boolean =>
		rows.filter((row) => spans[row]!.positive === positive).length >= fewest;
	return found.filter(([, rows]) => enough(rows, true) && enough(rows, false));
}
