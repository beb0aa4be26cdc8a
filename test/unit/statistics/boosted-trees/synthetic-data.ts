import { featureMatrix, type FeatureMatrix } from '../../../../src/statistics/boosted-trees/feature-matrix.ts';

export interface SyntheticData {
	readonly features: FeatureMatrix;
	readonly labels: Uint8Array;
}

export interface SyntheticKind {
	readonly seed: number;
	readonly rows: number;
	/** At least 5. */
	readonly columns: number;
	/** Different values of a feature; 0 for as many as there are rows. */
	readonly levels: number;
	/** Chance of a value to be missing. */
	readonly missing: number;
}

/**
 * Samples by a formula: the same numbers, bit for bit, as `synthetic_data.py` makes. The label follows the first five features (the
 * third and fourth only together; the fifth by whether it is missing) and noise.
 */
export function syntheticData({ seed, rows, columns, levels, missing }: SyntheticKind): SyntheticData {
	let state = seed >>> 0;
	const next = () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	const labels = new Uint8Array(rows);
	const features = Array.from({ length: rows }, (_, row) => {
		const values = Array.from({ length: columns }, () => {
			const isMissing = next() < missing;
			const value = next();
			return isMissing ? Number.NaN : Math.fround((levels === 0 ? value : Math.floor(value * levels) / levels) - 0.5);
		});
		const [a, b, c, d, e] = values.map((value) => (Number.isNaN(value) ? 0 : value));
		const step = Number.isNaN(values[4]) ? -0.5 : e! > 0.1 ? 0.5 : 0;
		const noise = next() + next() + next() - 1.5;
		labels[row] = 2 * a! - b! + 6 * c! * d! + step + noise > 0 ? 1 : 0;
		return values;
	});
	return { features: featureMatrix(features, columns), labels };
}
