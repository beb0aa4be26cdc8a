import { featureMatrix } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { seededRandom, shuffled } from '../../../../src/statistics/random.ts';
import type { Samples } from '../../../../src/methods/spad/samples.ts';

export const syntheticNames = ['A', 'B', 'C', 'D'];

/**
 * Samples of four features in `[0, 1)`, a third of them positive: where the first is high, or the second very low, but for a fifth
 * of them, which are as chance has it. Groups of `groupSize`.
 */
export function syntheticSamples(count: number, seed: number, groupSize = 1): Samples {
	const random = seededRandom(seed);
	const rows = Array.from({ length: count }, () => syntheticNames.map(() => random()));
	const labels = Uint8Array.from(rows, ([a = 0, b = 0]) => ((random() < 0.8 ? a > 0.75 || b < 0.1 : random() < 0.33) ? 1 : 0));
	return { features: featureMatrix(rows), labels, groups: rows.map((_, row) => `g${seed}-${Math.floor(row / groupSize)}`) };
}

/**
 * Samples that say nothing of their labels: a group's rows are alike within a thousandth, and every group has one label, half of them
 * positive, by chance. Only who has seen a row of the same group can tell: a cut through groups gives an area near 1, one between them 0.5.
 */
export function twinSamples(groups: number, groupSize: number, seed: number): Samples {
	const random = seededRandom(seed);
	const positive = shuffled(
		random,
		Array.from({ length: groups }, (_, group) => group % 2),
	);
	const centers = positive.map(() => syntheticNames.map(() => random()));
	const rows = Array.from({ length: groups * groupSize }, (_, row) =>
		(centers[Math.floor(row / groupSize)] ?? []).map((value) => value + 0.001 * random()),
	);
	const groupOf = (row: number): number => Math.floor(row / groupSize);
	return {
		features: featureMatrix(rows),
		labels: Uint8Array.from(rows, (_, row) => positive[groupOf(row)] ?? 0),
		groups: rows.map((_, row) => `g${seed}-${groupOf(row)}`),
	};
}
