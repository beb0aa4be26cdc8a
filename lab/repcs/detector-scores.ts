import { blackBoxRepcs, type ListedDistribution } from './black-box.ts';
import { closedBook } from '../../src/methods/closed-book/closed-book.ts';
import { confidenceGap } from '../../src/methods/confidence-gap/confidence-gap.ts';
import { repcs } from '../../src/methods/repcs/repcs.ts';
import type { PathStatistics, ScoredResponse } from '../../src/model-io/scores.ts';

/** RePCS's score by its detectors' common order: the higher, the more like a memorised fact. */
export const zName = 'Z';

/** Closed book by the same order: minus the larger of the next two. */
export const closedBookName = 'closed book';
/** Minus the largest entropy without contexts, nats. */
export const entropyName = 'largest entropy without context';

/** Candidates a token that a black-box server would list. */
export const listed = 5;

/**
 * What each detector makes of a scored answer, by name; each rises with the suspicion that the answer was known by heart. RePCS is small for such
 * answers, and so are the baselines: the model is not surprised, and the passages sharpen nothing.
 * @throws RangeError for an answer without tokens.
 */
export function detectorScores(scored: ScoredResponse): Map<string, number> {
	const { withContext, withoutContext, kl } = scored;
	const score = repcs(kl, withContext.logProbability, withoutContext.logProbability);
	const bound = blackBoxRepcs(lists(withContext, scored.tokenIds), lists(withoutContext, scored.tokenIds));
	const alone = closedBook(withoutContext.entropy, withoutContext.logProbability);
	if (score === null || bound === null || alone === null) throw new RangeError('an answer without tokens');
	return new Map([
		[zName, -score.z],
		['Z/T', -score.perToken],
		['formula (2) by the letter', -score.literal],
		[`black box: lower bound of Z from the top ${listed}`, -bound.lowerBound],
		['mean surprise', mean(withContext.logProbability)],
		['mean surprise without context', mean(withoutContext.logProbability)],
		[closedBookName, -alone.score],
		[entropyName, -alone.entropyMax],
		['confidence gap', -mean(confidenceGap(withoutContext.entropy, withContext.entropy))],
	]);
}

function lists({ alternatives, logProbability }: PathStatistics, ids: Uint32Array): ListedDistribution[] {
	return alternatives.map((top, t) => ({
		top: top.map((one) => ({ token: String(one.id), logProbability: one.logProbability })),
		chosen: { token: String(ids[t]), logProbability: logProbability[t]! },
	}));
}

function mean(values: Float64Array): number {
	return values.reduce((sum, x) => sum + x, 0) / values.length;
}
