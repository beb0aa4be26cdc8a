import { clusterUnits } from './bootstrap-statistics.ts';
import type { LabeledScore } from './clustered-auc.ts';
import { midranks } from './midranks.ts';
import { shuffled, type Random } from './random.ts';

/** A score with its label and the response that it is part of. */
export interface PermutedScore extends LabeledScore {
	/** Names the response within its cluster. */
	readonly response: string;
	/** Sentences of the response, labeled or not. */
	readonly responseSentences: number;
}

export interface AreaPermutation {
	readonly random: Random;
	/**
	 * The scores are out-of-fold scores of something that learned from these labels: its excess over 0.5 is divided by √2 before it is
	 * compared. Folds share most of what they learned from, so that such areas vary more than relabeled fixed scores do; Nadeau and Bengio
	 * (Machine Learning 2003) put the variance at `1/k + test/train` in place of `1/k`, which is twice as much for leave-one-out.
	 */
	readonly learned?: boolean;
	/** Relabelings. */
	readonly draws?: number;
}

/** A stratum should have so many clusters, so that their labels can change places. */
const fewestClusters = 5;
/** The largest cluster of a stratum has at most so many times the scores of the smallest. */
const maxTimes = 2;

/**
 * Estimates the one-sided p of an area under the ROC curve above 0.5, by permuting labels:
 * `(1 + relabelings with as large an area) / (1 + draws)`.
 *
 * A relabeling moves the labels of whole clusters, among clusters of like make-up (`strataOfLikeClusters`): the clusters' labels, in random
 * order and shuffled within each response, are laid end to end over the scores of the stratum. So labels that stand together in a cluster
 * stay together, and how labels go with the length of a response stays as it is. Where a response has one ungrounded sentence, that is a
 * larger share of a short response than of a long one, whatever the scores are; where scores go with length, too, labels that move freely
 * would take that for a finding. With one label a cluster and responses of one length it is the plain permutation test.
 * @returns 1 without both classes.
 */
export function areaPermutationP(data: readonly PermutedScore[], { random, learned = false, draws = 1999 }: AreaPermutation): number {
	const strata = strataOfLikeClusters(clustersOf(data));
	const laid = strata.flat(3);
	const ranks = midranks(laid.map(({ score }) => score));
	const positives = laid.filter(({ positive }) => positive).length;
	const pairs = positives * (laid.length - positives);
	if (pairs === 0) return 1;
	const min = (positives * (positives + 1)) / 2;
	const areaOf = (rankSum: number): number => (rankSum - min) / pairs;
	const own = areaOf(laid.reduce((sum, { positive }, i) => (positive ? sum + ranks[i]! : sum), 0));
	const compared = learned ? 0.5 + (own - 0.5) / Math.SQRT2 : own;
	const labels = strata.map((clusters) =>
		clusters.map((responses) => responses.map((response) => response.map(({ positive }) => positive))),
	);
	// One walk over the scores as they are laid: a draw makes no list of all labels, which took most of the time.
	const relabeledRankSum = (): number => {
		let sum = 0;
		let at = 0;
		for (const clusters of labels)
			for (const responses of shuffled(random, clusters))
				for (const response of responses)
					for (const positive of response.length === 1 ? response : shuffled(random, response)) {
						if (positive) sum += ranks[at]!;
						at++;
					}
		return sum;
	};
	let asLarge = 0;
	// Sums of ranks are halves, and exact; the quotient of an equal sum is the same.
	for (let draw = 0; draw < draws; draw++) if (areaOf(relabeledRankSum()) >= compared) asLarge++;
	return (1 + asLarge) / (1 + draws);
}

/** The scores of each response of a cluster, those of short responses first. */
type Cluster = readonly (readonly PermutedScore[])[];

function clustersOf(data: readonly PermutedScore[]): Cluster[] {
	return unitsOf(data, ({ cluster }) => cluster).map((cluster) => unitsOf(cluster, ({ response }) => response).toSorted(byLength));
}

function unitsOf<T>(data: readonly T[], key: (one: T) => string): T[][] {
	return clusterUnits(data.map(key)).map((unit) => unit.map((item) => data[item]!));
}

function byLength(a: Cluster[number], b: Cluster[number]): number {
	return a.length - b.length || a[0]!.responseSentences - b[0]!.responseSentences;
}

/**
 * Divides clusters by the number of their scores, then response by response by their lengths. Neighbors in this order are joined while a
 * stratum has fewer clusters than `fewestClusters`, if `maxTimes` allows it.
 */
function strataOfLikeClusters(clusters: readonly Cluster[]): Cluster[][] {
	const strata: Cluster[][] = [];
	let open: Cluster[] = [];
	for (const cluster of clusters.toSorted(byMakeUp)) {
		const [first, last] = [open[0], open.at(-1)];
		const isAlike = last !== undefined && byMakeUp(last, cluster) === 0;
		const joins = first !== undefined && open.length < fewestClusters && size(cluster) <= maxTimes * size(first);
		if (!isAlike && !joins) {
			open = [];
			strata.push(open);
		}
		open.push(cluster);
	}
	return strata;
}

function byMakeUp(a: Cluster, b: Cluster): number {
	if (size(a) !== size(b)) return size(a) - size(b);
	for (const [i, response] of a.entries()) {
		const order = b[i] === undefined ? 1 : byLength(response, b[i]);
		if (order !== 0) return order;
	}
	return a.length - b.length;
}

function size(cluster: Cluster): number {
	return cluster.reduce((sum, { length }) => sum + length, 0);
}
