import { clusterUnits } from '../../statistics/bootstrap-statistics.ts';
import { quantile } from '../../statistics/quantile.ts';
import { randomFor } from '../../statistics/random.ts';
import { rounded } from './rounded.ts';

const resamples = 200;

/** Where a threshold falls when its data are drawn anew: the central 95 %; `high` is `null` where more draws than that leave have no finite one. */
export interface ThresholdNoise {
	readonly low: number;
	readonly high: number | null;
}

/**
 * Where a threshold falls when the data that chose it are drawn anew, over bootstrap resamples of whole clusters (percentile).
 * `null` when most resamples choose none, or hardly any has a finite one.
 * @param choose gives a threshold, `Infinity` where none flags as few as it should, or throws a RangeError on a resample that allows none.
 */
export function thresholdNoise<T extends { readonly cluster: string }>(
	data: readonly T[],
	choose: (resample: readonly T[]) => number,
	seed: number,
	name: string,
): ThresholdNoise | null {
	const found = redraws(data, choose, seed, name).map(({ threshold }) => threshold);
	if (found.length < resamples / 2) return null;
	const sorted = Float64Array.from(found).toSorted();
	const [low, high] = [finiteQuantile(sorted, 0.025), finiteQuantile(sorted, 0.975)];
	return low === null ? null : { low, high };
}

/** `null` where it is not finite: a value that it lies between, or on, is Infinity. */
function finiteQuantile(sorted: Float64Array, probability: number): number | null {
	return sorted[Math.ceil(probability * (sorted.length - 1))] === Infinity ? null : rounded(quantile(sorted, probability));
}

/** A resample with the threshold that it chooses. */
interface Redraw<T> {
	readonly threshold: number;
	readonly drawn: readonly T[];
}

/**
 * Returns resamples of whole clusters that choose a threshold. Resamples that allow none are left out. With fewer than two clusters there
 * are no resamples. The same data, seed and name give the same resamples.
 * @param choose Returns the threshold of a resample. Throws a RangeError for a resample that allows none.
 */
export function redraws<T extends { readonly cluster: string }>(
	data: readonly T[],
	choose: (resample: readonly T[]) => number,
	seed: number,
	name: string,
): Redraw<T>[] {
	const units = clusterUnits(data.map(({ cluster }) => cluster));
	if (units.length < 2) return [];
	const random = randomFor(seed, `${name} threshold noise`);
	const found: Redraw<T>[] = [];
	for (let i = 0; i < resamples; i++) {
		const drawn = units.flatMap(() => units[Math.floor(random() * units.length)]!).map((item) => data[item]!);
		try {
			found.push({ threshold: choose(drawn), drawn });
		} catch (error) {
			// A resample of one class is an example.
			if (!(error instanceof RangeError)) throw error;
		}
	}
	return found;
}
