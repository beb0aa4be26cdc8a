import type { Bounds } from '../../statistics/binomial-interval.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { Random } from '../../statistics/random.ts';

/**
 * 95 % interval of a statistic by the percentile bootstrap (Efron 1979) over clusters: whole clusters are drawn again, with replacement,
 * so that what lies in one of them may depend on each other.
 * @throws RangeError for no clusters.
 */
export function clusterBootstrap<T>(random: Random, clusters: readonly T[], statistic: (drawn: T[]) => number, resamples = 1000): Bounds {
	if (clusters.length === 0) throw new RangeError('nothing to draw from');
	const values = Float64Array.from({ length: resamples }, () => statistic(clusters.map(() => clusters[Math.floor(random() * clusters.length)]!))).toSorted();
	return { low: quantile(values, 0.025), high: quantile(values, 0.975) };
}
