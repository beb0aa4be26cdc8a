import { areaUnderCurve } from '../auc.ts';
import { sample, type Random } from '../random.ts';
import { binFeatures } from './binning.ts';
import type { FeatureMatrix } from './feature-matrix.ts';
import { logit, sigmoid, firstTrees, type BoostedTrees, type Tree } from './model.ts';
import { logisticGradients, logisticLoss } from './gradients.ts';
import { growTree } from './grow-tree.ts';
import { HistogramPool } from './histogram.ts';
import { addTree } from './predict.ts';
import { completeSettings, type TrainingSettings } from './training-settings.ts';

/** What a validation part is judged by: mean logistic loss in nats (lower is better) or area under the ROC curve (higher). */
type ValidationMetric = 'logloss' | 'auc';

/** The metric of margins. @throws RangeError for `auc` without a sample of each class. */
function validationScore(metric: ValidationMetric, margins: Float32Array, labels: Uint8Array): number {
	return metric === 'logloss' ? logisticLoss(margins, labels) : areaUnderCurve(margins, labels);
}

/** Remembers the best round and says when too many have passed since. */
class EarlyStopping {
	/** The first round with the best score, from 1; 0 before any. */
	bestRound = 0;
	bestScore: number;
	private readonly higherIsBetter: boolean;
	private readonly patience: number;

	constructor(metric: ValidationMetric, patience: number) {
		if (!Number.isInteger(patience) || patience < 1) throw new RangeError(`a patience of ${patience} rounds`);
		this.higherIsBetter = metric === 'auc';
		this.bestScore = this.higherIsBetter ? -Infinity : Infinity;
		this.patience = patience;
	}

	/** Takes the score of a round. @returns whether `patience` rounds have passed without a better one. */
	isOver(round: number, score: number): boolean {
		if (this.higherIsBetter ? score > this.bestScore : score < this.bestScore) {
			this.bestRound = round;
			this.bestScore = score;
		}
		return round - this.bestRound >= this.patience;
	}
}

/** Samples with their truth. */
export interface LabeledSamples {
	readonly features: FeatureMatrix;
	/** One a row: 1 for positive, 0 for negative. */
	readonly labels: ArrayLike<number>;
}

/** A part that no tree is grown on, to stop when it gets no better. */
interface Validation extends LabeledSamples {
	readonly metric: ValidationMetric;
	/** Rounds without a better score after which training stops. */
	readonly patience: number;
}

/** How training stands after a round. */
interface RoundReport {
	/** From 1. */
	readonly round: number;
	readonly rounds: number;
	/** Mean logistic loss of the training samples, nats. */
	readonly trainingLoss: number;
	/** Of the validation part, if there is one, in its metric. */
	readonly validation?: { readonly score: number; readonly bestScore: number; readonly bestRound: number };
}

export interface TrainingOptions {
	/** Draws the samples and features of each tree. Only asked where `subsample` or `colsampleByTree` is below 1. */
	readonly random: Random;
	readonly featureNames?: readonly string[];
	readonly validation?: Validation;
	/**
	 * Called after each round and waited for: a promise that waits for the event loop keeps a process answering.
	 * `false` (or a promise of it) ends the training.
	 */
	readonly onRound?: (report: RoundReport) => unknown;
}

export interface Training {
	/** With a validation part, up to the round that was best for it. */
	readonly model: BoostedTrees;
	/** Why there are no more rounds: all were grown, the validation part got no better, or `onRound` said so. */
	readonly ended: 'all-rounds' | 'no-better' | 'cancelled';
	readonly history: readonly RoundReport[];
}

/**
 * Trains boosted trees with logistic loss (Chen & Guestrin, KDD 2016): second-order, on histograms, grown level by level. It follows
 * XGBoost 3's `hist` step for step, float32 included: where features have at most `maxBin` different values and nothing is drawn
 * by chance, the trees are the same. The same data, settings and random numbers give the same model.
 * @throws RangeError for settings out of range, labels that are not 0 or 1, one class only, or parts of different sizes.
 */
