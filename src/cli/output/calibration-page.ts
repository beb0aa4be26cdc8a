import type { CalibrationReport, ProfileComparison } from '../../protocol/calibration.ts';
import { itemsInWords, readersInWords, scoreDistance } from '../../protocol/calibration-text.ts';
import type { CalibrationPage, CalibrationPageComparison } from '../../report/calibration-html.ts';
import { whereLearnedStands } from '../../report/learned-words.ts';

/** Takes from a calibration what its page shows: figures and sentences, and none of the data's texts. */
export function calibrationPage(
	{ name, readers, items, subjects, detectors, notes = [], left }: CalibrationReport,
	comparison: ProfileComparison | null,
): CalibrationPage {
	return {
		name,
		of: `${itemsInWords(items, subjects)}${readers.length === 0 ? '' : `, read by ${readersInWords(readers)}`}`,
		detectors: detectors.map((detector) => {
			const other = whereLearnedStands(detectors, detector);
			return {
				title: detector.title,
				threshold: detector.threshold,
				unit: detector.unit,
				direction: detector.direction,
				positive: detector.classes.positive,
				auc: detector.auc,
				truePositiveRate: detector.point.truePositiveRate,
				falsePositiveRate: detector.point.falsePositiveRate,
				said: [
					detector.chosen,
					detector.measuredOn,
					scoreDistance(detector),
					...detector.notes,
					detector.learningCurve?.advice ?? null,
				].filter((text) => text !== null),
				learned: detector.learned ?? null,
				sameClassifierAs: other === detector ? null : other.title,
			};
		}),
		notes: [...notes, ...left.map(({ method, why }) => `Not fitted: ${method}. ${why}`)],
		comparison: comparison === null ? null : comparedOnPage(comparison),
	};
}

function comparedOnPage({
	name,
	differs,
	made = [],
	detectors,
	learned = [],
	learnedLeft = [],
}: ProfileComparison): CalibrationPageComparison {
	return {
		name,
		differs: [...differs, ...made],
		changes: detectors.map(({ title, change, why }) => ({ title, change: change.replace('-', ' '), why })),
		learned,
		learnedLeft,
	};
}
