import { predictProbabilities } from '../../statistics/boosted-trees/predict.ts';
import { leaveOneGroupOut, stratifiedFolds } from '../../statistics/grouped-folds.ts';
import { drawSettings, smallPlan, standardPlan, type FitPlan } from './fit-plan.ts';
import { fitClassifier, trainingCount, trainModel, type FitOptions, type FitProgress, type SpadClassifier } from './fit-classifier.ts';
import { otherRows, samplesAt, type Samples } from './samples.ts';

/** A protocol brings its plan; another may be given, to see a protocol through in a short time. */
export type ProtocolOptions = Omit<FitOptions, 'plan'> & Partial<Pick<FitOptions, 'plan'>>;

/** What classifiers say of samples that they have not seen. */
export interface HeldOutScores {
	/** Probability of being ungrounded, `[rows]`. */
	readonly scores: Float64Array;
	/**
	 * `[rows]`: 1 where the score is above the threshold of the classifier that gave it. Counts are pooled over folds (micro-average). `null` where
	 * the classifiers have no threshold of their own: a plan with fixed settings needs no cross-validation within a fold, and does without it.
	 */
	readonly flagged: Uint8Array | null;
}

/** Counts the trainings of one fold of protocols II and III. */
export function foldTrainingCount(plan: FitPlan): number {
	return plan.settings === undefined ? trainingCount(plan) : 1;
}

/** Protocol I: fitted on the training side of an official split, judged on its test side. */
export async function officialSplit(
	train: Samples,
	test: Samples,
	options: ProtocolOptions,
): Promise<HeldOutScores & { readonly classifier: SpadClassifier; readonly flagged: Uint8Array }> {
	const shared = new Set(train.groups);
	const both = test.groups.find((group) => shared.has(group));
	if (both !== undefined) throw new RangeError(`'${both}' is on both sides of the split`);
	const classifier = await fitClassifier(train, { plan: standardPlan, ...options });
	return { classifier, ...judge(classifier, test) };
}

/** Protocol II: stratified 20-fold cross-validation, the search done again in every fold. */
export function stratifiedCrossValidation(samples: Samples, options: ProtocolOptions, folds = 20): Promise<HeldOutScores> {
	return outerFolds(samples, stratifiedFolds(options.random, samples, folds), { plan: standardPlan, ...options });
}

/** Protocol III: nested leave-one-out, for about a hundred samples. One group is left out at a time. */
export function nestedLeaveOneOut(samples: Samples, options: ProtocolOptions): Promise<HeldOutScores> {
	return outerFolds(samples, leaveOneGroupOut(samples), { plan: smallPlan, ...options });
}

/** Each fold judged by a classifier that was searched and trained on the others alone. */
async function outerFolds(samples: Samples, folds: readonly (readonly number[])[], options: FitOptions): Promise<HeldOutScores> {
	const count = samples.labels.length;
	const each = foldTrainingCount(options.plan);
	const { settings } = options.plan;
	const result = { scores: new Float64Array(count), flagged: settings === undefined ? new Uint8Array(count) : null };
	for (const [i, fold] of folds.entries()) {
		const onProgress = ({ done }: FitProgress): unknown => options.onProgress?.({ done: i * each + done, of: folds.length * each });
		const others = samplesAt(samples, otherRows(count, fold));
		const judged =
			settings === undefined
				? judge(await fitClassifier(others, { ...options, onProgress }), samplesAt(samples, fold))
				: await judgeWithoutThreshold(others, samplesAt(samples, fold), { ...options, onProgress });
		for (const [at, row] of fold.entries()) {
			result.scores[row] = judged.scores[at]!;
			if (result.flagged !== null && judged.flagged !== null) result.flagged[row] = judged.flagged[at]!;
		}
	}
	return result;
}

function judge({ model, threshold }: SpadClassifier, { features }: Samples): HeldOutScores & { readonly flagged: Uint8Array } {
	const scores = Float64Array.from(predictProbabilities(model, features));
	return { scores, flagged: Uint8Array.from(scores, (score) => (score > threshold ? 1 : 0)) };
}

async function judgeWithoutThreshold(others: Samples, judged: Samples, options: FitOptions): Promise<HeldOutScores> {
	const { random, plan, onProgress } = options;
	const settings = drawSettings(random, plan, others.features.columns);
	const model = await trainModel(others, settings, options, () => onProgress?.({ done: 0, of: 1 }));
	await onProgress?.({ done: 1, of: 1 });
	return { scores: Float64Array.from(predictProbabilities(model, judged.features)), flagged: null };
}
