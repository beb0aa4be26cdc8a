import type { Criterion } from '../../formats/detectors/figures.ts';
import { bestF1 } from '../../statistics/best-f1.ts';
import { quantile } from '../../statistics/quantile.ts';

/** A score whose truth is known. */
export interface JudgedScore {
	readonly score: number;
	/** Unsupported. */
	readonly positive: boolean;
}

/**
 * The threshold that fits a criterion best on the given scores: a quantile of them, or by labels (`bestF1`). A score strictly above it is flagged.
 * @throws RangeError when the criterion needs both classes and one is missing, or there are no scores.
 */
export function chooseThreshold(scores: readonly JudgedScore[], criterion: Criterion): number {
	if (criterion.kind === 'quantile') return quantile(Float64Array.from(scores, (s) => s.score).toSorted(), criterion.probability);
	if (!scores.some((s) => s.positive) || scores.every((s) => s.positive))
		throw new RangeError(`a threshold by ${criterion.kind} needs supported and unsupported sentences`);
	return bestF1(
		scores.map((s) => s.score),
		scores.map((s) => Number(s.positive)),
	).threshold;
}
