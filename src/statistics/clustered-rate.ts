import { clopperPearsonHigh, clopperPearsonLow, type Bounds } from './binomial-interval.ts';

/** Corrects a share for how it was found. Absent: the trials had no part in the choice of what flags them. */
export interface ShareError {
	/** What the share is too large by, on average. */
	readonly bias: number;
	/** Variance of the difference between the share and the true one. */
	readonly variance: number;
}

/**
 * Returns the 95% interval of a share of trials that depend on each other within clusters.
 *
 * It is the Clopper-Pearson interval of the independent trials that say as much: `share (1 - share) / variance` of them (Korn and Graubard,
 * Survey Methodology 1998), rounded outwards to whole trials. The variance is the larger of three: that of independent trials, that of
 * clusters, and that of `error`. If all trials came out alike, their variance is unknown. Then a cluster counts as one trial, and the share
 * in the formula is half a trial away from 0 or 1.
 * @param hits `[trials]`
 * @param clusters `[trials]`
 * @returns `[0, 1]` without trials
 */
export function clusteredRate(
	hits: readonly boolean[],
	clusters: readonly (string | number)[],
	error: ShareError = { bias: 0, variance: 0 },
): Bounds {
	const trials = hits.length;
	if (trials === 0) return { low: 0, high: 1 };
	const found = hits.filter(Boolean).length / trials;
	const share = Math.min(1, Math.max(0, found - error.bias));
	const least = 0.5 / (trials + 1);
	const product = (of: number): number => of * (1 - of);
	const spread = product(Math.min(1 - least, Math.max(least, share)));
	const variance = Math.max(spread / trials, clusteredVariance(hits, clusters, found) ?? spread / new Set(clusters).size, error.variance);
	const effective = Math.max(1, Math.floor(spread / variance + 1e-9));
	return {
		low: clopperPearsonLow(Math.floor(share * effective + 1e-9), effective),
		high: clopperPearsonHigh(Math.ceil(share * effective - 1e-9), effective),
	};
}

/** Returns the variance of a share between clusters. `null`: it is unknown, because all trials came out alike or stand in one cluster. */
function clusteredVariance(hits: readonly boolean[], clusters: readonly (string | number)[], share: number): number | null {
	const residuals = new Map<string | number, number>();
	for (const [i, hit] of hits.entries()) residuals.set(clusters[i]!, (residuals.get(clusters[i]!) ?? 0) + Number(hit) - share);
	const groups = residuals.size;
	if (share === 0 || share === 1 || groups < 2) return null;
	const squares = [...residuals.values()].reduce((sum, residual) => sum + residual ** 2, 0);
	return ((groups / (groups - 1)) * squares) / hits.length ** 2;
}
