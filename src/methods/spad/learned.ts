import type { FeatureMatrix } from '../../statistics/boosted-trees/feature-matrix.ts';
import type { BoostedTrees } from '../../statistics/boosted-trees/model.ts';
import { shapSummary, type ShapPoint, type SummaryLimits } from '../../statistics/boosted-trees/shap-summary.ts';
import type { Feature } from './feature.ts';
import { featureInWords } from './reason-words.ts';

/** A feature that a classifier goes by. */
interface LearnedFeature {
	/** As the classifier's file has it, such as `RAG_NOUN`. */
	readonly name: string;
	/** The same in words, such as "what nouns get from the contexts". */
	readonly title: string;
	/** Mean size of its SHAP values, log-odds of being ungrounded. */
	readonly mean: number;
	/** Rank correlation of its values with its SHAP values: above 0 where larger values suggest unsupported text; `null` where it never changes. */
	readonly direction: number | null;
	/** Some rows, by rising SHAP value; none beyond the features that are drawn. */
	readonly points: readonly ShapPoint[];
}

/** What a classifier has learned (docs/methods/spad.md). */
export interface Learned {
	/** Rows that were explained, of those that it was trained on. */
	readonly rows: number;
	readonly of: number;
	/** All that move any row, what weighs most first. */
	readonly features: readonly LearnedFeature[];
}

/** Explaining a row takes milliseconds. A mean over a thousand rows is known to a few hundredths. */
const usual: SummaryLimits = { rows: 1000, features: 20, points: 200 };

/**
 * Says what a classifier goes by on the rows that it was trained on, as the paper's figure 1b does. Numbers are rounded, so that the last bits of a
 * machine's arithmetic do not show.
 * @throws RangeError when features, model and rows do not fit together.
 */
export function whatWasLearned(model: BoostedTrees, features: readonly Feature[], trained: FeatureMatrix, limits = usual): Learned {
	if (features.length !== model.featureCount) throw new RangeError(`${features.length} features for a model of ${model.featureCount}`);
	const summary = shapSummary(model, trained, limits);
	return {
		rows: summary.rows,
		of: trained.rows,
		features: summary.features
			.map(({ feature, mean, direction, points }) => ({
				name: features[feature]!.name,
				title: featureInWords(features[feature]!),
				mean: to(mean, 5),
				direction: direction === null ? null : to(direction, 3),
				points: points.map(({ rank, shap }) => ({ rank: to(rank, 3), shap: to(shap, 4) })),
			}))
			.filter(({ mean }) => mean > 0),
	};
}

function to(value: number, decimals: number): number {
	const rounded = Number(value.toFixed(decimals));
	return rounded === 0 ? 0 : rounded;
}
