import type { TrainingSettings } from '../../statistics/boosted-trees/training-settings.ts';
import { between, pick } from '../../statistics/random.ts';
import type { Random } from '../../statistics/random.ts';

/** How a classifier is found. */
export interface FitPlan {
	/** Settings to try. */
	readonly draws: number;
	/** Folds of the cross-validation that judges each. */
	readonly folds: number;
	/** The part of each training set that only says when to stop; `null`: all of it trains, and the number of trees is drawn too. */
	readonly stopping: { readonly share: number; readonly patience: number; readonly mostRounds: number } | null;
	/** Positives weigh as much as negatives, by the training part's own counts (`scale_pos_weight`). */
	readonly balanced: boolean;
	/** Largest depth of a tree that is tried; 6 where it is not given. */
	readonly deepest?: number;
}

/** Protocols I and II (methods.md §1; SPAD, appendix C). */
export const standardPlan: FitPlan = { draws: 50, folds: 5, stopping: { share: 0.15, patience: 50, mostRounds: 1500 }, balanced: false };

/** Protocol III, for about a hundred samples: none can be spared for stopping. */
export const smallPlan: FitPlan = { draws: 50, folds: 5, stopping: null, balanced: true };

/** More bins than this change nothing but the time. */
const maxBin = 32;

/** Settings at random; `logUniform` where what matters is the order of magnitude. The paper names no ranges; these are usual ones. */
export function drawSettings(random: Random, plan: FitPlan): Partial<TrainingSettings> {
	return {
		maxBin,
		maxDepth: between(random, 2, plan.deepest ?? 6),
		eta: logUniform(random, 0.06, 0.3),
		subsample: uniform(random, 0.5, 1),
		colsampleByTree: uniform(random, 0.3, 1),
		minChildWeight: logUniform(random, 1, 20),
		lambda: logUniform(random, 0.1, 10),
		gamma: pick(random, [0, 0, 0.5, 2]),
		rounds: plan.stopping?.mostRounds ?? Math.round(logUniform(random, 20, 200)),
	};
}

function uniform(random: Random, low: number, high: number): number {
	return low + random() * (high - low);
}

function logUniform(random: Random, low: number, high: number): number {
	return Math.exp(uniform(random, Math.log(low), Math.log(high)));
}
