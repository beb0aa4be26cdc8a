import { isFlagged, type Direction, type ScoredSpan } from './scored-span.ts';
import { redraws } from './threshold-noise.ts';

/** How far a rate of a threshold lies from its rate on all data, where the same labels chose the threshold and measure the rate. */
export interface ChoiceError {
	/** Mean of what the labels show minus the rate on all data. Positive: the labels overstate the rate. */
	readonly bias: number;
	/** Variance of that difference. It includes which clusters were labeled. */
	readonly variance: number;
}

/** Fewer resamples do not show how far a rate may be off. */
const fewest = 20;

const rateNames = ['truePositiveRate', 'falsePositiveRate', 'precision'] as const;
type RateName = (typeof rateNames)[number];

/** The error of each rate. `null`: too few resamples have the rate. */
export type ChoiceErrors = Readonly<Record<RateName, ChoiceError | null>>;

type Chosen = Pick<ScoredSpan, 'score' | 'positive' | 'cluster'>;

/**
 * Estimates how far the rates of a chosen threshold may be off, from 200 resamples of whole clusters (Efron and Tibshirani 1993, chapter 17).
 * Each resample chooses its own threshold. The error of the resample is its rate at that threshold minus the rate of `data` there.
 * The variance has both parts at once: which clusters were labeled, and that the labels chose the threshold.
 * @param choose Returns the threshold of a resample. Throws a RangeError for a resample that would not be written: only rates of thresholds that
 * passed the same check are reported, so only resamples that pass it say how far these may be off.
 * @param name Name of the detector. Together with the seed, it fixes the resamples.
 */
export function choiceErrors<T extends Chosen>(
	data: readonly T[],
	choose: (resample: readonly T[]) => number,
	{ direction, seed, name }: { readonly direction: Direction; readonly seed: number; readonly name: string },
): ChoiceErrors {
	const differences: Record<RateName, number[]> = { truePositiveRate: [], falsePositiveRate: [], precision: [] };
	for (const { threshold, drawn } of redraws(data, choose, seed, name)) {
		const [own, all] = [ratesOf(drawn, threshold, direction), ratesOf(data, threshold, direction)];
		for (const rate of rateNames) {
			const difference = own[rate] - all[rate];
			if (!Number.isNaN(difference)) differences[rate].push(difference);
		}
	}
	return {
		truePositiveRate: errorOf(differences.truePositiveRate),
		falsePositiveRate: errorOf(differences.falsePositiveRate),
		precision: errorOf(differences.precision),
	};
}

/** Returns the rates of a threshold on data. `NaN`: there is nothing to measure the rate on. */
function ratesOf(data: readonly Chosen[], threshold: number, direction: Direction): Readonly<Record<RateName, number>> {
	let [truePositives, falsePositives, positives, negatives] = [0, 0, 0, 0];
	for (const { score, positive } of data) {
		const flagged = isFlagged(score, threshold, direction);
		if (positive === true) {
			positives++;
			if (flagged) truePositives++;
		} else if (positive === false) {
			negatives++;
			if (flagged) falsePositives++;
		}
	}
	return {
		truePositiveRate: truePositives / positives,
		falsePositiveRate: falsePositives / negatives,
		precision: truePositives / (truePositives + falsePositives),
	};
}

function errorOf(differences: readonly number[]): ChoiceError | null {
	if (differences.length < fewest) return null;
	const bias = differences.reduce((sum, one) => sum + one, 0) / differences.length;
	return { bias, variance: differences.reduce((sum, one) => sum + (one - bias) ** 2, 0) / (differences.length - 1) };
}
