import { conformalThreshold, minConformalSample } from '../../statistics/conformal-threshold.ts';
import { robustSpreadOf, spreadOf } from '../../statistics/spread.ts';

/** Where a threshold lies: an entry is flagged whose score is above it. */
export interface ScoreThreshold {
	readonly rule: 'mean-plus-deviations' | 'conformal' | 'robust';
	readonly threshold: number;
	/** Where benign scores lie, and how wide: mean and sample standard deviation; of the robust rule median and `1.4826 · MAD`. */
	readonly center: number;
	readonly deviation: number;
	/** How many deviations the threshold lies above the center: κ, z, or what came out. */
	readonly deviations: number;
	/** Benign scores that it was made of. */
	readonly n: number;
	/** Promised false-positive rate; `null`: none is promised. */
	readonly alpha: number | null;
	/** How far the threshold may be off, as `thresholdError` says at 95 %. */
	readonly eta: number;
}

/** The paper's κ. */
export const defaultKappa = 2;
/** False-positive rate that all detectors together may have, the patterns among them: nothing calibrates those, so the scores leave them an equal share. */
export const defaultRate = 0.02;
/** Deviations above the median where there is no reference: about 0.0002 of a normal distribution, as planted entries are in the store as well. */
export const robustDeviations = 3.5;
/** The chance that the threshold is off by more than `eta`. */
const defaultDelta = 0.05;

/** `μ̂ + κσ̂` (MEMSAD, definition 6). Promises no rate. @throws RangeError below two scores. */
export function meanThreshold(benign: ArrayLike<number>, kappa = defaultKappa): ScoreThreshold {
	if (benign.length < 2) throw new RangeError(`a deviation of ${benign.length} scores`);
	const { mean: center, deviation, n } = spreadOf(benign);
	return {
		rule: 'mean-plus-deviations',
		threshold: center + kappa * deviation,
		center,
		deviation,
		deviations: kappa,
		n,
		alpha: null,
		eta: thresholdError(deviation, n, kappa),
	};
}

/**
 * Split conformal: a new benign score, exchangeable with these, lies above the threshold with a chance of at most `alpha / detectors`; so one of
 * several detectors flags it with a chance of at most `alpha` (Bonferroni). `deviations` and `eta` are read off the scores for the radii.
 * @throws RangeError for fewer scores than `minReference` says
 */
export function conformalScoreThreshold(benign: ArrayLike<number>, alpha = defaultRate, detectors = 1): ScoreThreshold {
	const level = alpha / detectors;
	const { threshold } = conformalThreshold(benign, level, 'high');
	const { mean: center, deviation, n } = spreadOf(benign);
	const deviations = deviation > 0 ? (threshold - center) / deviation : 0;
	return { rule: 'conformal', threshold, center, deviation, deviations, n, alpha: level, eta: thresholdError(deviation, n, deviations) };
}

/** The fewest benign entries for which the conformal rule has a threshold: 99 for 0.02 of two detectors, 149 of three. */
export function minReference(alpha = defaultRate, detectors = 1): number {
	return minConformalSample(alpha / detectors);
}

/**
 * Median and `z · 1.4826 · MAD` of scores among which planted ones may be, up to half of them: for a store without a reference. Promises nothing.
 * @param least deviation below which the scores' own says nothing: entries of one form have hardly any
 * @throws RangeError for no score
 */
export function robustThreshold(scores: ArrayLike<number>, z = robustDeviations, least = 0): ScoreThreshold {
	const { median: center, deviation: own, n } = robustSpreadOf(scores);
	const deviation = Math.max(own, least);
	return {
		rule: 'robust',
		threshold: center + z * deviation,
		center,
		deviation,
		deviations: z,
		n,
		alpha: null,
		eta: thresholdError(deviation, n, z),
	};
}

/**
 * `η = σ̂ (N^{-1/2} + κ (2(N−1))^{-1/2}) √(2 ln(4/δ))` (MEMSAD, theorem 11): with a chance of at least `1 − δ` the threshold is off by no more, for
 * normal scores. Infinite for a single score.
 */
export function thresholdError(deviation: number, n: number, kappa = defaultKappa, delta = defaultDelta): number {
	if (n < 2) return Infinity;
	return deviation * (1 / Math.sqrt(n) + Math.abs(kappa) / Math.sqrt(2 * (n - 1))) * Math.sqrt(2 * Math.log(4 / delta));
}

/** How safely an entry is flagged, or is not. */
export interface Certificate {
	/** `score − threshold`; above 0: flagged. */
	readonly margin: number;
	/** L2 norms of a change of the embedding below which the verdict stays as it is. */
	readonly radius: {
		/** By this threshold. */
		readonly thisThreshold: number;
		/** By any threshold within `eta` of it; not negative. `null`: theorem 11 says nothing of how far such a threshold may be off. */
		readonly anyThreshold: number | null;
	};
}

/** Scores are 1-Lipschitz in the embedding. Says nothing of words that are changed: synonyms move an embedding at will. */
export function certificateOf(score: number, { rule, threshold, eta }: Pick<ScoreThreshold, 'rule' | 'threshold' | 'eta'>): Certificate {
	const margin = score - threshold;
	const distance = Math.abs(margin);
	const anyThreshold = rule === 'mean-plus-deviations' ? Math.max(0, distance - eta) : null;
	return { margin, radius: { thisThreshold: distance, anyThreshold } };
}
