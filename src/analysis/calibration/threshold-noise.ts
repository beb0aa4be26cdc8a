import { clusterUnits } from '../../statistics/bootstrap-statistics.ts';
import { quantile } from '../../statistics/quantile.ts';
import { randomFor } from '../../statistics/random.ts';
import { rounded } from './rounded.ts';

const resamples = 200;

/**
 * Where a threshold falls when the data that chose it are drawn anew: the central 95 % over bootstrap resamples of whole clusters
 * (percentile). `null` when most resamples choose none.
 * @param choose gives a threshold, or throws a RangeError on a resample that allows none.
 */
export function thresholdNoise<T extends { readonly cluster: string }>(data: readonly T[], choose: (resample: readonly T[]) => number, seed: number, name: string): { low: number; high: number } | null {
	const units = clusterUnits(data.map(({ cluster }) => cluster));
	if (units.length < 2) return null;
	const random = randomFor(seed, `${name} threshold noise`);
	const found: number[] = [];
	for (let i = 0; i < resamples; i++) {
		const drawn = units.flatMap(() => units[Math.floor(random() * units.length)]!).map((item) => data[item]!);
		try {
			found.push(choose(drawn));
		} catch (error) {
			// Such as a resample of one class.
			if (!(error instanceof RangeError)) throw error;
		}
	}
	if (found.length < resamples / 2) return null;
	const sorted = Float64Array.from(found).toSorted();
	return { low: rounded(quantile(sorted, 0.025)), high: rounded(quantile(sorted, 0.975)) };
}
