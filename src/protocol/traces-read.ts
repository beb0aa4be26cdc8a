import type { CalibrationPreview } from './calibration.ts';

/** Of how many traces all numbers are kept that these methods are fitted to; without any named, those that the data allow. */
export function tracesRead({ methods, kept }: Pick<CalibrationPreview, 'methods' | 'kept'>, named: readonly string[] | undefined): number {
	const needed = new Set(methods.filter(({ name, fits }) => named?.includes(name) ?? fits).map(({ measure }) => measure));
	return kept.filter(({ measures }) => [...needed].every((one) => measures.includes(one))).reduce((sum, { traces }) => sum + traces, 0);
}
