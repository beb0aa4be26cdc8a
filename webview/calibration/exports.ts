import type { CalibrationReport } from '../../src/protocol/calibration-panel.ts';
import { falsePositiveBand } from '../../src/protocol/calibration-text.ts';
import { asTable } from '../../src/report/csv.ts';
import type { Moved } from './thresholds.ts';
import type { Interval } from './words.ts';

/** Proposed name of an export; nothing that a file system minds. */
export function exportName({ name }: CalibrationReport): string {
	const stem = name
		.replaceAll(/[^\w.-]+/g, '-')
		.replaceAll(/^[.-]+|[.-]+$/g, '')
		.slice(0, 60);
	return `${stem === '' ? 'profile' : stem}-calibration`;
}

/** All that the run found, as the runner answered it; `moved`: what the thresholds do that a person has moved. */
export function asJson(report: CalibrationReport, moved: Moved): string {
	return `${JSON.stringify({ ...report, moved: [...moved].map(([id, point]) => ({ id, ...point })) }, null, '\t')}\n`;
}

/**
 * The same as one long table: a number a row, by detector. Kinds: `point` (at the threshold), `calibrated` (at the one that
 * calibration chose, where a person has moved it), `area`, `distance` (between the classes' scores), `baseline`, `score` (counts of a bin from `at` on), `roc`,
 * `precision-recall` (`name`: the rate along, `value`: the rate up, `at`: the score there), `learning` (`at`: labels), `learned` (`name`: a feature, `value`: its mean |SHAP|, `at`: its direction), `wrong` (`name`: its subject's id).
 */
export function asCsv({ detectors }: CalibrationReport, moved: Moved): string {
	const rows: (readonly (string | number)[])[] = [['detector', 'kind', 'name', 'at', 'value', 'low', 'high']];
	for (const detector of detectors) {
		const { id, point, auc, kolmogorovSmirnov, baselines, histogram, classes, roc, precisionRecall, learningCurve, learned, wrong } =
			detector;
		const add = (kind: string, name: string, at: number | '', value: number, low: number | '' = '', high: number | '' = ''): void => {
			rows.push([id, kind, name, at, value, low, high]);
		};
		const interval = (kind: string, name: string, at: number | '', given: Interval | null): void => {
			if (given !== null) add(kind, name, at, given.value, given.low, given.high);
		};
		const here = moved.get(id) ?? point;
		for (const [kind, at] of [['point', here], ...(here === point ? [] : [['calibrated', point] as const])] as const) {
			for (const key of ['truePositives', 'falsePositives', 'trueNegatives', 'falseNegatives'] as const)
				add(kind, key, at.threshold, at[key]);
			for (const key of ['truePositiveRate', 'falsePositiveRate', 'precision'] as const) interval(kind, key, at.threshold, at[key]);
			interval(kind, 'falsePositiveRate (DKW band)', at.threshold, falsePositiveBand(detector, at));
		}
		interval('area', 'ROC', '', auc);
		if (kolmogorovSmirnov !== undefined) {
			add('distance', 'Kolmogorov–Smirnov', '', kolmogorovSmirnov.statistic);
			add('distance', 'Kolmogorov–Smirnov p', '', kolmogorovSmirnov.pValue);
		}
		for (const { name, auc: its } of baselines) interval('baseline', name, '', its);
		for (const [i, from] of histogram.edges.slice(0, -1).entries()) {
			add('score', classes.negative, from, histogram.negative[i] ?? 0);
			add('score', classes.positive, from, histogram.positive[i] ?? 0);
		}
		for (const [kind, curve] of [
			['roc', roc],
			['precision-recall', precisionRecall],
		] as const)
			for (const [i, x] of (curve?.x ?? []).entries())
				rows.push([id, kind, String(x), curve?.threshold[i] ?? '', curve?.y[i] ?? '', '', '']);
		for (const { labels, auc: its } of learningCurve?.points ?? []) interval('learning', 'ROC', labels, its);
		for (const { name, mean, direction } of learned?.features ?? []) add('learned', name, direction ?? '', mean);
		for (const { subject, score, truth } of wrong) rows.push([id, 'wrong', `${subject.id} (${truth})`, '', score, '', '']);
	}
	return asTable(rows);
}
