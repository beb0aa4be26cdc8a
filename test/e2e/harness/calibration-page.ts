import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { CalibrationPanelState, CalibrationReport, ProfileComparison } from '../../../src/protocol/calibration-panel.ts';
import { doneState, repcs, report } from '../../support/example-calibration-report.ts';
import { panelPage, type OpenedPage } from './panel-page.ts';
import { screenshots } from './workbench.ts';

interface Given {
	readonly state: CalibrationPanelState;
	readonly report: CalibrationReport;
	readonly comparison: ProfileComparison;
}

/** With the bundled profile: one threshold is new, and one has moved within noise. */
const comparison: ProfileComparison = {
	file: '/x/demo.assay-profile.json',
	name: 'demo',
	created: '2026-11-21',
	differs: [],
	made: ['Data: other.'],
	detectors: [
		{
			id: repcs.id,
			title: repcs.title,
			change: 'added',
			before: null,
			after: { threshold: 2, auc: repcs.auc },
			why: 'The profile has no such threshold.',
		},
		{
			id: 'spad+ sentence',
			title: 'SPAD+ on sentences',
			change: 'within-noise',
			before: { threshold: 0.48, auc: repcs.auc },
			after: { threshold: 0.5, auc: repcs.auc },
			why: 'The difference of 0.02 lies within the interval of a resampled threshold.',
		},
	],
};

/** Opens the page in a state, on what a host knows. */
export type OpenCalibrationPage = (state: CalibrationPanelState, more?: Partial<Given>, width?: number) => Promise<OpenedPage>;

/** The page of the calibration panel in a browser, without VS Code, from the first to the last test of the suite it is called in. */
export function calibrationPage(): OpenCalibrationPage {
	/** Of a threshold, this host knows only how many bins lie below it. */
	const page = panelPage('calibration', 'Calibration', (method, params, given: Given) => {
		if (method.endsWith('/calibrationPanel/open')) return given.state;
		if (method.endsWith('/calibration/report')) return given.report;
		if (method.endsWith('/calibration/compare')) return given.comparison;
		if (method.endsWith('/calibrationPanel/save')) return { file: { path: '/w/x.assay-profile.json', label: 'x.assay-profile.json' } };
		if (method.endsWith('/panel/saveExport')) return { saved: true };
		if (!method.endsWith('/tryThreshold')) return null;
		const detector = given.report.detectors.find(({ id }) => id === params['id'])!;
		const threshold = Number(params['threshold']);
		const below = (counts: readonly number[]): number =>
			counts.reduce((sum, count, i) => sum + (detector.histogram.edges[i + 1]! <= threshold ? count : 0), 0);
		const all = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
		const flagged = (counts: readonly number[]): number => (detector.direction === 'below' ? below(counts) : all(counts) - below(counts));
		const [tp, fp] = [flagged(detector.histogram.positive), flagged(detector.histogram.negative)];
		const rate = (value: number): unknown => ({ value, low: Math.max(0, value - 0.1), high: Math.min(1, value + 0.1) });
		return {
			threshold,
			truePositives: tp,
			falsePositives: fp,
			trueNegatives: all(detector.histogram.negative) - fp,
			falseNegatives: all(detector.histogram.positive) - tp,
			truePositiveRate: rate(tp / all(detector.histogram.positive)),
			falsePositiveRate: rate(fp / all(detector.histogram.negative)),
			precision: tp + fp === 0 ? null : rate(tp / (tp + fp)),
		};
	});
	return (state, more = {}, width = 1000) => page({ state, report, comparison, ...more }, { width, height: 1900 });
}

/** What was found, with RePCS in full. */
export async function openAtRepcs(open: OpenCalibrationPage): Promise<OpenedPage> {
	const opened = await open(doneState);
	await opened.page.locator('#detectors .link', { hasText: 'RePCS' }).click();
	return opened;
}

