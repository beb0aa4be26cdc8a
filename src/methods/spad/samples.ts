import { selectRows, type FeatureMatrix } from '../../statistics/boosted-trees/feature-matrix.ts';

/** Spans with their features and their truth, as a classifier is trained on them. */
export interface Samples {
	readonly features: FeatureMatrix;
	/** One a row: 1 for ungrounded, 0 for grounded. */
	readonly labels: Uint8Array;
	/** One a row: what must not stand on both sides of a cut (an entity, else a trace). */
	readonly groups: readonly string[];
}

/** The named rows, in the order named. */
export function samplesAt({ features, labels, groups }: Samples, rows: readonly number[]): Samples {
	return {
		features: selectRows(features, rows),
		labels: Uint8Array.from(rows, (row) => labels[row]!),
		groups: rows.map((row) => groups[row]!),
	};
}

/** The rows that are not in `rows`, ascending. */
export function otherRows(count: number, rows: readonly number[]): number[] {
	const taken = new Set(rows);
	return Array.from({ length: count }, (_, row) => row).filter((row) => !taken.has(row));
}
