import type { Learner } from '../../../../src/analysis/calibration/learning-curve.ts';
import type { Samples } from '../../../../src/methods/spad/samples.ts';
import { featureMatrix, matrixRow } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';
import { standardNormal, seededRandom } from '../../../../src/statistics/random.ts';
import { normalCdf } from '../../../../src/statistics/normal.ts';

/** Sentences whose features are normal, with variance 1, in each class. */
export interface World {
	readonly features: number;
	/** Of them, those that tell. */
	readonly telling: number;
	/** By how much each of those is higher for unsupported sentences. */
	readonly shift: number;
	/** The share of unsupported sentences. */
	readonly rate: number;
	/** Sentences a group; half of the variance of a feature is the group's. */
	readonly groupSize?: number;
}

export function drawFrom({ features, telling, shift, rate, groupSize = 1 }: World, count: number, seed: number): Samples {
	const random = seededRandom(seed);
	let ofGroup: readonly number[] = [];
	const labels = new Uint8Array(count);
	const rows = Array.from({ length: count }, (_, i) => {
		if (groupSize > 1 && i % groupSize === 0) ofGroup = Array.from({ length: features }, () => standardNormal(random));
		const label = (labels[i] = Number(random() < rate));
		return Array.from(
			{ length: features },
			(__, f) =>
				(groupSize > 1 ? (standardNormal(random) + ofGroup[f]!) * Math.SQRT1_2 : standardNormal(random)) +
				(f < telling ? label * shift : 0),
		);
	});
	return { features: featureMatrix(rows), labels, groups: rows.map((_, i) => `g${Math.floor(i / groupSize)}`) };
}

/** Each feature by the difference of its class means over its variance, as if features were independent: learns in microseconds what trees learn in many milliseconds. */
export const naiveLearner: Learner = ({ features, labels }) => {
	const { columns } = features;
	const means = [0, 1].map((label) => meanOf(features, (row) => labels[row] === label));
	const weights = Float64Array.from({ length: columns }, (_, c) => {
		const variance = meanSquare(features, c, (row) => means[labels[row]!]![c]!);
		return (means[1]![c]! - means[0]![c]!) / (variance + 0.1);
	});
	return Promise.resolve((judged) =>
		Float64Array.from({ length: judged.rows }, (_, row) => matrixRow(judged, row).reduce((sum, value, c) => sum + value * weights[c]!, 0)),
	);
};

function meanOf(features: Samples['features'], takes: (row: number) => boolean): Float64Array {
	const sums = new Float64Array(features.columns);
	let count = 0;
	for (let row = 0; row < features.rows; row++) {
		if (!takes(row)) continue;
		count++;
		for (const [c, value] of matrixRow(features, row).entries()) sums[c]! += value;
	}
	return sums.map((sum) => sum / count);
}

function meanSquare(features: Samples['features'], column: number, middle: (row: number) => number): number {
	let sum = 0;
	for (let row = 0; row < features.rows; row++) sum += (features.values[row * features.columns + column]! - middle(row)) ** 2;
	return sum / features.rows;
}

/**
 * The mean area of what `count` sentences teach, over very many draws of them. That of one linear score is known: in both classes it is normal with
 * the variance `|w|²`, and its means lie `shift · Σ w` apart, the sum over the features that tell; so it is `Φ(shift · Σ w / (√2 · |w|))`.
 */
export async function trueArea(world: World, count: number, draws: number): Promise<number> {
	const { features, telling, shift } = world;
	const units = featureMatrix(Array.from({ length: features }, (_, f) => Array.from({ length: features }, (__, c) => Number(c === f))));
	let sum = 0;
	for (let [draw, seed] = [0, count * 10_000]; draw < draws; seed++) {
		const taught = drawFrom(world, count, seed);
		if (new Set(taught.labels).size < 2) continue;
		const weights = Float64Array.from((await naiveLearner(taught, seededRandom(seed)))(units));
		sum += normalCdf((shift * weights.subarray(0, telling).reduce((a, w) => a + w, 0)) / Math.hypot(...weights) / Math.SQRT2);
		draw++;
	}
	return sum / draws;
}
