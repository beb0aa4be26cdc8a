import { clusterUnits, meanOf } from '../../src/statistics/bootstrap-statistics.ts';
import { bootstrapInterval } from '../../src/statistics/bootstrap.ts';
import { conformalSplitRates } from './conformal-splits.ts';
import { conformalThreshold, isBeyond } from '../../src/statistics/conformal-threshold.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import type { Random } from '../../src/statistics/random.ts';
import type { Figure } from '../figure.ts';
import { versus, type DetectionOptions } from './detection-figures.ts';
import { zName } from './detector-scores.ts';
import type { ScoredQuery } from './score-query.ts';
import { atMost } from '../target.ts';

/** The paper's, for its table. */
const alpha = 0.05;
const splits = 200;

/**
 * Whether the conformal threshold of Z keeps its promise on queries that did not calibrate it: over random halves of the clean queries, whole
 * entities on one side; and what it catches. The interval of the mean is that of the choice of splits, the spread that of the single ones.
 */
export function guaranteeFigures(queries: readonly ScoredQuery[], { random, resamples }: DetectionOptions): Figure[] {
	const clean = queries.filter(({ set }) => set === 'clean');
	const z = clean.map(zOf);
	const units = clusterUnits(clean.map(({ entity }) => entity)).map((rows) => rows.map((row) => z[row]!));
	const rates = conformalSplitRates(units, { random, alpha, splits });
	const { value, low, high } = bootstrapInterval(splits, meanOf(rates), { random, resamples });
	const sorted = rates.toSorted();
	const { threshold } = conformalThreshold(z, alpha);
	const common = { n: clean.length, unit: '' };
	return [
		{ name: `held-out clean queries flagged at α = ${alpha}: mean of ${splits} splits`, value, low, high, ...common, target: null },
		{
			name: `held-out clean queries flagged at α = ${alpha}: lower end of the mean's interval`,
			value: low,
			low: null,
			high: null,
			...common,
			target: atMost(alpha),
		},
		{
			name: `held-out clean queries flagged at α = ${alpha}: median of the splits, and where 95 % of them lie`,
			value: quantile(sorted, 0.5),
			low: quantile(sorted, 0.025),
			high: quantile(sorted, 0.975),
			...common,
			target: null,
		},
		...versus.map((set) =>
			caught(
				queries.filter((query) => query.set === set),
				set,
				threshold,
				random,
				resamples,
			),
		),
	];
}

function caught(rows: readonly ScoredQuery[], set: string, threshold: number, random: Random, resamples: number): Figure {
	const flagged = rows.map((row) => Number(isBeyond(zOf(row), threshold, 'low')));
	const units = clusterUnits(rows.map(({ entity }) => entity));
	const { value, low, high } = bootstrapInterval(units, meanOf(flagged), { random, resamples, unvaried: { cases: units.length } });
	return {
		name: `${set} queries flagged at the threshold of all clean ones, α = ${alpha}`,
		value,
		low,
		high,
		n: rows.length,
		unit: '',
		target: null,
	};
}

/** `Z`, nats. */
export function zOf({ scores }: ScoredQuery): number {
	const score = scores.get(zName);
	if (score === undefined) throw new RangeError('a query without Z');
	// Scores rise with suspicion, and Z falls.
	return -score;
}
