import type { CalibrationReport, DetectorReport, ThresholdPoint } from '../../src/protocol/calibration-panel.ts';
import { itemsInWords, readersInWords } from '../../src/protocol/calibration-text.ts';
import { whereLearnedStands } from '../../src/report/learned-words.ts';
import { codeWords } from '../shared/code-words.ts';
import { element, fill } from '../shared/elements.ts';
import { DetectorView, type DetectorActions } from './detector-view.ts';
import { failureList, type OpenPlace } from './failure-list.ts';
import type { Moved } from './thresholds.ts';
import { area, count, rate, scoreWriter } from './words.ts';

export interface ResultsActions extends DetectorActions {
	choose(id: string): void;
	openFile: OpenPlace;
}

/** What a run found: all detectors in a table, one of them in full. */
export class ResultsView {
	readonly root: HTMLElement;
	readonly detector: DetectorView;
	readonly #actions: ResultsActions;
	readonly #summary = element('p', { class: 'quiet' });
	readonly #table = element('div', { class: 'scrolls' });
	readonly #left = element('div');
	#report: CalibrationReport | undefined;
	#rows = new Map<string, { readonly row: HTMLElement; readonly link: HTMLButtonElement }>();

	constructor(actions: ResultsActions) {
		this.#actions = actions;
		this.detector = new DetectorView(actions);
		this.root = element(
			'section',
			{ id: 'results', 'aria-labelledby': 'results-title' },
			element('h2', { id: 'results-title' }, 'What was found'),
			this.#summary,
			this.#table,
			this.#left,
			this.detector.root,
		);
	}

	/** Everything anew: another run. `titleOf`: of a method, by its name. */
	show(report: CalibrationReport, moved: Moved, titleOf: (method: string) => string): void {
		this.#report = report;
		const { name, readers, items, subjects, seconds } = report;
		const read = readers.length === 0 ? '' : ` read by ${readersInWords(readers)}`;
		this.#summary.textContent = `${name}: ${itemsInWords(items, subjects)}${read} in ${duration(seconds)}.`;
		this.#rows = new Map();
		fill(
			this.#table,
			report.detectors.length === 0
				? element('p', {}, 'Nothing could be fitted.')
				: element(
						'table',
						{ class: 'grid', id: 'detectors' },
						element(
							'thead',
							{},
							element(
								'tr',
								{},
								...['Detector', 'Threshold', 'True-positive rate', 'False-positive rate', 'Area under ROC'].map((head, i) =>
									element('th', { scope: 'col', ...(i === 0 ? {} : { class: 'number' }) }, head),
								),
							),
						),
						element('tbody', {}, ...report.detectors.map((detector) => this.#row(detector, moved.get(detector.id) ?? detector.point))),
					),
		);
		fill(
			this.#left,
			...(report.notes ?? []).map((note) => element('p', { class: 'quiet' }, ...codeWords(note))),
			report.left.length === 0
				? null
				: element(
						'div',
						{ id: 'left' },
						element('h3', {}, 'Not fitted'),
						element('ul', {}, ...report.left.map(({ method, why }) => element('li', {}, `${titleOf(method)}: `, ...codeWords(why)))),
					),
			failureList(report.failures, 'all other results are complete', this.#actions.openFile),
		);
		this.detector.root.hidden = report.detectors.length === 0;
	}

	/** Puts one detector in full below the table. */
	choose(detector: DetectorReport, threshold: number, point: ThresholdPoint): void {
		for (const [id, { row, link }] of this.#rows) {
			row.classList.toggle('chosen', id === detector.id);
			link.setAttribute('aria-current', String(id === detector.id));
		}
		this.detector.show(detector, whereLearnedStands(this.#report?.detectors ?? [], detector), threshold, point);
	}

	/** A threshold does something else now. */
	setPoint(detector: DetectorReport, point: ThresholdPoint): void {
		const row = this.#rows.get(detector.id)?.row;
		if (row !== undefined && this.#report !== undefined) row.replaceChildren(...this.#cells(detector, point));
	}

	#row(detector: DetectorReport, point: ThresholdPoint): HTMLElement {
		const link = element('button', { type: 'button', class: 'link' }, detector.title);
		link.addEventListener('click', () => {
			this.#actions.choose(detector.id);
		});
		const row = element('tr', { 'data-id': detector.id });
		this.#rows.set(detector.id, { row, link });
		row.replaceChildren(...this.#cells(detector, point));
		return row;
	}

	#cells(detector: DetectorReport, point: ThresholdPoint): HTMLElement[] {
		const number = (text: string): HTMLElement => element('td', { class: 'number' }, text);
		return [
			element('th', { scope: 'row' }, this.#rows.get(detector.id)?.link),
			number(`${scoreWriter(detector)(point.threshold)}${point.threshold === detector.threshold ? '' : ' (moved)'}`),
			number(rate(point.truePositiveRate)),
			number(rate(point.falsePositiveRate)),
			number(area(detector.auc)),
		];
	}
}

function duration(seconds: number): string {
	return seconds < 90 ? count(Math.max(1, Math.round(seconds)), 'second') : count(Math.round(seconds / 60), 'minute');
}
