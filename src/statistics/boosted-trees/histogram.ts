import type { BinnedMatrix } from './binning.ts';
import type { Gradients } from './gradients.ts';

/** Sums of first and second derivatives of a node's samples by slot: `[2 · slots]`, in pairs. */
export type Histogram = Float64Array;

/** Adds up the samples `rows` over the features `columns`; the other features' slots are left as they are. */
export function fillHistogram(
	histogram: Histogram,
	binned: BinnedMatrix,
	columns: Uint32Array,
	rows: Uint32Array,
	{ first, second }: Gradients,
): void {
	const { slots, firstSlot, columns: width } = binned;
	for (const column of columns) histogram.fill(0, 2 * firstSlot[column]!, 2 * firstSlot[column + 1]!);
	const all = columns.length === width;
	for (const row of rows) {
		const g = first[row]!;
		const h = second[row]!;
		const from = row * width;
		for (let i = 0; i < columns.length; i++) {
			const at = 2 * slots[from + (all ? i : columns[i]!)]!;
			histogram[at]! += g;
			histogram[at + 1]! += h;
		}
	}
}

/** Leaves in `parent` what is not in `child`: the histogram of the other child, for a fraction of the work. */
export function subtractHistogram(parent: Histogram, child: Histogram, binned: BinnedMatrix, columns: Uint32Array): void {
	for (const column of columns) {
		const end = 2 * binned.firstSlot[column + 1]!;
		for (let at = 2 * binned.firstSlot[column]!; at < end; at++) parent[at]! -= child[at]!;
	}
}

/** Histograms that are used again: a tree has at most one alive a level. */
export class HistogramPool {
	private readonly free: Histogram[] = [];
	private readonly size: number;

	constructor(binned: BinnedMatrix) {
		this.size = 2 * binned.firstSlot.at(-1)!;
	}

	/** One whose content is whatever it was. */
	take(): Histogram {
		return this.free.pop() ?? new Float64Array(this.size);
	}

	give(histogram: Histogram): void {
		this.free.push(histogram);
	}
}
