import { type Chart, type ChartDataset } from 'chart.js';
import type { DecoderOutlook } from '../../src/protocol/private.ts';
import { plural } from '../../src/wording/phrases.ts';
import { element } from '../shared/elements.ts';
import { chartColors, drawn, lineOptions, withPointWords, type Point } from '../shared/line-charts.ts';
import { themeColor } from '../shared/theme-colors.ts';
import { percent } from '../shared/words.ts';
import { curveInWords, shareInWords } from './words.ts';

/** The probability of a release by the number of documents that agree. */
export class ReleaseChart {
	readonly root: HTMLElement;
	readonly canvas = element('canvas', { id: 'release-chart', role: 'img' });
	#chart: Chart<'line', Point[]> | undefined;
	#outlook: DecoderOutlook | undefined;

	constructor() {
		this.root = element('div', { class: 'chart' }, this.canvas);
	}

	show(outlook: DecoderOutlook): void {
		this.#outlook = outlook;
		this.canvas.setAttribute('aria-label', `Chart: release probability by agreeing documents. ${curveInWords(outlook)}`);
		this.draw();
	}

	draw(): void {
		if (this.#outlook === undefined) return;
		const { releaseProbability, half, sure } = this.#outlook;
		const { text, quiet } = chartColors();
		const blue = themeColor('charts.blue');
		const last = releaseProbability.length - 1;
		const at = (documents: number | null): Point[] => (documents === null ? [] : [{ x: documents, y: releaseProbability[documents] ?? 0 }]);
		const mark = { borderColor: text, backgroundColor: text, showLine: false, pointRadius: 7, clip: 10, order: 0 } as const;
		const datasets: ChartDataset<'line', Point[]>[] = [
			{
				label: 'Probability of a release',
				data: releaseProbability.map((y, x) => ({ x, y })),
				borderColor: blue,
				backgroundColor: blue,
				borderWidth: 2,
				borderDash: [],
				pointRadius: last > 40 ? 0 : 3.5,
				pointHitRadius: 8,
				pointStyle: 'circle',
				clip: 6,
				order: 1,
			},
			...(half === null || half === sure ? [] : [{ ...mark, label: `Half: ${half}`, data: at(half), pointStyle: 'rect' as const }]),
			...(sure === null ? [] : [{ ...mark, label: `95%: ${sure}`, data: at(sure), pointStyle: 'rectRot' as const }]),
			{
				data: [
					{ x: 0, y: 0.95 },
					{ x: last, y: 0.95 },
				],
				borderColor: quiet,
				borderWidth: 1,
				borderDash: [3, 4],
				pointRadius: 0,
				pointHitRadius: 0,
				order: 2,
			},
		];
		const base = lineOptions(
			{ title: 'Documents that agree', min: 0, max: last, ends: true, write: (value) => (Number.isInteger(value) ? String(value) : '') },
			{ title: 'Released', min: 0, max: 1, write: (value) => percent(value, 0) },
		);
		const options = withPointWords(base, ({ x, y }) => `${plural(x, 'document')} alike: released in ${shareInWords(y)}`);
		this.#chart = drawn(this.#chart, this.canvas, { datasets }, options);
	}
}
