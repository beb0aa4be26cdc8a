import { calibrationFamily } from './calibration-family.ts';
import { closedBookMethod } from './closed-book-method.ts';
import { spadMethod, spadPlusMethod } from './classifier-method.ts';
import { confidenceGapMethod } from './confidence-gap-method.ts';
import { meanEntropyMethod } from './mean-entropy-method.ts';
import type { DetectorOf } from './method.ts';
import { memsadMethod } from './memsad-method.ts';
import { memsadPlusMethod } from './memsad-plus-method.ts';
import { mirabelMethod } from './mirabel-method.ts';
import { repcsMethod } from './repcs-method.ts';
import { starterMethod } from './starter-method.ts';

/**
 * All methods that can be calibrated, in the order in which a profile lists them. A new method of traces also needs its place in
 * `judge-sentences.ts` or `judge-response.ts` (docs/adding-a-method.md).
 */
const methods = [
	starterMethod,
	meanEntropyMethod,
	confidenceGapMethod,
	repcsMethod,
	closedBookMethod,
	spadMethod,
	spadPlusMethod,
	memsadMethod,
	memsadPlusMethod,
	mirabelMethod,
] as const;

/** A detector that a profile of the product may contain. `method` tells which one it is. */
export type Detector = DetectorOf<(typeof methods)[number]>;

/** The calibration of the product, with everything that is derived from its methods. */
export const calibration = calibrationFamily<Detector>(methods);
