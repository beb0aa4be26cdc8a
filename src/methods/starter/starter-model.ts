import type { StarterFeatureName, StarterSentence } from './starter-features.ts';

/** A logistic model of a few features, fitted on all families of public sets but one, and the thresholds that this family gives it. */
export interface StarterFit {
	/** The family of sets that it was not fitted on. */
	readonly leftOut: string;
	readonly intercept: number;
	/** One a feature, none negative: more of a feature is never less suspect. */
	readonly weights: readonly number[];
	/** Logits above which at most a given share of this family's supported sentences, or answers, lies. */
	readonly thresholds: { readonly sentence: number; readonly answer: number };
}

/** Fits of the same features, one for each family. */
export interface StarterForm {
	readonly features: readonly StarterFeatureName[];
	readonly fits: readonly StarterFit[];
}

/** The form that ships, and what it was made from. */
export interface FittedStarter {
	readonly made: {
		readonly sets: readonly { readonly name: string; readonly family: string; readonly answers: number; readonly sentences: number }[];
		/** The largest share of supported texts of a set that a fit flags, of the family that it was not fitted on. */
		readonly falseAlarms: number;
	};
	readonly form: StarterForm;
}

export type StarterLevel = 'sentence' | 'answer';

/** Sentences of fewer content words say too little to be judged by these words. */
const fewestContentWords = 3;

/** Returns whether words tell anything about a sentence or an answer: it has some, and no value that speaks for it. */
export function isJudgeable({ contentWords, sharesValue }: Pick<StarterSentence, 'contentWords' | 'sharesValue'>): boolean {
	return contentWords >= fewestContentWords && !sharesValue;
}

/** Scores above it are flagged. */
export const starterThreshold = 0.5;

/**
 * Returns how suspect a sentence or an answer is, in `(0, 1)`. It is above `starterThreshold` if all fits agree, each by the threshold of the
 * family that it was not fitted on. It is not a probability.
 */
export function starterScore({ features, fits }: StarterForm, level: StarterLevel, subject: Pick<StarterSentence, 'features'>): number {
	const values = features.map((name) => subject.features[name]);
	const margins = fits.map((fit) => logitOf(fit, values) - fit.thresholds[level]);
	return 1 / (1 + Math.exp(-Math.min(...margins)));
}

/** Returns the logit of one fit. @param values in the order of the form's features */
export function logitOf({ intercept, weights }: Pick<StarterFit, 'intercept' | 'weights'>, values: readonly number[]): number {
	return weights.reduce((sum, weight, i) => sum + weight * values[i]!, intercept);
}
