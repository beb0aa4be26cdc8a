import { conformalThreshold, minConformalSample } from '../../statistics/conformal-threshold.ts';
import { normalQuantile } from '../../statistics/normal.ts';

/** Thresholds of the largest similarity, as similarities; `null`: cannot be had. */
export interface ScreeningThresholds {
	readonly empirical: number | null;
	readonly skew: number | null;
	readonly gumbel: number | null;
	readonly exact: number | null;
}

export interface ScoreShape {
	/** Of the similarities of all documents but the nearest. */
	readonly mean: number;
	readonly std: number;
	/** Documents, the nearest among them. */
	readonly n: number;
	/** Of the others; `null`: unknown. */
	readonly skewness: number | null;
	/** Share of benign queries that may be flagged. */
	readonly rho: number;
	/** Of `empiricalZ`; `null`: none. */
	readonly empiricalZ: number | null;
	/** What `empiricalZ` is made of; absent: `z`. */
	readonly score?: StandOutScore | undefined;
}

/**
 * What benign queries' threshold is made of. `z`: deviations above the mean. `room`: `z` divided by the share of the way from the mean to a similarity of
 * 1 that is left. A `z` of one query can ask for more than 1 of another, whose similarities spread more; `room` never does (docs/methods/mirabel.md).
 */
export type StandOutScore = 'z' | 'room';

/** Returns what embeddings of an encoder are scored by: those of `lexical` spread so differently from query to query that `z` leaves some out of reach. */
export function standOutScore(isLexical: boolean): StandOutScore {
	return isLexical ? 'room' : 'z';
}

/** Similarities to 1 that are nearer than this are a copy's: cosines of float32. */
const copyRoom = 1e-6;
/** Score of a copy, above that of everything that is none. */
const copyScore = 1e12;
/** Above every similarity, with its rounding. */
const unreachable = 1 + 1e-5;

/** Scores how far the nearest document stands out of the others; 0 where these are alike. */
export function standOut({ max, mean, std }: Pick<ScoreShape, 'mean' | 'std'> & { readonly max: number }, score: StandOutScore): number {
	if (std === 0) return 0;
	const z = (max - mean) / std;
	if (score === 'z') return z;
	return 1 - max <= copyRoom ? copyScore : (z * (1 - mean)) / (1 - max);
}

/** The similarity that has this score: below 1, unless copies alone have it. */
function similarityAt(value: number, { mean, std }: Pick<ScoreShape, 'mean' | 'std'>, score: StandOutScore): number {
	const off = value * std;
	if (score === 'z') return mean + off;
	return value >= copyScore ? unreachable : mean + (off * (1 - mean)) / (off + 1 - mean);
}

/**
 * All four ways to a threshold: `mean + z · std`, with `z` from benign queries (empirical; also by another score), from the largest of n normal scores (`exact`), the
 * same corrected for skewness (`skew`, Cornish and Fisher's first term), and from Gumbel's limit as the paper has it (equation 8 with
 * `μ_n ≈ μ + σ√(2 ln n)`). All `null` where the others are alike (`std` is 0).
 * @throws RangeError for n below 2, and unless `0 < rho < 1`
 */
export function thresholdsOf({ mean, std, n, skewness, rho, empiricalZ: z, score = 'z' }: ScoreShape): ScreeningThresholds {
	if (!(n >= 2)) throw new RangeError(`the largest of ${n} similarities`);
	if (!(rho > 0 && rho < 1)) throw new RangeError(`a rate of ${rho}`);
	if (std === 0) return { empirical: null, skew: null, gumbel: null, exact: null };
	const normal = normalMaximum(n, rho);
	const root = Math.sqrt(2 * Math.log(n));
	return {
		empirical: z === null ? null : similarityAt(z, { mean, std }, score),
		skew: skewness === null ? null : mean + (normal + ((normal * normal - 1) * skewness) / 6) * std,
		gumbel: mean + (root - Math.log(-Math.log1p(-rho)) / root) * std,
		exact: mean + normal * std,
	};
}

/** `Φ⁻¹((1 − ρ)^{1/n})`, by way of its small complement, which keeps its digits. */
function normalMaximum(n: number, rho: number): number {
	return -normalQuantile(-Math.expm1(Math.log1p(-rho) / n));
}

/** How far apart two similarities are at least that differ: less is rounding. */
const tie = 1e-9;

/** Whether the largest similarity is above a threshold, by more than rounding; never without one. */
export function isAbove(max: number, threshold: number | null): boolean {
	return threshold !== null && max > threshold + tie;
}

/** A threshold of z made of benign queries. */
export interface EmpiricalZ {
	/** `null`: there are too few. */
	readonly z: number | null;
	/** How many queries it takes. */
	readonly needs: number;
}

/**
 * Split conformal: of benign queries that are exchangeable with these, at most a share `rho` has a larger z, whatever its distribution; the
 * `⌊ρ(n + 1)⌋`-th largest of `zs`.
 * @param zs scores of benign queries (`standOut`)
 * @throws RangeError for NaN, and unless `0 < rho < 1`
 */
export function empiricalZ(zs: readonly number[], rho: number): EmpiricalZ {
	const needs = minConformalSample(rho);
	return { z: zs.length < needs ? null : conformalThreshold(zs, rho, 'high').threshold, needs };
}
