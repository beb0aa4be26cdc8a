import { bestSplit, bestWeight, type Split, type Sums } from './best-split.ts';
import type { BinnedMatrix } from './binning.ts';
import type { Gradients } from './gradients.ts';
import { fillHistogram, subtractHistogram, type Histogram, type HistogramPool } from './histogram.ts';
import type { Tree } from './model.ts';
import type { TrainingSettings } from './training-settings.ts';

/** What one tree is grown from. */
export interface Ground {
	readonly binned: BinnedMatrix;
	readonly gradients: Gradients;
	readonly settings: TrainingSettings;
	readonly pool: HistogramPool;
	/** Features that the tree may ask for, ascending. */
	readonly columns: Uint32Array;
}

interface GrownNode extends Sums {
	readonly split?: { readonly at: Split; readonly left: GrownNode; readonly right: GrownNode };
}

/** The least gain that is no rounding error; XGBoost's. */
const minGain = 1e-6;

/** Grows one tree on the samples `rows`, whose order is changed. */
export function growTree(ground: Ground, rows: Uint32Array): Tree {
	const { first, second } = ground.gradients;
	let [sumFirst, sumSecond] = [0, 0];
	for (const row of rows) {
		sumFirst += first[row]!;
		sumSecond += second[row]!;
	}
	const histogram = ground.pool.take();
	fillHistogram(histogram, ground.binned, ground.columns, rows, ground.gradients);
	return treeOf(grow(ground, rows, { first: sumFirst, second: sumSecond }, histogram, 0), ground);
}

/** Splits a node as long as it pays. Gives its histogram back to the pool. */
function grow(ground: Ground, rows: Uint32Array, sums: Sums, histogram: Histogram, depth: number): GrownNode {
	const { binned, columns, gradients, pool, settings } = ground;
	const at = bestSplit(histogram, sums, binned, columns, settings);
	if (at === undefined || at.gain <= minGain || at.gain < settings.gamma) {
		pool.give(histogram);
		return sums;
	}
	const count = moveLeftFirst(rows, at, binned);
	const [leftRows, rightRows] = [rows.subarray(0, count), rows.subarray(count)];
	if (depth + 1 === settings.maxDepth) {
		pool.give(histogram);
		return { ...sums, split: { at, left: at.left, right: at.right } };
	}
	const leftIsSmaller = leftRows.length <= rightRows.length;
	const smaller = pool.take();
	fillHistogram(smaller, binned, columns, leftIsSmaller ? leftRows : rightRows, gradients);
	subtractHistogram(histogram, smaller, binned, columns);
	const [leftHistogram, rightHistogram] = leftIsSmaller ? [smaller, histogram] : [histogram, smaller];
	return {
		...sums,
		split: {
			at,
			left: grow(ground, leftRows, at.left, leftHistogram, depth + 1),
			right: grow(ground, rightRows, at.right, rightHistogram, depth + 1),
		},
	};
}

/** Moves the samples that go left to the front, both groups in their order. @returns how many go left. */
function moveLeftFirst(rows: Uint32Array, { feature, bin, defaultLeft }: Split, { slots, firstSlot, columns, cuts }: BinnedMatrix): number {
	const last = firstSlot[feature]! + bin;
	const missing = firstSlot[feature]! + cuts[feature]!.length;
	const right = new Uint32Array(rows.length);
	let [leftCount, rightCount] = [0, 0];
	for (const row of rows) {
		const slot = slots[row * columns + feature]!;
		if (slot === missing ? defaultLeft : slot <= last) rows[leftCount++] = row;
		else right[rightCount++] = row;
	}
	rows.set(right.subarray(0, rightCount), leftCount);
	return leftCount;
}

/** The nodes level by level, left to right, as XGBoost numbers them. */
function treeOf(root: GrownNode, { binned, settings }: Ground): Tree {
	const nodes = [root];
	// An array gives what is added while it is walked.
	for (const { split } of nodes) if (split !== undefined) nodes.push(split.left, split.right);
	const childOf = new Map(nodes.map((node, i) => [node, i]));
	const child = (side: 'left' | 'right') => Int32Array.from(nodes, ({ split }) => (split === undefined ? -1 : childOf.get(split[side])!));
	const eta = settings.eta;
	const output = (node: GrownNode) => bestWeight(node.first, node.second, settings);
	// Adding 0 turns -0 into 0.
	const leaf = (node: GrownNode) => output(node) * eta + 0;
	return {
		left: child('left'),
		right: child('right'),
		feature: Int32Array.from(nodes, ({ split }) => split?.at.feature ?? 0),
		threshold: Float32Array.from(nodes, (node) =>
			node.split === undefined ? leaf(node) : binned.cuts[node.split.at.feature]![node.split.at.bin]!,
		),
		defaultLeft: Uint8Array.from(nodes, ({ split }) => Number(split?.at.defaultLeft ?? false)),
		weight: Float32Array.from(nodes, (node) => (node.split === undefined ? leaf(node) : output(node))),
		cover: Float32Array.from(nodes, (node) => node.second),
		gain: Float32Array.from(nodes, ({ split }) => split?.at.gain ?? 0),
	};
}
