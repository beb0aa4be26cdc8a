import type { BinnedMatrix } from './binning.ts';
import type { Histogram } from './histogram.ts';
import type { TrainingSettings } from './training-settings.ts';

/** Penalties of a leaf's output, `α |w| + λ w² / 2`. */
export type Penalties = Pick<TrainingSettings, 'alpha' | 'lambda'>;

/** The output that minimizes a node's loss, `-T_α(G) / (H + λ)` (Chen & Guestrin, KDD 2016, equation 5, with L1); float32. */
export function bestWeight(first: number, second: number, { alpha, lambda }: Penalties): number {
	return second <= 0 ? 0 : Math.fround(-shrunk(first, alpha) / (second + lambda));
}

/** By how much that output lowers the loss, times two: `T_α(G)² / (H + λ)` (equation 6); each step rounded to float32, as in XGBoost, so that ties fall the same way. */
function score(first: number, second: number, { alpha, lambda }: Penalties): number {
	if (second <= 0) return 0;
	const shrunkFirst = shrunk(first, alpha);
	return Math.fround(Math.fround(shrunkFirst * shrunkFirst) / Math.fround(second + lambda));
}

/** The soft threshold `T_α`: nearer to 0 by `alpha`, and 0 within it. */
function shrunk(first: number, alpha: number): number {
	if (first > alpha) return first - alpha;
	return first < -alpha ? first + alpha : 0;
}

/** Sums of first and second derivatives over a node's samples. */
export interface Sums {
	readonly first: number;
	readonly second: number;
}

/** A node cut in two: bins up to `bin` go left. */
export interface Split {
	readonly feature: number;
	readonly bin: number;
	readonly defaultLeft: boolean;
	/** By how much it lowers the regularized loss, times two; float32. */
	readonly gain: number;
	readonly left: Sums;
	readonly right: Sums;
}

/**
 * The split of largest gain (Chen & Guestrin, KDD 2016, equation 7 and Algorithm 3): each bound of each feature, with the missing
 * values on either side. Of equal ones, as in XGBoost, the one of the least feature; of that, with the missing values to the right,
 * then the least bound, or with them to the left the greatest.
 * @returns `undefined` when no split leaves `minChildWeight` on both sides.
 */
export function bestSplit(
	histogram: Histogram,
	node: Sums,
	binned: BinnedMatrix,
	columns: Uint32Array,
	settings: Penalties & { readonly minChildWeight: number },
): Split | undefined {
	const { minChildWeight } = settings;
	const nodeScore = score(node.first, node.second, settings);
	// Nearly all the time of training is spent here: plain loops over plain numbers, without closures or objects.
	let [bestGain, bestFeature, bestBin, bestFirst, bestSecond] = [-Infinity, -1, 0, 0, 0];
	let defaultLeft = false;
	let enough = -Infinity;
	for (const feature of columns) {
		const from = 2 * binned.firstSlot[feature]!;
		const missing = 2 * binned.firstSlot[feature + 1]! - 2;
		let first = 0;
		let second = 0;
		for (let at = from; at < missing; at += 2) {
			const own = histogram[at + 1]!;
			// An empty bin moves no sample: the same split as the one before.
			if (own === 0) continue;
			first += histogram[at]!;
			second += own;
			const rest = node.second - second;
			if (!isEnough(rest, minChildWeight)) break;
			if (!isEnough(second, minChildWeight)) continue;
			if (cannotReach(enough, first, second, node.first - first, rest, settings)) continue;
			const gain = gainOf(first, second, node.first - first, rest, nodeScore, settings);
			if (gain > bestGain) {
				[bestGain, bestFeature, bestBin, bestFirst, bestSecond] = [gain, feature, (at - from) / 2, first, second];
				defaultLeft = false;
				enough = minScores(gain, nodeScore);
			}
		}
		if (!(histogram[missing + 1]! > 0)) continue;
		first = 0;
		second = 0;
		for (let at = missing - 2; at > from; at -= 2) {
			const own = histogram[at + 1]!;
			if (own === 0) continue;
			first += histogram[at]!;
			second += own;
			const rest = node.second - second;
			if (!isEnough(rest, minChildWeight)) break;
			if (!isEnough(second, minChildWeight)) continue;
			if (cannotReach(enough, node.first - first, rest, first, second, settings)) continue;
			const gain = gainOf(node.first - first, rest, first, second, nodeScore, settings);
			if (gain > bestGain) {
				[bestGain, bestFeature, bestBin, bestFirst, bestSecond] = [gain, feature, (at - from) / 2 - 1, node.first - first, rest];
				defaultLeft = true;
				enough = minScores(gain, nodeScore);
			}
		}
	}
	if (bestFeature < 0) return undefined;
	return {
		feature: bestFeature,
		bin: bestBin,
		defaultLeft,
		gain: bestGain,
		left: { first: bestFirst, second: bestSecond },
		right: { first: node.first - bestFirst, second: node.second - bestSecond },
	};
}

function isEnough(second: number, minChildWeight: number): boolean {
	return second >= minChildWeight && second > 0;
}

function gainOf(
	leftFirst: number,
	leftSecond: number,
	rightFirst: number,
	rightSecond: number,
	nodeScore: number,
	penalties: Penalties,
): number {
	return Math.fround(Math.fround(score(leftFirst, leftSecond, penalties) + score(rightFirst, rightSecond, penalties)) - nodeScore);
}

/** What both sides' scores must add up to for a gain above `gain`, less some ten float32 roundings. */
function minScores(gain: number, nodeScore: number): number {
	return gain + nodeScore - 1e-6 * (Math.abs(gain) + nodeScore);
}

/** Whether the sum of the sides' scores is below `enough`, told without a division: nearly all splits end here. */
function cannotReach(
	enough: number,
	leftFirst: number,
	leftSecond: number,
	rightFirst: number,
	rightSecond: number,
	{ alpha, lambda }: Penalties,
): boolean {
	const left = shrunk(leftFirst, alpha);
	const right = shrunk(rightFirst, alpha);
	const leftWeight = leftSecond + lambda;
	const rightWeight = rightSecond + lambda;
	return left * left * rightWeight + right * right * leftWeight < enough * leftWeight * rightWeight;
}
