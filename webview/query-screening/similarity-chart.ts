import type { Chart, ChartDataset } from 'chart.js';
import type { QueryScreenRecord, ScreeningRule } from '../../src/formats/query-screen-record.ts';
import { similarityPlot, type SimilarityPlot } from '../../src/report/similarity-plot.ts';
import { ruleWords, similarityWords } from '../../src/report/screening-words.ts';
import { element } from '../shared/elements.ts';
import { chartColors, drawn, lineOptions, translucent, withPointWords, type Point } from '../shared/line-charts.ts';
import { themeColor } from '../shared/theme-colors.ts';
import { decimal } from '../shared/words.ts';

/** Dashes tell the rules apart where colors do not. */
const dashes: Readonly<Record<ScreeningRule, number[]>> = { empirical: [], skew: [6, 3], gumbel: [2, 3], exact: [8, 3, 2, 3] };
const colors: Readonly<Record<ScreeningRule, string>> = {
	empirical: 'charts.red',
	skew: 'charts.yellow',
	gumbel: 'charts.purple',
	exact: 'charts.green',
};

/** The largest similarity of a query on the distribution of the others, with the thresholds. */
export class SimilarityChart {
	readonly root: HTMLElement;
	readonly canvas = element('canvas', { id: 'similarity-chart', role: 'img' });
	#chart: Chart<'line', Point[]> | undefined;
	#record: QueryScreenRecord | undefined;

	constructor() {
		this.root = element('div', { class: 'chart' }, this.canvas);
	}

	show(record: QueryScreenRecord): void {
		this.#record = record;
		this.canvas.setAttribute('aria-label', `Chart: similarity against its threshold. ${similarityWords(record).join(' ')}`);
		this.draw();
	}

	/** Draws anew: another query, or other colors. */
	draw(): void {
		if (this.#record === undefined) return;
		const plot = similarityPlot(this.#record);
		const base = lineOptions(
			{ title: 'Similarity (cosine)', min: plot.from, max: plot.to, write: (value) => decimal(value, 2) },
			{ title: '', min: 0, max: 1.15, write: () => '' },
		);
		const options = withPointWords(base, ({ x }) => `Similarity ${decimal(x, 3)}`);
		const y = options.scales?.['y'];
		if (y !== undefined) y.display = false;
		this.#chart = drawn(this.#chart, this.canvas, { datasets: datasetsOf(plot, this.#record.target) }, options);
	}
}

function datasetsOf({ curve, thresholds, others, mean, max }: SimilarityPlot, target: string): ChartDataset<'line', Point[]>[] {
	const { text, quiet } = chartColors();
	const blue = themeColor('charts.blue');
	const still = { pointRadius: 0, pointHitRadius: 0 } as const;
	return [
		{
			label: 'The other documents: normal curve of their mean and deviation',
			data: [...curve],
			borderColor: blue,
			backgroundColor: translucent(blue),
			borderWidth: 1.5,
			fill: 'origin',
			order: 5,
			...still,
		},
		{
			data: [
				{ x: mean, y: 0 },
				{ x: mean, y: 1 },
			],
			borderColor: quiet,
			borderWidth: 1,
			borderDash: [3, 4],
			order: 4,
			...still,
		},
		...thresholds.map(({ rule, at, decides }): ChartDataset<'line', Point[]> => {
			const color = themeColor(colors[rule], 'foreground');
			return {
				label: `${ruleWords[rule].name}: ${decimal(at, 3)}${decides ? ' (decides)' : ''}`,
				data: [
					{ x: at, y: 0 },
					{ x: at, y: decides ? 1.1 : 0.75 },
				],
				borderColor: color,
				backgroundColor: color,
				borderWidth: decides ? 2.5 : 1.5,
				borderDash: dashes[rule],
				order: 3,
				...still,
			};
		}),
		{
			label: 'Also returned',
			data: others.map((x) => ({ x, y: 0 })),
			borderColor: text,
			backgroundColor: text,
			showLine: false,
			pointStyle: 'circle',
			pointRadius: 3.5,
			clip: 8,
			order: 2,
		},
		{
			label: `${target}: ${decimal(max, 3)}`,
			data: [{ x: max, y: 0 }],
			borderColor: text,
			backgroundColor: text,
			showLine: false,
			pointStyle: 'rectRot',
			pointRadius: 8,
			clip: 12,
			order: 1,
		},
	];
}
