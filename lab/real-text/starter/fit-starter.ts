import { featureMatrix } from '../../../src/statistics/boosted-trees/feature-matrix.ts';
import { quantile } from '../../../src/statistics/quantile.ts';
import type { StarterFeatureName } from '../../../src/methods/starter/starter-features.ts';
import { isJudgeable, logitOf, type StarterFit, type StarterForm, type StarterLevel } from '../../../src/methods/starter/starter-model.ts';
import { fitNonNegative } from './non-negative.ts';
import type { StarterRow } from './starter-rows.ts';

/** Largest share of the supported sentences, or answers, that a fit may flag: of each set of the family left out, and of paraphrases. */
export const mostFalseAlarms = 0.05;
/** Chosen before anything was measured: scikit-learn's `C = 0.1`. It keeps the weight of a feature small that few rows have. */
const ridge = 10;
/** The logit of what is not judged, and so never flagged. */
const notJudged = -1000;
/** Each family and class counts as this many rows, however many it has. */
const rowsOfEach = 300;

/**
 * Fits a form: for each family of sets a logistic model of the others' sentences, and the thresholds that this family and the paraphrases give it.
 * Answers are judged by the same model, by the means of their sentences.
 * @param paraphrases supported sentences in other words than their contexts; no weights are fitted on them
 */
export function fitStarter(
	rows: readonly StarterRow[],
	features: readonly StarterFeatureName[],
	paraphrases: readonly StarterRow[] = [],
): StarterForm {
	const known = judgeable(rows);
	const families = [...new Set(known.map(({ family }) => family))];
	return {
		features,
		fits: families.map((leftOut) =>
			fitWithout(known, features, leftOut, [...rows.filter(({ family }) => family === leftOut), ...paraphrases]),
		),
	};
}

/** Returns the rows that have enough words to be judged. */
export function judgeable(rows: readonly StarterRow[]): StarterRow[] {
	return rows.filter(({ subject }) => isJudgeable(subject));
}

/** Returns a row's features in order. */
export function valuesOf({ subject }: StarterRow, features: readonly StarterFeatureName[]): number[] {
	return features.map((name) => subject.features[name]);
}

/** Fits a logistic model of the sentences of some families, in which each family and class counts the same. */
function fitSentences(rows: readonly StarterRow[], features: readonly StarterFeatureName[]): Pick<StarterFit, 'intercept' | 'weights'> {
	const sentences = rows.filter(({ level }) => level === 'sentence');
	const groupOf = ({ family, isUnsupported }: StarterRow): string => `${family} ${isUnsupported}`;
	const counts = new Map<string, number>();
	for (const row of sentences) counts.set(groupOf(row), (counts.get(groupOf(row)) ?? 0) + 1);
	const { intercept, weights } = fitNonNegative(
		featureMatrix(
			sentences.map((row) => valuesOf(row, features)),
			features.length,
		),
		sentences.map(({ isUnsupported }) => Number(isUnsupported)),
		{ ridge, importance: sentences.map((row) => rowsOfEach / counts.get(groupOf(row))!) },
	);
	return { intercept, weights: Array.from(weights) };
}

function fitWithout(
	rows: readonly StarterRow[],
	features: readonly StarterFeatureName[],
	leftOut: string,
	judged: readonly StarterRow[],
): StarterFit {
	const fit = fitSentences(
		rows.filter(({ family }) => family !== leftOut),
		features,
	);
	const thresholdOf = (level: StarterLevel): number => {
		const supported = judged.filter((row) => row.level === level && !row.isUnsupported);
		const strictest = [...new Set(supported.map(({ set }) => set))].map((name) => {
			const own = supported.filter(({ set }) => set === name);
			const logits = own
				.map((row) => (isJudgeable(row.subject) ? logitOf(fit, valuesOf(row, features)) : notJudged))
				.toSorted((a, b) => a - b);
			return quantile(logits, 1 - mostFalseAlarms);
		});
		return Math.max(...strictest);
	};
	return { leftOut, ...fit, thresholds: { sentence: thresholdOf('sentence'), answer: thresholdOf('answer') } };
}
