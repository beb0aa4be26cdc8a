import type { FeatureMatrix } from './feature-matrix.ts';

/**
 * Features cut into bins. Bin `b` of feature `f` has a slot of its own in a histogram, `firstSlot[f] + b`; the slot after a feature's
 * last bin is that of its missing values.
 */
export interface BinnedMatrix {
	readonly rows: number;
	readonly columns: number;
	/** Slot of each value, row-major `[rows, columns]`. */
	readonly slots: Uint32Array;
	/** `[columns + 1]`; the last one is the number of slots. */
	readonly firstSlot: Uint32Array;
	/** Upper bounds of a feature's bins, ascending: bin `b` holds `cuts[b - 1] <= x < cuts[b]`. */
	readonly cuts: readonly Float32Array[];
}

/** Bins every feature into at most `maxBin` bins. */
export function binFeatures(features: FeatureMatrix, maxBin: number): BinnedMatrix {
	const { values, rows, columns } = features;
	const cuts = Array.from({ length: columns }, (_, column) => cutsOf(presentSorted(features, column), maxBin));
	const firstSlot = new Uint32Array(columns + 1);
	cuts.forEach((bounds, column) => {
		firstSlot[column + 1] = firstSlot[column]! + bounds.length + 1;
	});
	const slots = new Uint32Array(rows * columns);
	for (let row = 0, at = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++, at++) {
			const value = values[at]!;
			const bounds = cuts[column]!;
			slots[at] = firstSlot[column]! + (Number.isNaN(value) ? bounds.length : binOf(bounds, value));
		}
	}
	return { rows, columns, slots, firstSlot, cuts };
}

/**
 * Bounds of the bins of one feature. With at most `maxBin` different values each has a bin of its own, which makes the search for
 * splits an exact one; otherwise the bounds are the values at `maxBin - 1` equally spaced ranks between those of the least and the
 * greatest value. The same bounds as XGBoost's up to `8 · maxBin` different values (version 3.2); beyond, these ranks stay exact
 * and XGBoost's come from a sketch. As there, a bound is a value that occurs, and the last one is above all of them.
 * @param sorted the feature's values without the missing ones, ascending.
 */
export function cutsOf(sorted: Float32Array, maxBin: number): Float32Array {
	if (sorted.length === 0) return new Float32Array();
	const greatest = sorted.at(-1)!;
	const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
	const bounds = distinct.length <= maxBin ? distinct.subarray(1) : valuesAtRanks(sorted, maxBin);
	return Float32Array.from([...bounds, greatest + (Math.abs(greatest) + 1e-5)]);
}

/** Different values at equally spaced ranks, none of them the least: it would be the bound of an empty bin. */
function valuesAtRanks(sorted: Float32Array, parts: number): Set<number> {
	const first = sorted.findIndex((value) => value !== sorted[0]);
	const range = sorted.indexOf(sorted.at(-1)!) - first;
	return new Set(Array.from({ length: parts - 1 }, (_, k) => sorted[Math.floor(first + ((k + 1) * range) / parts)]!));
}

/** How many of the bounds a value has reached. */
function binOf(bounds: Float32Array, value: number): number {
	let [low, high] = [0, bounds.length - 1];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (value < bounds[middle]!) high = middle;
		else low = middle + 1;
	}
	return low;
}

function presentSorted({ values, rows, columns }: FeatureMatrix, column: number): Float32Array {
	const present = new Float32Array(rows);
	let count = 0;
	for (let at = column; at < values.length; at += columns) {
		if (!Number.isNaN(values[at]!)) present[count++] = values[at]!;
	}
	return present.subarray(0, count).toSorted();
}
