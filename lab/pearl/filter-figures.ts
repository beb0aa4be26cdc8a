import { aucOf, clusterUnits } from '../../src/statistics/bootstrap-statistics.ts';
import { bootstrapInterval } from '../../src/statistics/bootstrap.ts';
import { shareOfParts, type Figure } from '../figure.ts';
import type { FigureOptions } from './figures.ts';
import type { MeasuredFilters } from './measured-filters.ts';

/** What TOP-K and SVT cut of answers without privacy, and whether gap and public surprise know what is personal. */
export function filterFigures(measured: readonly MeasuredFilters[], options: FigureOptions): Figure[] {
	const filters = measured[0]?.filtered.map(({ filter }) => filter) ?? [];
	return [
		...filters.flatMap((filter, f) => oneFilter(filter, f, measured, options)),
		areaFigure('filters | confidence gap: area for sentences with PII', measured, ({ gaps }) => gaps, options),
		areaFigure('filters | public surprise: area for sentences with PII', measured, ({ surprise }) => surprise, options),
	].filter(({ n }) => n > 0);
}

function oneFilter(filter: string, f: number, measured: readonly MeasuredFilters[], { random }: FigureOptions): Figure[] {
	const sentences = measured.map(({ personal, filtered }) => {
		const { high, low } = filtered[f]!.sides;
		return personal.map((is, i) => ({ personal: is, cut: high.includes(i), low: low.includes(i) }));
	});
	const of = (which: (one: (typeof sentences)[number][number]) => boolean) => sentences.map((answer) => answer.filter(which));
	const named = (what: string): string => `filters | ${filter} | ${what}`;
	return [
		shareOfParts(
			named('cut of sentences with PII'),
			random,
			of(({ personal }) => personal),
			({ cut }) => cut,
		),
		shareOfParts(
			named('cut of the others'),
			random,
			of(({ personal }) => !personal),
			({ cut }) => cut,
		),
		shareOfParts(
			named('in S_P and S_U, of those in one'),
			random,
			of(({ cut, low }) => cut || low),
			({ cut, low }) => cut && low,
		),
	];
}

function areaFigure(
	name: string,
	measured: readonly MeasuredFilters[],
	scoresOf: (one: MeasuredFilters) => readonly number[],
	{ random, resamples }: FigureOptions,
): Figure {
	const labels = measured.flatMap(({ personal }) => personal.map(Number));
	const scores = measured.flatMap(scoresOf);
	const hasBoth = labels.includes(0) && labels.includes(1);
	if (!hasBoth) return { name, value: NaN, low: null, high: null, n: 0, unit: '', target: null };
	const units = clusterUnits(measured.flatMap(({ personal }, answer) => personal.map(() => String(answer))));
	const { value, low, high } = bootstrapInterval(units, aucOf(scores, labels), { random, resamples, method: 'percentile' });
	return { name, value, low, high, n: labels.length, unit: '', target: null };
}
