import type { ClassifierDetector } from '../../formats/detectors/classifier.ts';
import type { OperatingPoint } from '../../formats/detectors/figures.ts';
import type { ChoiceErrors } from './choice-errors.ts';
import type { JudgedScore } from './threshold.ts';
import { thresholdFigures, type ClusteredScore, type ThresholdFigures } from './threshold-figures.ts';

/**
 * A profile's entry for a classifier whose threshold has the largest F1 on `outOfFold`: probabilities of the training spans by models
 * that have not seen them, which make the scale of suspicion too. `test` has had no part in anything, or was scored in turns by classifiers of the rest (`on`).
 * @throws RangeError when a class is missing on either side.
 */
export function classifierDetector(
	classifier: Pick<ClassifierDetector, 'method' | 'level' | 'file' | 'sha256' | 'protocol' | 'draws' | 'threshold' | 'after' | 'learned'>,
	outOfFold: readonly JudgedScore[],
	test: readonly ClusteredScore[],
	on?: OperatingPoint['on'],
	errors?: ChoiceErrors,
): ClassifierDetector & ThresholdFigures {
	return {
		...classifier,
		direction: 'above',
		criterion: { kind: 'f1' },
		...thresholdFigures(outOfFold, test, classifier.threshold, on, errors),
	};
}
