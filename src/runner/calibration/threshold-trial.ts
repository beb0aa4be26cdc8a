import { thresholdPoint, type ThresholdPoint } from '../../analysis/calibration/threshold-point.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { RunResult } from './run-result.ts';

/** What another threshold would do, on the data of the report's own point, and that point for its own. @throws UserError RA656 for an id that the run does not have. */
export function tryThreshold({ report, tried }: Pick<RunResult, 'report' | 'tried'>, id: string, threshold: number): ThresholdPoint {
	const detector = report.detectors.find((one) => one.id === id);
	const truth = tried[id];
	if (detector === undefined || truth === undefined)
		throw new UserError(errorNumbers.noCalibrationResult, `This calibration has no threshold '${id}'.`, {
			hint: `It has ${report.detectors.map((one) => one.id).join(', ')}.`,
		});
	if (threshold === detector.threshold) return detector.point;
	return thresholdPoint(truth, threshold, detector.direction);
}

/** A threshold that a person has moved. */
export interface Moved {
	readonly id: string;
	readonly threshold: number;
}
