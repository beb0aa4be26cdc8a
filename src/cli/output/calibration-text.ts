import type { CalibrationReport, DetectorReport } from '../../protocol/calibration.ts';
import { plural } from '../../wording/phrases.ts';
import { unreachableWords } from '../../wording/thresholds.ts';
import { itemsInWords, falsePositiveBand, readersInWords, scoreDistance } from '../../protocol/calibration-text.ts';
import { learnedLine, whereLearnedStands } from '../../report/learned-words.ts';
import { bold, dim, paint, type ColorDepth } from './color.ts';
import { oneLine } from './plain-text.ts';

type Estimate = DetectorReport['auc'];

const heads = ['threshold', 'AUC', 'found', 'false alarms'] as const;

/** What a calibration found, as a table: a detector a line, each with how its threshold was chosen and on what it was measured. */
export function calibrationText(
	{ name, readers, items, subjects, detectors, notes = [], left, seconds }: CalibrationReport,
	{ depth }: { readonly depth: ColorDepth },
): string {
	const rows = detectors.map((detector) => ({
		detector,
		cells: [
			`${sign(detector)} ${detector.threshold.toPrecision(4)} ${detector.unit}${unreachableWords(detector)}`,
			estimate(detector.auc),
			estimate(detector.point.truePositiveRate),
			estimate(detector.point.falsePositiveRate),
		],
	}));
	const widths = heads.map((head, i) => Math.max(head.length, ...rows.map(({ cells }) => cells[i]!.length)));
	const titles = Math.max(0, ...rows.map(({ detector }) => detector.id.length));
	const line = (first: string, cells: readonly string[]): string =>
		`${first.padEnd(titles)}  ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')}`.trimEnd();
	return [
		paint(
			depth,
			bold,
			`${oneLine(name)}: ${plural(detectors.length, 'threshold')}${readers.length === 0 ? '' : ` for ${readersInWords(readers, oneLine)}`}, ${itemsInWords(items, subjects)}, ${seconds} s`,
		),
		paint(depth, dim, line('', heads)),
		...rows.flatMap(({ detector, cells }) => [
			line(detector.id, cells),
			...[
				detector.chosen,
				detector.measuredOn,
				...distance(detector),
				...band(detector),
				...learnedOf(detector, detectors),
				...detector.notes,
				...(detector.learningCurve === null ? [] : [detector.learningCurve.advice]),
			].map((text) => paint(depth, dim, `  ${oneLine(text)}`)),
		]),
		...notes.map(oneLine),
		...left.map(({ method, why }) => `Not fitted: ${oneLine(method)}. ${oneLine(why)}`),
		'',
	].join('\n');
}

function distance(detector: DetectorReport): string[] {
	const said = scoreDistance(detector);
	return said === null ? [] : [said];
}

function learnedOf(detector: DetectorReport, all: readonly DetectorReport[]): string[] {
	const { learned, classes } = detector;
	const other = whereLearnedStands(all, detector);
	if (other !== detector) return [`The classifier is that of ${other.id}.`];
	return learned === undefined || learned === null ? [] : [learnedLine(learned, classes.positive)];
}

/** Beside the interval of the table, which is of this threshold alone. */
function band(detector: DetectorReport): string[] {
	const around = falsePositiveBand(detector, detector.point);
	return around === null
		? []
		: [
				`False alarms by the 95% Dvoretzky\u2013Kiefer\u2013Wolfowitz band: ${around.low.toFixed(3)} to ${around.high.toFixed(3)}, for all thresholds at once${detector.point.falsePositiveRate === null ? '' : '; the interval above is of this one'}.`,
			];
}

function sign({ direction }: DetectorReport): string {
	return direction === 'above' ? '>' : '<';
}

function estimate(value: Estimate): string {
	return value === null ? '–' : `${value.value.toFixed(3)} [${value.low.toFixed(3)}, ${value.high.toFixed(3)}]`;
}
