import type { Bounds } from '../src/statistics/binomial-interval.ts';
import { bootstrapInterval } from '../src/statistics/bootstrap.ts';
import type { Random } from '../src/statistics/random.ts';

/**
 * 95 % interval of a statistic by the percentile bootstrap over clusters: whole clusters are drawn again, so that what lies in one of
 * them may depend on each other. For statistics that look at the clusters themselves and not at how often each item was drawn.
 * @throws RangeError for no clusters.
 */
export function clusterBootstrap<T>(random: Random, clusters: readonly T[], statistic: (drawn: T[]) => number, resamples = 1000): Bounds {
	const drawn = (counts: Uint32Array): T[] => clusters.flatMap((cluster, i) => Array.from({ length: counts[i]! }, () => cluster));
	const { low, high } = bootstrapInterval(clusters.length, (counts) => statistic(drawn(counts)), {
		random,
		resamples,
		method: 'percentile',
	});
	return { low, high };
}
