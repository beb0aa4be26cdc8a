import { z } from 'zod';
import { profileSchema } from '../formats/profile.ts';

/** Names of the methods that calibration fits: those whose detectors a profile can hold. */
export const calibratedMethods: readonly string[] = profileSchema.shape.detectors.element.options.flatMap(({ shape: { method } }): readonly string[] =>
	method instanceof z.ZodEnum ? method.options : [...method.values]);
