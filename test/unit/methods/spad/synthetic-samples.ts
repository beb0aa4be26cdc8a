import { featureMatrix } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { seededRandom } from '../../../../src/statistics/random.ts';
import type { Samples } from '../../../../src/methods/spad/samples.ts';

export const syntheticNames = ['A', 'B', 'C', 'D'];

/**
 * Samples of four features in `[0, 1)`, a third of them positive: where the first is high, or the second very low, but for a fifth
 * of them, which are as chance has it. Groups of `groupSize`.
 */
export function syntheticSamples(count: number, seed: number, groupSize = 1): Samples {
	const random = seededRandom(seed);
	const rows = Array.from({ length: count }, () => syntheticNames.map(() => random()));
	const labels = Uint8Array.from(rows, ([a = 0, b = 0]) => (random() < 0.8 ? a > 0.75 || b < 0.1 : random() < 0.33) ? 1 : 0);
	return { features: featureMatrix(rows), labels, groups: rows.map((_, row) => `g${seed}-${Math.floor(row / groupSize)}`) };
}
