import { sentenceJudges } from '../../src/formats/sentence-judges.ts';
import type { CalibrationReport, DetectorReport } from '../../src/protocol/calibration-panel.ts';

/**
 * The detector that is shown in full until a person picks one: of those whose figures could be measured (of all, where none
 * has any) the one that will judge sentences, else the first. Undefined when nothing was fitted.
 */
export function firstShown({ detectors }: Pick<CalibrationReport, 'detectors'>): DetectorReport | undefined {
	const measured = detectors.filter(({ auc }) => auc !== null);
	const shown = measured.length > 0 ? measured : detectors;
	const isFirst = ({ after }: DetectorReport): boolean => after === undefined || detectors.every(({ method }) => method !== after);
	return (
		sentenceJudges.flatMap((judge) => shown.find((one) => one.method === judge && one.level === 'sentence' && isFirst(one)) ?? [])[0] ??
		shown[0]
	);
}
