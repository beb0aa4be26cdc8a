import { meanThreshold } from '../../src/methods/memsad/thresholds.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { sample, type Random } from '../../src/statistics/random.ts';

/** Sizes of the paper's table. */
export const calibrationSizes = [25, 50, 100, 200, 500] as const;

/** How far thresholds of so many entries are from that of all. */
export interface AblationRow {
	readonly size: number;
	/** `|τ_N − τ*|`, one a draw. */
	readonly errors: readonly number[];
	/** η of each draw. */
	readonly bounds: readonly number[];
}

/** Draws calibration sets from benign scores; τ* is `μ̂ + 2σ̂` of all of them. Sizes of half of all or more say little, and are left out. */
export function calibrationAblation(scores: ArrayLike<number>, draws: number, random: Random): AblationRow[] {
	const all = Array.from(scores);
	const { threshold: exact } = meanThreshold(all);
	return calibrationSizes
		.filter((size) => size <= all.length / 2)
		.map((size) => {
			const found = Array.from({ length: draws }, () => meanThreshold(sample(random, all, size)));
			return { size, errors: found.map(({ threshold }) => Math.abs(threshold - exact)), bounds: found.map(({ eta }) => eta) };
		});
}

/** The error that 95 % of the draws stay below. */
export function defaultError({ errors }: AblationRow): number {
	return quantile(
		errors.toSorted((a, b) => a - b),
		0.95,
	);
}
