import type { DetectorReport } from './calibration.ts';

/** How far apart the scores of the two classes lie, in one sentence; `null` where the report does not have it. */
export function scoreDistance({
	kolmogorovSmirnov: found,
	classes,
	levelNouns,
}: Pick<DetectorReport, 'kolmogorovSmirnov' | 'classes' | 'levelNouns'>): string | null {
	if (found === undefined) return null;
	const { statistic, pValue } = found;
	const p = pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(3)}`;
	return `Kolmogorov\u2013Smirnov distance between the scores of what is ${classes.negative} and ${classes.positive}: ${statistic.toFixed(3)} (${p}, as if ${levelNouns.many} were independent of each other).`;
}
