import { contributions } from '../../statistics/boosted-trees/contributions.ts';
import type { BoostedTrees } from '../../statistics/boosted-trees/model.ts';
import type { Feature } from './feature.ts';
import { featureValues } from './feature-values.ts';
import type { Span } from './span.ts';

/** A trained model with what is needed to explain it. */
export interface ExplainedModel {
	readonly model: BoostedTrees;
	/** What the model was trained on, in its order. */
	readonly features: readonly Feature[];
	/** What each usually is (`typicalValues`). */
	readonly typical: ArrayLike<number>;
}

/** A feature that speaks against a span, or for it. */
export interface ReasonPart {
	readonly feature: Feature;
	readonly value: number;
	/** What it usually is. */
	readonly typical: number;
	/** By how much it raised the log-odds of being ungrounded (TreeSHAP); below zero: lowered them. */
	readonly contribution: number;
}

/** How many features are looked at, and share out a span's suspicion to its tokens: beyond these each says little. */
export const maxParts = 5;

/** What moved a span's suspicion. */
export interface ReasonParts {
	/** Positive TreeSHAP values, largest first. */
	readonly raising: readonly ReasonPart[];
	/** Negative ones, the strongest first. */
	readonly lowering: readonly ReasonPart[];
}

/**
 * The features with TreeSHAP values.
 * @throws RangeError when features and model do not fit together.
 */
export function reasonParts(span: Span, { model, features, typical }: ExplainedModel): ReasonParts {
	if (features.length !== model.featureCount || typical.length !== features.length) {
		throw new RangeError(`${features.length} features and ${typical.length} typical values for a model of ${model.featureCount}`);
	}
	const values = featureValues(features, span);
	const shap = contributions(model, values);
	const all = features
		.map((feature, f): ReasonPart => ({ feature, value: values[f]!, typical: typical[f]!, contribution: shap[f]! }))
		.toSorted((a, b) => b.contribution - a.contribution);
	return {
		raising: all.filter(({ contribution }) => contribution > 0),
		lowering: all.filter(({ contribution }) => contribution < 0).toReversed(),
	};
}
