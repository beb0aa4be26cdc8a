import { classifierMethods } from './classifier-method.ts';
import { confidenceGapMethod } from './confidence-gap-method.ts';
import { meanEntropyMethod } from './mean-entropy-method.ts';
import type { CalibrationMethod, DetectorFit } from './method.ts';
import { repcsMethod } from './repcs-method.ts';

/** All methods that can be calibrated, in the order in which a profile lists them. */
export const calibrationMethods: readonly CalibrationMethod[] = [meanEntropyMethod, confidenceGapMethod, repcsMethod, ...classifierMethods];

export function methodNamed(name: string): CalibrationMethod | undefined {
	return calibrationMethods.find((method) => method.name === name);
}

/** The fit of an id. @throws RangeError for one that no method has. */
export function fitNamed(id: string): DetectorFit {
	const found = calibrationMethods.flatMap(({ detectors }) => detectors).find((fit) => fit.id === id);
	if (found === undefined) throw new RangeError(`no method fits '${id}'`);
	return found;
}
