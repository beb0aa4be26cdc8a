import { clusterUnits } from './bootstrap-statistics.ts';
import type { LabelledScore } from './clustered-auc.ts';
import { midranks } from './midranks.ts';
import { shuffled, type Random } from './random.ts';

export interface AreaPermutation {
	readonly random: Random;
	/**
	 * The scores are out-of-fold scores of something that learnt from these labels: its excess over 0.5 is divided by √2 before it is
	 * compared. Folds share most of what they learnt from, so that such areas vary more than relabelled fixed scores do; Nadeau and Bengio
	 * (Machine Learning 2003) put the variance at `1/k + test/train` in place of `1/k`, which is twice as much for leave-one-out.
	 */
	readonly learnt?: boolean;
	/** Relabellings. */
	readonly draws?: number;
}

/**
 * One-sided p of an area under the ROC curve above 0.5, by permuting labels: `(1 + relabellings with as large an area) / (1 + draws)`.
 * Labels are permuted by cluster: the clusters' labels, in random order and shuffled within each, are laid end to end over the scores,
 * which stand cluster by cluster. So labels that stand together in a cluster stay together where clusters are of like size; with one
 * label a cluster, or labels that are exchangeable, it is the plain permutation test.
 * @returns 1 without both classes.
 */
export function areaPermutationP(data: readonly LabelledScore[], { random, learnt = false, draws = 1999 }: AreaPermutation): number {
	const clusters = clusterUnits(data.map(({ cluster }) => cluster)).map((unit) => unit.map((item) => data[item]!));
	const laid = clusters.flat();
	const ranks = midranks(laid.map(({ score }) => score));
	const positives = laid.filter(({ positive }) => positive).length;
	const pairs = positives * (laid.length - positives);
	if (pairs === 0) return 1;
	const least = (positives * (positives + 1)) / 2;
	const areaOf = (labels: readonly boolean[]): number =>
		(labels.reduce((sum, positive, i) => (positive ? sum + ranks[i]! : sum), 0) - least) / pairs;
	const own = areaOf(laid.map(({ positive }) => positive));
	const compared = learnt ? 0.5 + (own - 0.5) / Math.SQRT2 : own;
	const labels = clusters.map((cluster) => cluster.map(({ positive }) => positive));
	let asLarge = 0;
	// Sums of ranks are halves, and exact; the quotient of an equal sum is the same.
	for (let draw = 0; draw < draws; draw++)
		if (areaOf(shuffled(random, labels).flatMap((cluster) => shuffled(random, cluster))) >= compared) asLarge++;
	return (1 + asLarge) / (1 + draws);
}
