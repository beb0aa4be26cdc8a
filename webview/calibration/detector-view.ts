import type { DetectorReport, ThresholdPoint } from '../../src/protocol/calibration-panel.ts';
import { scoreDistance } from '../../src/protocol/calibration-text.ts';
import { unreachableWords } from '../../src/wording/thresholds.ts';
import { pictureOf } from '../shared/chart-picture.ts';
import { codeWords } from '../shared/code-words.ts';
import { button, textField } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { readNumber } from '../shared/words.ts';
import { CurveChart } from './curve-chart.ts';
import { baselinesTable, wrongList } from './evidence.ts';
import { LearnedView } from './learned-view.ts';
import { LearningChart } from './learning-chart.ts';
import { confusionTable, pointSentence, ratesTable } from './point-table.ts';
import { ScoreChart } from './score-chart.ts';
import { scoreWriter } from './words.ts';

export interface DetectorActions {
	/** A person moves the threshold of a detector. */
	move(id: string, threshold: number): void;
	open(item: DetectorReport['wrong'][number]): void;
}

/** One detector: its scores with the threshold, what that does, its curves, and what it gets wrong. */
export class DetectorView {
	readonly root = element('div', { id: 'detector' });
	readonly #actions: DetectorActions;
	readonly #scores = new ScoreChart((threshold) => {
		this.#move(threshold);
	});
	readonly #number = textField('Threshold', {
		id: 'threshold',
		onChange: (text) => {
			this.#write(text);
		},
	});
	readonly #reset = button('As Calibrated', {
		id: 'reset',
		title: 'Reset the threshold to the calibrated one',
		onClick: () => {
			if (this.#detector !== undefined) this.#move(this.#detector.threshold);
		},
	});
	readonly #roc = new CurveChart({ id: 'roc-chart', x: 'False-positive rate', y: 'True-positive rate', chance: 'Chance' });
	readonly #precision = new CurveChart({ id: 'precision-chart', x: 'Recall', y: 'Precision', chance: 'Flagging everything' });
	readonly #learning = new LearningChart();
	readonly #said = element('p', { id: 'point-said', class: 'visually-hidden', role: 'status' });
	readonly #head = element('div');
	readonly #chosen = element('p', { id: 'chosen' });
	/** What calibration says of the threshold that it chose. */
	readonly #calibrated = element('div', { id: 'calibrated' });
	readonly #unit = element('span', { class: 'quiet' });
	readonly #rates = element('div', { class: 'tables' });
	readonly #curves = element('div', { class: 'curves' }, part('ROC', this.#roc.root), part('Precision and recall', this.#precision.root));
	readonly #distance = element('p', { id: 'distance', class: 'quiet' });
	readonly #noCurves = element('p', { class: 'quiet' });
	readonly #learns = element('div');
	readonly #learned = new LearnedView();
	readonly #learnedPart = part('What the classifier learned', this.#learned.root);
	readonly #evidence = element('div');
	#detector: DetectorReport | undefined;
	#threshold = 0;

	constructor(actions: DetectorActions) {
		this.#actions = actions;
		fill(
			this.root,
			this.#head,
			part('Scores', this.#scores.root, element('div', { class: 'row' }, this.#number.root, this.#unit, this.#reset.root)),
			this.#rates,
			this.#said,
			this.#noCurves,
			this.#curves,
			this.#distance,
			this.#learns,
			this.#learnedPart,
			this.#evidence,
		);
	}

	get canvases(): HTMLCanvasElement[] {
		return [
			this.#scores.canvas,
			...(this.#curves.hidden ? [] : [this.#roc.canvas, this.#precision.canvas]),
			...(this.#learns.hidden ? [] : [this.#learning.canvas]),
			...this.#learned.canvases,
		];
	}

	/**
	 * Shows a detector.
	 * @param learned what its classifier learned stands there
	 * @param threshold where a person has moved it to, or the detector's own
	 * @param point what is known of it: it may be on its way
	 */
	show(detector: DetectorReport, learned: DetectorReport, threshold: number, point: ThresholdPoint): void {
		const { title, unit, learningCurve } = detector;
		this.#detector = detector;
		fill(this.#head, element('h3', { class: 'detector-title' }, title), this.#chosen, this.#calibrated);
		this.#unit.textContent = unit;
		this.#curves.hidden = detector.roc === null && detector.precisionRecall === null;
		this.#noCurves.hidden = !this.#curves.hidden;
		this.#noCurves.textContent = `There are no curves, because the data have only one of the classes ${detector.classes.negative} and ${detector.classes.positive}.`;
		const distance = scoreDistance(detector);
		this.#distance.hidden = distance === null;
		this.#distance.textContent = distance ?? '';
		this.#learns.hidden = learningCurve === null;
		fill(
			this.#evidence,
			part('Compared with simpler scores', baselinesTable(detector)),
			part(
				'Worst mistakes at the calibrated threshold',
				wrongList(detector, (item) => {
					this.#actions.open(item);
				}),
			),
		);
		if (learningCurve !== null)
			fill(this.#learns, part('Whether more labels would help', this.#learning.root, element('p', { id: 'advice' }, learningCurve.advice)));
		this.#threshold = threshold;
		this.#scores.show(detector, threshold);
		this.#writeNumber();
		if (learningCurve !== null) this.#learning.show(learningCurve.points);
		// A score that is compared with a threshold has learned nothing.
		this.#learnedPart.hidden = learned.learned === null;
		this.#learned.show(learned, learned === detector ? null : learned.title);
		this.setPoint(point, true);
	}

	/** What the threshold does; the line stays where a hand holds it. */
	setPoint(point: ThresholdPoint, all = false): void {
		const detector = this.#detector;
		if (detector === undefined) return;
		fill(this.#rates, ratesTable(detector, point), confusionTable(detector, point));
		const words = pointSentence(
			detector,
			point,
			`${scoreWriter(detector)(point.threshold)} ${detector.unit}${unreachableWords({ ...detector, threshold: point.threshold })}`,
		);
		if (point.threshold === this.#threshold) this.#scores.setThreshold(point.threshold, words);
		this.#sayWhere(detector);
		const roc = { x: point.falsePositiveRate, y: point.truePositiveRate };
		const precision = { x: point.truePositiveRate, y: point.precision };
		const positives = point.truePositives + point.falseNegatives;
		const prevalence = positives / Math.max(1, positives + point.trueNegatives + point.falsePositives);
		if (!all) {
			this.#said.textContent = words;
			this.#roc.setPoint(roc);
			this.#precision.setPoint(precision);
			return;
		}
		this.#said.textContent = '';
		if (detector.roc !== null) this.#roc.show(detector.roc, [0, 1], roc);
		if (detector.precisionRecall !== null) this.#precision.show(detector.precisionRecall, [prevalence, prevalence], precision);
	}

	/** The theme has changed. */
	recolor(): void {
		if (this.#detector === undefined) return;
		this.#scores.draw();
		if (this.#detector.roc !== null) this.#roc.draw();
		if (this.#detector.precisionRecall !== null) this.#precision.draw();
		if (this.#detector.learningCurve !== null) this.#learning.draw();
		this.#learned.recolor();
	}

	picture(title: string): string {
		return pictureOf(title, this.canvases);
	}

	#written(): string {
		return this.#detector === undefined ? '' : scoreWriter(this.#detector)(this.#threshold);
	}

	/** Where the threshold is, and by whom: what calibration promises holds only where it put it. */
	#sayWhere(detector: DetectorReport): void {
		const { chosen, measuredOn, notes, threshold, unit, point } = detector;
		const moved = this.#threshold !== threshold;
		const seen =
			point.truePositiveRate === null && point.falsePositiveRate === null
				? ''
				: ' You see the rates while you choose, so expect somewhat worse rates on other data.';
		const said = [measuredOn, ...notes].map((text) => element('p', { class: 'quiet' }, ...codeWords(text)));
		this.#chosen.textContent = moved ? `Set by hand: no guarantee.${seen}` : chosen;
		// Guarantees and clean measurements are the other threshold's, and must not read as this one's.
		fill(
			this.#calibrated,
			...(moved
				? [
						element('p', {}, `Calibration chose ${scoreWriter(detector)(threshold)} ${unit}, and says about it:`),
						element('blockquote', {}, element('p', { class: 'quiet' }, chosen), ...said),
					]
				: said),
		);
		this.#reset.setDisabled(!moved);
	}

	/** Not when an answer arrives: what a person is writing, or has written wrong, stays. */
	#writeNumber(): void {
		this.#number.setValue(this.#written());
		this.#number.setInvalid(false);
	}

	#move(threshold: number): void {
		if (this.#detector === undefined) return;
		this.#threshold = threshold;
		this.#scores.setThreshold(threshold, this.#written());
		this.#writeNumber();
		this.#sayWhere(this.#detector);
		this.#actions.move(this.#detector.id, threshold);
	}

	#write(text: string): void {
		// Unchanged: what is written is rounded, and the threshold is not.
		if (text === this.#written()) return this.#number.setInvalid(false);
		const value = readNumber(text);
		this.#number.setInvalid(value === undefined);
		if (value !== undefined) this.#move(value);
	}
}

function part(title: string, ...children: readonly (Node | null)[]): HTMLElement {
	return element('div', { class: 'part' }, element('h4', {}, title), ...children);
}
