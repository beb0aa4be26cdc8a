import { type Chart, type ChartDataset } from 'chart.js';
import type { DetectorReport } from '../../src/protocol/calibration-panel.ts';
import { element } from '../shared/elements.ts';
import { drawn, lineOptions } from '../shared/line-charts.ts';
import { decimal } from '../shared/words.ts';
import { classStyles } from './chart-style.ts';
import type { Point } from './score-shape.ts';

type Curve = NonNullable<DetectorReport['learningCurve']>;

/** The area under ROC by the number of labels, with its interval as a band. */
export class LearningChart {
	readonly root: HTMLElement;
	readonly canvas = element('canvas', { id: 'learning-chart', role: 'img' });
	#chart: Chart<'line', Point[]> | undefined;
	#points: Curve['points'] = [];

	constructor() {
		this.root = element('div', { class: 'chart learning' }, this.canvas);
	}

	show(points: Curve['points']): void {
		this.#points = points;
		this.canvas.setAttribute(
			'aria-label',
			`Chart: area under ROC by number of labels: ${points.map(({ labels, auc }) => `${labels} labels ${decimal(auc.value, 3)}`).join(', ')}.`,
		);
		this.draw();
	}

	draw(): void {
		const { color, fill } = classStyles().negative;
		const of = (value: (auc: Curve['points'][number]['auc']) => number): Point[] =>
			this.#points.map(({ labels, auc }) => ({ x: labels, y: value(auc) }));
		const edge = { borderColor: color, borderWidth: 0.75, borderDash: [2, 3], pointRadius: 0, pointHitRadius: 0 };
		const datasets: ChartDataset<'line', Point[]>[] = [
			{
				label: 'Area under ROC',
				data: of(({ value }) => value),
				borderColor: color,
				backgroundColor: color,
				borderWidth: 2,
				borderDash: [],
				pointRadius: 4,
				pointStyle: 'circle',
				order: 0,
			},
			{ ...edge, label: '95% interval', data: of(({ high }) => high), backgroundColor: fill, fill: '+1', pointStyle: 'line', order: 1 },
			{ ...edge, data: of(({ low }) => low), order: 1 },
		];
		const options = lineOptions(
			{ title: 'Labels', min: 0, write: (value) => value.toLocaleString('en') },
			{ title: 'Area under ROC', max: 1, write: (value) => decimal(value, 2) },
		);
		this.#chart = drawn(this.#chart, this.canvas, { datasets }, options);
	}
}
