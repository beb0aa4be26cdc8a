import type { ReportOrigin } from './html-report.ts';
import { learnedHtml, learnedPairHtml, learnedStyle } from './learned-html.ts';
import { type LearnedPair, type LearnedSummary } from './learned-words.ts';
import { escapeHtml } from './markup.ts';
import { cell, head, region, reportPage } from './report-page.ts';
import { unreachableWords } from '../wording/thresholds.ts';

interface Estimate {
	readonly value: number;
	readonly low: number;
	readonly high: number;
}

/** What the page says of a threshold. */
interface CalibrationPageDetector {
	readonly title: string;
	readonly threshold: number;
	readonly unit: string;
	readonly direction: 'above' | 'below';
	readonly positive: string;
	readonly auc: Estimate | null;
	readonly truePositiveRate: Estimate | null;
	readonly falsePositiveRate: Estimate | null;
	/** How it was chosen, what it was measured on, what else there is to say: a sentence each. */
	readonly said: readonly string[];
	/** `null` where no classifier judges, or that of another detector. */
	readonly learned: LearnedSummary | null;
	/** Title of the detector whose classifier judges here, too; `null`: a classifier of its own, or none. */
	readonly sameClassifierAs: string | null;
}

/** What the page says of a saved profile that a calibration is compared with. */
export interface CalibrationPageComparison {
	readonly name: string;
	/** What was made differently: a sentence each. */
	readonly differs: readonly string[];
	/** What becomes of each threshold, and why. */
	readonly changes: readonly { readonly title: string; readonly change: string; readonly why: string }[];
	readonly learned: readonly LearnedPair[];
	/** Classifiers that are not compared, and why: a sentence each. */
	readonly learnedLeft: readonly string[];
}

/** What the page says of a calibration. */
export interface CalibrationPage {
	readonly name: string;
	/** What was read and by whom, in a few words. */
	readonly of: string;
	readonly detectors: readonly CalibrationPageDetector[];
	/** Of the data, and what could not be fitted: a sentence each. */
	readonly notes: readonly string[];
	/** Beside a saved profile; `null` where none was named. */
	readonly comparison: CalibrationPageComparison | null;
}

/** Makes a page of what a calibration found: its thresholds, and what its classifiers learned. No texts of the data stand in it. */
export function calibrationHtml({ name, of, detectors, notes, comparison }: CalibrationPage, origin: ReportOrigin): string {
	return reportPage(
		{
			title: 'calibration',
			heading: `Calibration of ${escapeHtml(name)}`,
			meta: `${escapeHtml(of)}.`,
			style: learnedStyle,
			main: `${overview(detectors)}
${paragraphs(notes)}
${detectors.map(detectorSection).join('\n')}
${comparison === null ? '' : comparisonSection(comparison)}`,
			footer: `<p>Intervals are 95%. SHAP values are exact path-dependent TreeSHAP values in log-odds, of the rows that trained the classifier. They say what the classifier uses, not what causes an error.</p>`,
		},
		origin,
	);
}

function overview(detectors: readonly CalibrationPageDetector[]): string {
	if (detectors.length === 0) return '<p>Nothing could be fitted.</p>';
	const figure = (value: Estimate | null): string => (value === null ? '<td class="num">\u2013</td>' : cell(value));
	const rows = detectors.map(
		({ title, threshold, unit, direction, auc, truePositiveRate, falsePositiveRate }) =>
			`<tr><th scope="row">${escapeHtml(title)}</th><td class="num">${direction === 'above' ? '&gt;' : '&lt;'} ${threshold.toPrecision(4)} ${escapeHtml(unit)}${unreachableWords({ threshold, unit, direction })}</td>${figure(auc)}${figure(truePositiveRate)}${figure(falsePositiveRate)}</tr>`,
	);
	return region(
		'Thresholds',
		`<table>${head(['detector', 'threshold', 'AUC', 'found', 'false alarms'])}<tbody>${rows.join('\n')}</tbody></table>`,
	);
}

function detectorSection({ title, said, learned, sameClassifierAs, positive }: CalibrationPageDetector): string {
	const drawn =
		sameClassifierAs !== null
			? paragraphs([`The classifier is that of ${sameClassifierAs}.`])
			: learned === null
				? ''
				: learnedHtml(learned, positive);
	return `<section><h2>${escapeHtml(title)}</h2>
${paragraphs(said)}
${drawn === '' ? '' : `<h3>What the classifier learned</h3>\n${drawn}`}
</section>`;
}

function comparisonSection({ name, differs, changes, learned, learnedLeft }: CalibrationPageComparison): string {
	const rows = changes.map(
		({ title, change, why }) =>
			`<tr><th scope="row">${escapeHtml(title)}</th><td>${escapeHtml(change)}</td><td>${escapeHtml(why)}</td></tr>`,
	);
	return `<section><h2>Compared with ${escapeHtml(name)}</h2>
${paragraphs(differs)}
${rows.length === 0 ? '' : region('Changed thresholds', `<table><thead><tr><th scope="col">threshold</th><th scope="col">change</th><th scope="col">why</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`)}
${learned.length + learnedLeft.length === 0 ? '' : '<h3>What the classifiers learned</h3>'}
${learned.length === 0 ? '' : '<p>Each number is a share of the classifier’s total mean |SHAP|, so you can compare classifiers of different models.</p>'}
${learned.map((pair) => learnedPairHtml(pair, name)).join('\n')}
${paragraphs(learnedLeft)}
</section>`;
}

function paragraphs(texts: readonly string[]): string {
	return texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
}
