import { clopperPearson, type Bounds } from './binomial-interval.ts';

/**
 * 95 % interval of a share of trials that depend on each other within clusters: Clopper–Pearson's for as many independent trials as tell as
 * much (Kish's effective size: trials over the design effect, the clustered variance of the share over that of independent trials, never
 * below 1), rounded to whole trials outwards. Without a hit, or with nothing but hits, the design effect is unknown, and taken to be 1.
 * @param hits `[trials]`; `clusters`: one a trial.
 */
export function clusteredRate(hits: readonly boolean[], clusters: readonly string[]): Bounds {
	const count = hits.filter(Boolean).length;
	if (count === 0 || count === hits.length) return clopperPearson(count, hits.length);
	const share = count / hits.length;
	const residuals = new Map<string, number>();
	for (const [i, hit] of hits.entries()) residuals.set(clusters[i]!, (residuals.get(clusters[i]!) ?? 0) + Number(hit) - share);
	const groups = residuals.size;
	const squares = [...residuals.values()].reduce((sum, residual) => sum + residual ** 2, 0);
	const effect = groups < 2 ? hits.length : ((groups / (groups - 1)) * squares) / (hits.length * share * (1 - share));
	const effective = Math.max(1, Math.floor(hits.length / Math.max(1, effect)));
	return {
		low: clopperPearson(Math.floor(share * effective), effective).low,
		high: clopperPearson(Math.ceil(share * effective - 1e-9), effective).high,
	};
}
