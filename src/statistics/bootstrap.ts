import { clopperPearson, type Bounds } from './binomial-interval.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { quantile } from './quantile.ts';
import type { Random } from './random.ts';

/**
 * 95 % interval of a mean whose cases all came out alike, which a variance or a bootstrap takes for certainty: all found, none flagged, all
 * tied. `cases` independent ones come out alike with probability `share^cases`, if that share of all that there are does; so the share is
 * at least the `L` of Clopper and Pearson for `cases` of `cases`, `0.025^(1 / cases)` (about `1 - 3.7 / cases`: the rule of three, two-sided;
 * Hanley and Lippman-Hand, JAMA 1983). The rest may have any value in `range`: `[value · L + least · (1 − L), value · L + most · (1 − L)]`,
 * for 0 and 1 Clopper and Pearson's own. Never of zero width.
 * @param cases of none nothing is known: all of `range`
 * @param range that one case's value lies in: `[0, 1]` for shares and areas, `[-1, 1]` for differences of them
 */
export function unvariedInterval(value: number, cases: number, [min, max]: readonly [number, number] = [0, 1]): Bounds {
	const { low: share } = clopperPearson(cases, cases);
	return { low: min + (value - min) * share, high: max - (max - value) * share };
}

/** A number of a sample that holds item `i` `counts[i]` times; `NaN` where it is not defined. */
export type Statistic = (counts: Uint32Array) => number;

export interface BootstrapOptions {
	readonly random: Random;
	readonly resamples?: number;
	readonly confidence?: number;
	/** `bca`, corrected for bias and skew, or plain `percentile`. */
	readonly method?: BootstrapMethod;
	/**
	 * What stands where resamples do not differ, which is no certainty: `unvariedInterval` at 95 %, of so many independent cases with values in this
	 * range. Absent: the interval is of zero width there.
	 */
	readonly unvaried?: { readonly cases: number; readonly range?: readonly [number, number] };
}

type BootstrapMethod = 'bca' | 'percentile';

export interface BootstrapInterval extends Bounds {
	/** The statistic of the sample itself. */
	readonly value: number;
	/** The method used: `percentile` also where `bca` was asked for and is not defined, all resamples lying on one side of the value. */
	readonly method: BootstrapMethod | 'unvaried';
	/** Resamples that were drawn again because the statistic was not defined on them. */
	readonly redrawn: number;
}

/**
 * Bootstrap interval of a statistic (Efron & Tibshirani 1993, chapters 13 and 14).
 * @param units what is drawn with replacement: groups of item indices that belong together (sentences of one response), as
 * `clusterUnits` makes them, or a number of single items. Paired differences come of themselves: `differenceOf` two statistics
 * sees the same items twice. Every item that the statistic knows belongs to a unit.
 * @throws RangeError when the statistic is not defined on the sample or on more than half of the resamples, without units, or for
 * options out of range.
 */
export function bootstrapInterval(
	units: number | readonly (readonly number[])[],
	statistic: Statistic,
	options: BootstrapOptions,
): BootstrapInterval {
	const { random, resamples = 2000, confidence = 0.95, method = 'bca', unvaried } = options;
	const groups = typeof units === 'number' ? Array.from({ length: units }, (_, item) => [item]) : units;
	if (groups.length === 0 || !Number.isInteger(resamples) || resamples < 1)
		throw new RangeError(`${resamples} resamples of ${groups.length} units`);
	if (!(confidence > 0 && confidence < 1)) throw new RangeError(`a confidence of ${confidence}`);
	const whole = new Uint32Array(1 + groups.reduce((max, group) => group.reduce((a, b) => Math.max(a, b), max), -1));
	for (const group of groups) add(whole, group, 1);
	const value = statistic(whole);
	if (Number.isNaN(value)) throw new RangeError('the statistic is not defined on the sample');
	const found = new Float64Array(resamples);
	const counts = new Uint32Array(whole.length);
	let redrawn = 0;
	for (let i = 0; i < resamples; ) {
		counts.fill(0);
		for (let drawn = 0; drawn < groups.length; drawn++) add(counts, groups[Math.floor(random() * groups.length)]!, 1);
		const one = statistic(counts);
		if (!Number.isNaN(one)) found[i++] = one;
		else if (++redrawn > resamples) throw new RangeError('the statistic is not defined on most resamples');
	}
	const tails = [(1 - confidence) / 2, (1 + confidence) / 2] as const;
	const corrected = method === 'bca' ? bcaTails(found, value, jackknife(groups, whole, statistic), tails) : undefined;
	const [low, high] = percentiles(found, corrected ?? tails);
	if (low === high && unvaried !== undefined)
		return { value, ...unvariedInterval(value, unvaried.cases, unvaried.range), redrawn, method: 'unvaried' };
	return { value, low, high, redrawn, method: corrected === undefined ? 'percentile' : 'bca' };
}

/** The statistic without each unit in turn, where it is defined. */
function jackknife(groups: readonly (readonly number[])[], whole: Uint32Array, statistic: Statistic): number[] {
	const counts = whole.slice();
	return groups
		.map((group) => {
			add(counts, group, -1);
			const without = statistic(counts);
			add(counts, group, 1);
			return without;
		})
		.filter((without) => !Number.isNaN(without));
}

/**
 * Tail probabilities corrected for the bias and skew of the resampled values (Efron & Tibshirani, equations 14.9, 14.10, 14.14, 14.15);
 * `undefined` when all of them lie on one side of the value.
 */
export function bcaTails(
	found: Float64Array,
	value: number,
	without: readonly number[],
	tails: readonly [number, number],
): readonly [number, number] | undefined {
	let below = 0;
	for (const one of found) below += one < value ? 1 : one === value ? 0.5 : 0;
	if (below === 0 || below === found.length) return undefined;
	const bias = normalQuantile(below / found.length);
	const mean = without.reduce((sum, one) => sum + one, 0) / without.length;
	const squares = without.reduce((sum, one) => sum + (mean - one) ** 2, 0);
	const cubes = without.reduce((sum, one) => sum + (mean - one) ** 3, 0);
	const acceleration = squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
	const corrected = (tail: number) => {
		const z = bias + normalQuantile(tail);
		return normalCdf(bias + z / (1 - acceleration * z));
	};
	return [corrected(tails[0]), corrected(tails[1])];
}

function percentiles(found: Float64Array, tails: readonly [number, number]): [number, number] {
	const sorted = found.toSorted();
	return [quantile(sorted, tails[0]), quantile(sorted, tails[1])];
}

function add(counts: Uint32Array, group: readonly number[], by: number): void {
	for (const item of group) counts[item]! += by;
}