/** Some of VS Code's colors of the dark high contrast theme. */
const contrast = {
	'--vscode-foreground': '#ffffff',
	'--vscode-editor-background': '#000000',
	'--vscode-descriptionForeground': '#ffffff',
	'--vscode-contrastBorder': '#6fc3df',
	'--vscode-focusBorder': '#f38518',
	'--vscode-textLink-foreground': '#21a6ff',
	'--vscode-button-background': '#000000',
	'--vscode-button-foreground': '#ffffff',
	'--vscode-button-secondaryBackground': '#000000',
	'--vscode-button-secondaryForeground': '#ffffff',
	'--vscode-settings-textInputBackground': '#000000',
	'--vscode-settings-textInputForeground': '#ffffff',
	'--vscode-settings-textInputBorder': '#6fc3df',
	'--vscode-settings-dropdownBackground': '#000000',
	'--vscode-settings-dropdownForeground': '#ffffff',
	'--vscode-settings-dropdownBorder': '#6fc3df',
	'--vscode-settings-checkboxBackground': '#000000',
	'--vscode-settings-checkboxForeground': '#ffffff',
	'--vscode-settings-checkboxBorder': '#6fc3df',
};

/** Some of VS Code's colors of the light theme. */
const light = {
	'--vscode-foreground': '#3b3b3b',
	'--vscode-editor-background': '#ffffff',
	'--vscode-descriptionForeground': '#3b3b3b',
	'--vscode-charts-red': '#e51400',
	'--vscode-charts-blue': '#1a85ff',
	'--vscode-charts-yellow': '#bf8803',
	'--vscode-charts-lines': '#3b3b3b80',
	'--vscode-widget-border': '#e5e5e5',
	'--vscode-textLink-foreground': '#005fb8',
	'--vscode-button-secondaryBackground': '#e5e5e5',
	'--vscode-button-secondaryForeground': '#3b3b3b',
	'--vscode-settings-textInputBackground': '#ffffff',
	'--vscode-settings-textInputForeground': '#3b3b3b',
	'--vscode-settings-textInputBorder': '#cecece',
	'--vscode-settings-dropdownBackground': '#ffffff',
	'--vscode-settings-dropdownForeground': '#3b3b3b',
	'--vscode-settings-dropdownBorder': '#cecece',
	'--vscode-settings-checkboxBackground': '#f8f8f8',
	'--vscode-settings-checkboxForeground': '#3b3b3b',
	'--vscode-settings-checkboxBorder': '#cecece',
};

/** Turns to the dark high contrast theme, as VS Code does: other colors, and a class of the page's body. */
export function highContrast(page: Page): Promise<void> {
	return turnTo(page, contrast, 'vscode-high-contrast');
}

/** Turns to the light theme. */
export function lightTheme(page: Page): Promise<void> {
	return turnTo(page, light, 'vscode-light');
}

async function turnTo(page: Page, colors: Readonly<Record<string, string>>, kind: string): Promise<void> {
	await page.evaluate(`{
		for (const part of [document.documentElement, document.body])
			for (const [name, value] of Object.entries(${JSON.stringify(colors)})) part.style.setProperty(name, value);
		document.body.className = ${JSON.stringify(kind)};
	}`);
}

/** In a page with a picture of what a classifier learned: whether some dots are clearly blue, and some clearly yellow. */
export const bothColors = `(() => {
	const canvas = document.querySelector('#learned-chart');
	const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
	let [blue, yellow] = [0, 0];
	for (let i = 0; i < data.length; i += 4) {
		if (data[i + 3] < 255) continue;
		if (data[i + 2] > data[i] + 80) blue++;
		if (data[i] > data[i + 2] + 80) yellow++;
	}
	return blue > 100 && yellow > 100;
})()`;

/** Where a picture of the page is left. */
export function pictureOf(name: string): string {
	return join(screenshots, `calibration-page-${name}.png`);
}
