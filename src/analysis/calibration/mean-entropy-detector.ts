import type { Criterion, MeanEntropyDetector } from '../../formats/profile.ts';
import { chooseThreshold } from './threshold.ts';
import type { JudgedScore } from './threshold.ts';
import { rounded, thresholdFigures, type ThresholdFigures } from './threshold-figures.ts';

/** A sentence's mean entropy (nats) with its truth; `response` names the response that it stands in. */
export interface JudgedSentence extends JudgedScore {
	readonly response: string;
}

/**
 * Chooses the threshold and the scale of suspicion on `train` and measures what they do on `test`, which has no part in the choice
 * (`thresholdFigures`). @throws RangeError when a class is missing on either side.
 */
export function fitMeanEntropyDetector(train: readonly JudgedSentence[], test: readonly JudgedSentence[], criterion: Criterion): MeanEntropyDetector & ThresholdFigures {
	const threshold = rounded(chooseThreshold(train, criterion));
	return {
		method: 'mean-entropy', level: 'sentence', threshold, direction: 'above', criterion,
		...thresholdFigures(train, test.map(({ score, positive, response }) => ({ score, positive, cluster: response })), threshold),
	};
}
