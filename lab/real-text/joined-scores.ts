import { featureMatrix } from '../../src/statistics/boosted-trees/feature-matrix.ts';
import { stratifiedFolds } from '../../src/statistics/grouped-folds.ts';
import type { Random } from '../../src/statistics/random.ts';
import { fitLogisticRegression, predictLogistic } from '../logistic-regression.ts';
import type { ScoredText } from './text-scores.ts';

/** The features of a logistic model, taken of a text. */
export type Features<T = ScoredText> = (text: T) => readonly number[];

/** Two of uncertainty, and one of each kind of word: few, so that they mean the same on another set. */
export const fourScores: Features = ({ scores }) => [scores.entropy, scores.surprise, scores.missingWords, scores.largestSurprise];

const folds = 10;

/**
 * Scores texts by a logistic model that was fitted on the others: ten folds, sources kept whole, or as many folds as there are sources.
 * @param labels one a text: 1 for unsupported, 0 for supported
 * @returns one probability a text, or `undefined` if some fold leaves one class only to fit on.
 */
export function crossFitted<T extends { readonly source: string }>(
	random: Random,
	texts: readonly T[],
	labels: readonly number[],
	features: Features<T>,
): Float64Array | undefined {
	const groups = texts.map(({ source }) => source);
	const sources = new Set(groups).size;
	if (sources < 2) return undefined;
	const scores = new Float64Array(texts.length);
	for (const fold of stratifiedFolds(random, { labels, groups }, Math.min(folds, sources))) {
		const held = new Set(fold);
		const rest = texts.flatMap((_, i) => (held.has(i) ? [] : [i]));
		const predict = fitted(
			rest.map((i) => texts[i]!),
			rest.map((i) => labels[i]!),
			features,
		);
		if (predict === undefined) return undefined;
		for (const i of fold) scores[i] = predict(texts[i]!);
	}
	return scores;
}

/** Fits a logistic model. @returns the probability that a text is unsupported, or `undefined` if the labels are of one class. */
export function fitted<T>(texts: readonly T[], labels: readonly number[], features: Features<T>): ((text: T) => number) | undefined {
	if (new Set(labels).size < 2) return undefined;
	const model = fitLogisticRegression(featureMatrix(texts.map((text) => Float64Array.from(features(text)))), labels);
	return (text) => predictLogistic(model, features(text));
}
