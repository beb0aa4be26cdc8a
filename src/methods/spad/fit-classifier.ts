import { bestF1 } from '../../statistics/best-f1.ts';
import type { BoostedTrees } from '../../statistics/boosted-trees/model.ts';
import { predictProbabilities } from '../../statistics/boosted-trees/predict.ts';
import { trainBoostedTrees } from '../../statistics/boosted-trees/train.ts';
import type { TrainingSettings } from '../../statistics/boosted-trees/training-settings.ts';
import { stratifiedFolds, stratifiedPart } from '../../statistics/grouped-folds.ts';
import { quantile } from '../../statistics/quantile.ts';
import { seededRandom, type Random } from '../../statistics/random.ts';
import { drawSettings, type FitPlan } from './fit-plan.ts';
import { otherRows, samplesAt, type Samples } from './samples.ts';

/**
 * What each feature usually is: its median over the grounded samples in which it is not 0 (a part of speech that a span does not have
 * gives zeros), 0 where it always is. All samples stand in for grounded ones where there are none.
 */
export function typicalValues({ features: { values, rows, columns }, labels }: Samples): Float64Array {
	const grounded = Array.from({ length: rows }, (_, row) => row).filter((row) => labels[row] === 0);
	const chosen = grounded.length > 0 ? grounded : Array.from({ length: rows }, (_, row) => row);
	return Float64Array.from({ length: columns }, (_, column) => {
		const present = Float64Array.from(chosen, (row) => values[row * columns + column]!)
			.filter((value) => value !== 0)
			.toSorted();
		return present.length === 0 ? 0 : quantile(present, 0.5);
	});
}

/** How far a fit has come. */
export interface FitProgress {
	/** Models trained, of all that will be. */
	readonly done: number;
	readonly of: number;
}

export interface FitOptions {
	readonly random: Random;
	readonly plan: FitPlan;
	readonly featureNames: readonly string[];
	readonly signal?: AbortSignal;
	/** Called after each round of each training and waited for: a promise that waits for the event loop keeps a process answering. */
	readonly onProgress?: (progress: FitProgress) => unknown;
}

/** A trained detector. `predictProbability(model, row) > threshold` flags a span. */
export interface SpadClassifier {
	readonly model: BoostedTrees;
	/** Of largest F1 on `outOfFold`. */
	readonly threshold: number;
	/** What the search chose. */
	readonly settings: Partial<TrainingSettings>;
	/** Each training sample's probability by a model that has not seen its group, `[rows]`; and the F1 at the threshold. */
	readonly outOfFold: Float64Array;
	readonly outOfFoldF1: number;
	/** One a feature: what it usually is in grounded samples. */
	readonly typical: Float64Array;
}

/** Trainings of one fit. */
export function trainingCount(plan: FitPlan): number {
	return plan.draws * plan.folds + 1;
}

/**
 * Searches settings at random, judged by the F1 of grouped, stratified cross-validation, and trains on all samples with the best.
 * Out-of-fold scores are pooled and cut where F1 is largest, because the classifier's threshold is chosen in the same way
 * (scikit-learn's search, which the paper used, cuts at 0.5). Every training, those of the search too, stops by a part of its own
 * samples, so that no fold that judges has had a say. The same samples, plan and seed give the same classifier.
 * @throws RangeError for one class only, or fewer groups than folds.
 * @throws the signal's reason, within one round.
 */
export async function fitClassifier(samples: Samples, options: FitOptions): Promise<SpadClassifier> {
	const { random, plan } = options;
	const folds = stratifiedFolds(random, samples, plan.folds);
	const counted = counter(options, trainingCount(plan));
	let best: { f1: number; threshold: number; settings: Partial<TrainingSettings>; outOfFold: Float64Array } | undefined;
	for (let draw = 0; draw < plan.draws; draw++) {
		const settings = drawSettings(random, plan, samples.features.columns);
		const outOfFold = new Float64Array(samples.labels.length);
		for (const fold of folds) {
			const model = await counted(samplesAt(samples, otherRows(outOfFold.length, fold)), settings);
			predictProbabilities(model, samplesAt(samples, fold).features).forEach((probability, i) => {
				outOfFold[fold[i]!] = probability;
			});
		}
		const cut = bestF1(outOfFold, samples.labels);
		if (best === undefined || cut.f1 > best.f1) best = { ...cut, settings, outOfFold };
	}
	if (best === undefined) throw new RangeError('a plan without draws');
	const model = await counted(samples, best.settings);
	const { f1, threshold, settings, outOfFold } = best;
	return { model, threshold, settings, outOfFold, outOfFoldF1: f1, typical: typicalValues(samples) };
}

/** Trains models one after another, each with random numbers of its own, and counts them. */
function counter(options: FitOptions, of: number) {
	let done = 0;
	return async (samples: Samples, settings: Partial<TrainingSettings>): Promise<BoostedTrees> => {
		const model = await trainModel(samples, settings, options, () => options.onProgress?.({ done, of }));
		done++;
		await options.onProgress?.({ done, of });
		return model;
	};
}

/**
 * One training by a plan, with settings that are given: the only step of a fit that looks at labels. `onRound` is waited for.
 * @throws RangeError for one class only.
 * @throws the signal's reason, within one round.
 */
export async function trainModel(
	samples: Samples,
	settings: Partial<TrainingSettings>,
	{ random: parent, plan, featureNames, signal }: FitOptions,
	onRound: () => unknown,
): Promise<BoostedTrees> {
	const random = seededRandom(Math.floor(parent() * 2 ** 32));
	signal?.throwIfAborted();
	const { training, validation } = withValidation(samples, plan, random);
	const { model } = await trainBoostedTrees(
		training,
		{ ...settings, scalePosWeight: plan.balanced ? balance(training.labels) : 1 },
		{
			random,
			featureNames,
			...validation,
			onRound: async () => {
				await onRound();
				signal?.throwIfAborted();
			},
		},
	);
	return model;
}

function withValidation(samples: Samples, { stopping }: FitPlan, random: Random) {
	if (stopping === null) return { training: samples, validation: {} };
	const { part, rest } = stratifiedPart(random, samples, stopping.share);
	// Log loss: the area under the curve of so small a part jumps, and stopped after a few trees (0.838 against 0.850, SPAD on 900 answers).
	const validation = { ...samplesAt(samples, part), metric: 'logloss' as const, patience: stopping.patience };
	return { training: samplesAt(samples, rest), validation: { validation } };
}

function balance(labels: Uint8Array): number {
	const positives = labels.reduce((sum, label) => sum + label, 0);
	return (labels.length - positives) / positives;
}
