import { shareBelow } from './midranks.ts';
import { quantile } from './quantile.ts';
import { spreadOf } from './spread.ts';

/** How many neighbors are counted to: one that happens to lie near makes no row familiar. */
const neighbors = 5;

/** A value beyond all of the reference counts at most so many standard deviations more than the last one does. */
const maxBeyond = 3;

/** The fewest rows that a p of 0.05 can be given by, with neighbors to spare. */
export const minReference = 40;

/** Share of the reference's own rows whose distance is the unit of `distance`. */
const usual = 0.99;

/** Rows that others are compared with, one by one. */
export interface Novelty {
	/** How often a row like those of the reference lies as far from them: small where a row is new. In (0, 1]. */
	readonly p: (row: readonly number[]) => number;
	/** How far a row lies from them, in distances that 99 % of their own rows stay within. */
	readonly distance: (row: readonly number[]) => number;
	/** `[C]`: where each value lies among those of the reference: 0 in the middle, −0.5 and 0.5 at the ends, further beyond them by standard deviations. */
	readonly placesOf: (row: readonly number[]) => Float64Array;
}

/**
 * Tests whether a row lies outside of what a reference has, whatever kinds the reference is a mixture of. The distance of a row is the one to its fifth
 * nearest neighbor, by the sum over columns of differences of their places. Its p-value is the conformal one (Laxhammar & Falkman 2010; Bates, Candès,
 * Lei, Romano & Sesia 2023): its rank among the distances of the reference's own rows, each to the others.
 * @param reference `[n][C]`, at least `minReference` rows.
 * @throws RangeError for fewer rows, or rows of different lengths.
 */
export function conformalNovelty(reference: readonly (readonly number[])[]): Novelty {
	const width = reference[0]?.length ?? 0;
	if (reference.length < minReference || reference.some((row) => row.length !== width))
		throw new RangeError(`${reference.length} rows, of ${width} columns`);
	const columns = Array.from({ length: width }, (_, c) => {
		const values = Float64Array.from(reference, (row) => row[c]!).toSorted();
		// A column without differences has no unit of its own.
		return { values, unit: spreadOf(values).deviation || 1 };
	});
	const placesOf = (row: readonly number[]): Float64Array =>
		Float64Array.from(columns, ({ values, unit }, c) => {
			const value = row[c]!;
			const nearest = Math.min(Math.max(value, values[0]!), values.at(-1)!);
			const beyond = Math.max(-maxBeyond, Math.min(maxBeyond, (value - nearest) / unit));
			return shareBelow(values, value) - 0.5 + beyond;
		});
	const places = reference.map(placesOf);
	const distances = Float64Array.from(places, (own) => distanceTo(places, own, 1)).toSorted();
	const farOut = quantile(distances, usual);
	return {
		placesOf,
		distance: (row) => distanceTo(places, placesOf(row), 0) / farOut,
		p: (row) => {
			const distance = distanceTo(places, placesOf(row), 0);
			let nearer = 0;
			while (nearer < distances.length && distances[nearer]! < distance) nearer++;
			return (1 + distances.length - nearer) / (distances.length + 1);
		},
	};
}

/** Distance to the fifth nearest row. @param own how many of the rows are this one itself. */
function distanceTo(rows: readonly Float64Array[], from: Float64Array, own: 0 | 1): number {
	/** Ascending. */
	const nearest = new Float64Array(neighbors + own).fill(Infinity);
	const last = nearest.length - 1;
	for (const row of rows) {
		let sum = 0;
		for (let c = 0; c < from.length && sum < nearest[last]!; c++) sum += Math.abs(row[c]! - from[c]!);
		if (sum >= nearest[last]!) continue;
		let at = last;
		for (; at > 0 && nearest[at - 1]! > sum; at--) nearest[at] = nearest[at - 1]!;
		nearest[at] = sum;
	}
	return nearest[last]!;
}
