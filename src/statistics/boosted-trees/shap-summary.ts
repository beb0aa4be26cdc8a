import { midranks } from '../midranks.ts';
import { rankCorrelation } from '../rank-correlation.ts';
import { contributions } from './contributions.ts';
import { matrixRow, type FeatureMatrix } from './feature-matrix.ts';
import type { BoostedTrees } from './model.ts';

/** One row of a feature, as a summary plot draws it. */
export interface ShapPoint {
	/** The row's value by its rank among all rows: 0 the least, 1 the greatest, equal values the same. */
	readonly rank: number;
	/** The feature's SHAP value in that row, log-odds. */
	readonly shap: number;
}

/** What a feature does in a model, over many rows. */
interface FeatureInfluence {
	/** Its column. */
	readonly feature: number;
	/** Mean of the size of its SHAP values, log-odds; above 0. */
	readonly mean: number;
	/** Rank correlation of its values with its SHAP values: above 0 where larger values raise the log-odds; `null` where it never changes. */
	readonly direction: number | null;
	/** Some rows, by rising SHAP value; none beyond the features that are drawn. */
	readonly points: readonly ShapPoint[];
}

/** What a model has learned, as its SHAP values over rows show it (Lundberg et al., Nature Machine Intelligence 2020: summary plot). */
export interface ShapSummary {
	/** Rows that were explained. */
	readonly rows: number;
	/** Features that move any row, the largest mean first. */
	readonly features: readonly FeatureInfluence[];
}

export interface SummaryLimits {
	/** Rows that are explained at most. */
	readonly rows: number;
	/** Features with points. */
	readonly features: number;
	/** Points of a feature, from 2 on. */
	readonly points: number;
}

/**
 * Summarizes the SHAP values of a model over rows. Of more rows than the limit it explains that many, evenly spaced. A feature's points are evenly
 * spaced by rank of SHAP value, both ends included, so that they lie as all of them do. Nothing is drawn by chance.
 * @throws RangeError for another number of features than the model has, or a missing value, which has no rank.
 */
export function shapSummary(model: BoostedTrees, matrix: FeatureMatrix, limits: SummaryLimits): ShapSummary {
	if (matrix.values.some((value) => Number.isNaN(value))) throw new RangeError('a missing value has no rank');
	const rows = evenly(matrix.rows, limits.rows).map((row) => matrixRow(matrix, row));
	const shap = rows.map((row) => contributions(model, row));
	const influences = Array.from({ length: matrix.columns }, (_, feature) => {
		const own = shap.map((values) => values[feature]!);
		return { feature, own, mean: own.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(1, rows.length) };
	})
		.filter(({ mean }) => mean > 0)
		.toSorted((a, b) => b.mean - a.mean);
	return {
		rows: rows.length,
		features: influences.map(({ feature, own, mean }, place) => {
			const values = rows.map((row) => row[feature]!);
			return {
				feature,
				mean,
				direction: rankCorrelation(values, own),
				points: place < limits.features ? pointsOf(values, own, limits.points) : [],
			};
		}),
	};
}

function pointsOf(values: readonly number[], shap: readonly number[], max: number): ShapPoint[] {
	const ranks = midranks(values);
	const places = Math.max(1, values.length - 1);
	const rising = shap.map((_, row) => row).toSorted((a, b) => shap[a]! - shap[b]!);
	return evenly(rising.length, max).map((at) => {
		const row = rising[at]!;
		return { rank: values.length === 1 ? 0.5 : (ranks[row]! - 1) / places, shap: shap[row]! };
	});
}

/** At most `max` of the places `0 … count − 1`, evenly spaced, with the first and the last. */
function evenly(count: number, max: number): number[] {
	const length = Math.min(count, max);
	return Array.from({ length }, (_, i) => (length < 2 ? i : Math.round((i * (count - 1)) / (length - 1))));
}