export async function trainBoostedTrees(
	samples: LabeledSamples,
	settings: Partial<TrainingSettings>,
	options: TrainingOptions,
): Promise<Training> {
	const { random, featureNames = [], validation, onRound } = options;
	const complete = completeSettings(settings);
	const { features } = samples;
	const labels = checkedLabels(samples);
	if (featureNames.length > 0 && featureNames.length !== features.columns)
		throw new RangeError(`${featureNames.length} names for ${features.columns} features`);
	const baseScore = initialProbability(labels, complete.scalePosWeight);
	const margins = new Float32Array(features.rows).fill(logit(baseScore));
	const judge = validation && judgeOf(validation, features.columns, logit(baseScore));
	const binned = binFeatures(features, complete.maxBin);
	const pool = new HistogramPool(binned);
	const trees: Tree[] = [];
	const history: RoundReport[] = [];
	let ended: Training['ended'] = 'all-rounds';
	for (let round = 1; round <= complete.rounds && ended === 'all-rounds'; round++) {
		const gradients = logisticGradients(margins, labels, complete.scalePosWeight);
		const rows = drawnRows(features.rows, complete.subsample, random);
		const columns = drawnColumns(features.columns, complete.colsampleByTree, random);
		const tree = growTree({ binned, gradients, settings: complete, pool, columns }, rows);
		trees.push(tree);
		addTree(tree, features, margins);
		const judged = judge?.(tree, round);
		if (judged?.isOver) ended = 'no-better';
		const report = {
			round,
			rounds: complete.rounds,
			trainingLoss: logisticLoss(margins, labels),
			...(judged && { validation: judged.report }),
		};
		history.push(report);
		if ((await onRound?.(report)) === false) ended = 'cancelled';
	}
	const model = { featureCount: features.columns, featureNames, baseScore, scalePosWeight: complete.scalePosWeight, trees, attributes: {} };
	return { model: atBestRound(model, history.at(-1)), ended, history };
}

/** Up to the best round of the validation part, with the attributes that XGBoost keeps of it (rounds from 0). */
function atBestRound(model: BoostedTrees, last: RoundReport | undefined): BoostedTrees {
	if (last?.validation === undefined) return model;
	const { bestRound, bestScore } = last.validation;
	return { ...firstTrees(model, bestRound), attributes: { best_iteration: String(bestRound - 1), best_score: String(bestScore) } };
}

function judgeOf({ features, labels, metric, patience, ...rest }: Validation, columns: number, start: number) {
	if (features.columns !== columns) throw new RangeError(`a validation part of ${features.columns} features for ${columns} in training`);
	const truth = checkedLabels({ features, labels, ...rest });
	const margins = new Float32Array(features.rows).fill(start);
	const stopping = new EarlyStopping(metric, patience);
	return (tree: Tree, round: number) => {
		addTree(tree, features, margins);
		const score = validationScore(metric, margins, truth);
		const isOver = stopping.isOver(round, score);
		return { isOver, report: { score, bestScore: stopping.bestScore, bestRound: stopping.bestRound } };
	};
}

function checkedLabels({ features, labels }: LabeledSamples): Uint8Array {
	if (labels.length !== features.rows || features.rows === 0) throw new RangeError(`${labels.length} labels for ${features.rows} samples`);
	for (let i = 0; i < labels.length; i++) {
		if (labels[i] !== 0 && labels[i] !== 1) throw new RangeError(`label ${i} is ${labels[i]}, not 0 or 1`);
	}
	return Uint8Array.from(labels);
}

/** XGBoost's start: the share of positives, or where they are weighted one Newton step from 0.5. A float32 in `(0, 1)`. */
function initialProbability(labels: Uint8Array, scalePosWeight: number): number {
	const positives = labels.reduce((sum, label) => sum + label, 0);
	const negatives = labels.length - positives;
	if (positives === 0 || negatives === 0) throw new RangeError('training needs samples of both classes');
	if (scalePosWeight === 1) return Math.fround(positives / labels.length);
	const weighted = positives * scalePosWeight;
	return sigmoid(Math.fround((2 * (weighted - negatives)) / (weighted + negatives)));
}

/** Each row by its own chance, as in XGBoost; never none. */
function drawnRows(count: number, chance: number, random: Random): Uint32Array {
	const all = Uint32Array.from({ length: count }, (_, row) => row);
	if (chance === 1) return all;
	const drawn = all.filter(() => random() < chance);
	return drawn.length > 0 ? drawn : all;
}

function drawnColumns(count: number, share: number, random: Random): Uint32Array {
	const all = Array.from({ length: count }, (_, column) => column);
	if (share === 1) return Uint32Array.from(all);
	return Uint32Array.from(sample(random, all, Math.max(1, Math.floor(count * share)))).toSorted();
}
