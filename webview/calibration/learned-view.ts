import type { DetectorReport, LearnedReport } from '../../src/protocol/calibration-panel.ts';
import { leaningOf, learnedFrom, type Leaning } from '../../src/report/learned-words.ts';
import { element, fill } from '../shared/elements.ts';
import { decimal } from '../shared/words.ts';
import { LearnedChart } from './learned-chart.ts';
import { capitalized, count } from './words.ts';

/** What a classifier goes by: a picture, the same as a table, or why there is neither. */
export class LearnedView {
	readonly root = element('div', { id: 'learned' });
	readonly #chart = new LearnedChart();
	#shown = false;

	/** The picture, where there is one. */
	get canvases(): HTMLCanvasElement[] {
		return this.#shown ? [this.#chart.canvas] : [];
	}

	/** @param of title of the detector that they are of, where it is another one; `null`: the one that is shown */
	show({ learned, classes }: Pick<DetectorReport, 'learned' | 'classes'>, of: string | null): void {
		this.#shown = learned !== undefined && learned !== null && learned.features.length > 0;
		if (learned === undefined || learned === null || learned.features.length === 0) {
			// A score that is compared with a threshold has learned nothing, and nothing is missing.
			fill(this.root, learned === null ? null : element('p', { class: 'quiet' }, whyNothing(learned)));
			return;
		}
		fill(
			this.root,
			of === null ? null : element('p', {}, `The classifier is that of ${of}.`),
			element('p', {}, ...explained(learned, classes.positive)),
			this.#chart.root,
			element(
				'details',
				{ id: 'learned-as-table' },
				element('summary', {}, `As a table: ${count(learned.features.length, 'feature')}`),
				table(learned, classes.positive),
			),
		);
		this.#chart.show(learned, classes.positive);
	}

	/** The theme has changed. */
	recolor(): void {
		if (this.#shown) this.#chart.draw();
	}
}

function whyNothing(learned: LearnedReport | undefined): string {
	if (learned === undefined) return 'An earlier version made this calibration and did not save this. Calibrate again to see it.';
	return 'The classifier uses no feature. It gives the same result for everything.';
}

/** How to read the picture. */
function explained(learned: LearnedReport, positive: string): string[] {
	const { rowNouns } = learned;
	return [
		`Each dot is one ${rowNouns.one} of ${learnedFrom(learned)}. `,
		`To the right of 0, the feature raised the suspicion that the ${rowNouns.one} is ${positive}; to the left, it lowered it. `,
		'The color says whether the value of the feature is small or large. The features that weigh most come first, with at most 200 dots each.',
	];
}

function leaningInWords(leaning: Leaning, positive: string): string {
	return { raises: `large values suggest “${positive}”`, lowers: `small values suggest “${positive}”`, mixed: 'it depends on the rest' }[
		leaning
	];
}

function table({ features, rowNouns }: LearnedReport, positive: string): HTMLElement {
	return element(
		'div',
		{ class: 'scrolls tall', tabindex: '0', role: 'region', 'aria-label': 'Features that the classifier uses' },
		element(
			'table',
			{ class: 'grid', id: 'learned-table' },
			element('caption', { class: 'visually-hidden' }, `${capitalized(rowNouns.many)}: mean SHAP values by feature`),
			element(
				'thead',
				{},
				element(
					'tr',
					{},
					...['Feature', 'What it is', 'Mean |SHAP|', 'Rank correlation', 'Which way'].map((head, i) =>
						element('th', { scope: 'col', ...(i === 2 || i === 3 ? { class: 'number' } : {}) }, head),
					),
				),
			),
			element(
				'tbody',
				{},
				...features.map(({ name, title, mean, direction }) =>
					element(
						'tr',
						{},
						element('th', { scope: 'row' }, name),
						element('td', {}, title),
						element('td', { class: 'number' }, mean < 0.0005 ? '< 0.001' : decimal(mean, 3)),
						element('td', { class: 'number' }, direction === null ? '\u2013' : decimal(direction, 2)),
						element('td', {}, leaningInWords(leaningOf(direction), positive)),
					),
				),
			),
		),
	);
}
