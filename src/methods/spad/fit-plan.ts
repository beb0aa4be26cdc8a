import type { TrainingSettings } from '../../statistics/boosted-trees/training-settings.ts';
import { between, pick, type Random } from '../../statistics/random.ts';

/** More bins than this change nothing but the time. */
const maxBin = 32;

/** How a classifier is found. */
export interface FitPlan {
	/** Settings to try. */
	readonly draws: number;
	/** Folds of the cross-validation that judges each. */
	readonly folds: number;
	/** The part of each training set that only says when to stop; `null`: all of it trains, and the number of trees is drawn too. */
	readonly stopping: { readonly share: number; readonly patience: number; readonly maxRounds: number } | null;
	/** Positives weigh as much as negatives, by the training part's own counts (`scale_pos_weight`). */
	readonly balanced: boolean;
	/** Largest depth of a tree that is tried; 6 where it is not given. */
	readonly deepest?: number;
	/** Settings for so many features that take the place of a search. */
	readonly settings?: (features: number) => Partial<TrainingSettings>;
}

/** Protocols I and II (docs/methods/spad.md; SPAD, appendix C). */
export const standardPlan: FitPlan = { draws: 50, folds: 5, stopping: { share: 0.15, patience: 50, maxRounds: 1500 }, balanced: false };

/** Protocol III, for about a hundred samples: none can be spared for stopping. */
export const smallPlan: FitPlan = { draws: 50, folds: 5, stopping: null, balanced: true };

/**
 * For some tens to some hundreds of labels, of which about one in eight is positive: a search would choose by chance among so few, so the
 * settings are fixed. Many small steps of trees that each see a few features and most samples: what they say apart is weak, and their sum
 * is steadier than any fit that a search finds. Chosen on the training side of the demo model's twin set alone (half of its entities to
 * draw labels from, half to judge, ten to twelve seeds): 40 / 100 / 300 random labels gave 0.951 / 0.971 / 0.985 for SPAD+ with CG. Beside
 * it: boosted trees with usual settings (depth 2, step 0.1, three features in ten) 0.933 / 0.959 / 0.983, stumps 0.936 / 0.950 / 0.976,
 * ridge regression 0.948 / 0.962 / 0.977, extremely randomized trees 0.960 / 0.976 / 0.987, which are no XGBoost model and have no exact SHAP values of our kind.
 */
export const fewLabelsPlan: FitPlan = {
	draws: 1,
	folds: 5,
	stopping: null,
	balanced: true,
	// As many features a tree as random forests take of all: the square root.
	settings: (features) => ({
		maxBin,
		rounds: 300,
		eta: 0.02,
		maxDepth: 4,
		subsample: 0.7,
		colsampleByTree: 1 / Math.sqrt(features),
		minChildWeight: 0.2,
		lambda: 0.5,
		gamma: 0,
	}),
};

/** More labels than this are searched with the standard plan. */
export const maxFewLabels = 1000;

/** Settings at random; `logUniform` where what matters is the order of magnitude. The paper names no ranges; these are usual ones. The plan's own settings, where it has them, ask for no chance. */
export function drawSettings(random: Random, plan: FitPlan, features: number): Partial<TrainingSettings> {
	return (
		plan.settings?.(features) ?? {
			maxBin,
			maxDepth: between(random, 2, plan.deepest ?? 6),
			eta: logUniform(random, 0.06, 0.3),
			subsample: uniform(random, 0.5, 1),
			colsampleByTree: uniform(random, 0.3, 1),
			minChildWeight: logUniform(random, 1, 20),
			lambda: logUniform(random, 0.1, 10),
			gamma: pick(random, [0, 0, 0.5, 2]),
			rounds: plan.stopping?.maxRounds ?? Math.round(logUniform(random, 20, 200)),
		}
	);
}

function uniform(random: Random, low: number, high: number): number {
	return low + random() * (high - low);
}

function logUniform(random: Random, low: number, high: number): number {
	return Math.exp(uniform(random, Math.log(low), Math.log(high)));
}
