import { clopperPearson } from '../src/statistics/binomial-interval.ts';
import type { Random } from '../src/statistics/random.ts';
import { clusterBootstrap } from './cluster-bootstrap.ts';
import type { Target } from './target.ts';

/** A measured number with its 95 % interval (`null` where none applies), as benches print it. */
export interface Figure {
	readonly name: string;
	/** NaN where there was nothing to measure (`n` 0). */
	readonly value: number;
	readonly low: number | null;
	readonly high: number | null;
	readonly n: number;
	/** Empty for a share, and for an area under a curve. */
	readonly unit: string;
	/** What it is to reach; `null` where nothing is aimed at. */
	readonly target: Target | null;
}

/** How often something is so among independent cases, with Clopper and Pearson's interval. */
export function share<T>(name: string, cases: readonly T[], isSo: (one: T) => boolean, target: Target | null = null): Figure {
	const hits = cases.filter(isSo).length;
	return { name, value: hits / cases.length, ...clopperPearson(hits, cases.length), n: cases.length, unit: '', target };
}

/**
 * How often something is so among the parts of a case (an answer's sentences), where parts of one case are not independent; `n` counts parts.
 * Interval by bootstrap over the cases; where all parts are alike, which a bootstrap takes for certainty, Clopper and Pearson's for as many parts as there are cases.
 */
export function shareOfParts<T>(
	name: string,
	random: Random,
	cases: readonly (readonly T[])[],
	isSo: (one: T) => boolean,
	target: Target | null = null,
): Figure {
	const counts = cases.filter((parts) => parts.length > 0).map((parts) => ({ hits: parts.filter(isSo).length, of: parts.length }));
	const n = counts.reduce((sum, { of }) => sum + of, 0);
	const ratio = (chosen: typeof counts) => chosen.reduce((sum, { hits }) => sum + hits, 0) / chosen.reduce((sum, { of }) => sum + of, 0);
	const value = ratio(counts);
	const bounds =
		value > 0 && value < 1 ? clusterBootstrap(random, counts, ratio) : clopperPearson(value === 1 ? counts.length : 0, counts.length);
	return { name, value, ...bounds, n, unit: '', target };
}
