import { calibrationFamily } from '../../../../../src/analysis/calibration/calibration-family.ts';
import { meanEntropyMethod } from '../../../../../src/analysis/calibration/mean-entropy-method.ts';
import type { DetectorOf } from '../../../../../src/analysis/calibration/method.ts';
import { repcsMethod } from '../../../../../src/analysis/calibration/repcs-method.ts';
import { farQueryMethod } from './far-query/far-query-method.ts';
import { lengthMethod } from './length/length-method.ts';
import { longEntryMethod } from './long-entry/long-entry-method.ts';

/** Some of the product's methods, and one for each kind of subject that somebody might add: a line each. */
const methods = [repcsMethod, lengthMethod, meanEntropyMethod, longEntryMethod, farQueryMethod] as const;

export type ToyDetector = DetectorOf<(typeof methods)[number]>;
export const toyFamily = calibrationFamily<ToyDetector>(methods);
