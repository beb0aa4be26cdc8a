import {
	BarController,
	BarElement,
	CategoryScale,
	Chart,
	Legend,
	LinearScale,
	LineController,
	LineElement,
	PointElement,
	Tooltip,
	type ChartConfiguration,
} from 'chart.js';
import { tokenSources } from '../../src/formats/token-sources.ts';
import { fontFamily, pictureOf } from '../shared/chart-picture.ts';
import { element } from '../shared/elements.ts';
import { isHighContrast, themeColor } from '../shared/theme-colors.ts';
import { scaleEnds, stepName, stepSentence, type PathStep } from './layer-path.ts';
import { sourceColors, sourceTitle } from './source-style.ts';
import { partWriter } from './words.ts';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, LineController, LineElement, PointElement, Tooltip);

type Mixed = ChartConfiguration<'bar' | 'line', (number | null)[], string>;

/**
 * The path of the probability: a bar a step, made of its sources, and the line of the probability so far. With the keys it is
 * walked through step by step, and each step is said in words.
 */
export class PathChart {
	readonly root: HTMLElement;
	readonly #canvas = element('canvas', { tabindex: '0', role: 'img', id: 'path-chart', 'aria-describedby': 'path-keys' });
	readonly #said = element('p', { class: 'visually-hidden', role: 'status', id: 'path-said' });
	#chart: Chart<'bar' | 'line', (number | null)[], string> | undefined;
	#steps: readonly PathStep[] = [];
	#write = partWriter([]);
	#at: number | undefined;

	constructor() {
		this.root = element(
			'div',
			{},
			element('div', { class: 'chart' }, this.#canvas),
			element(
				'p',
				{ class: 'hint', id: 'path-keys' },
				'Move along the chart with the arrow keys, Home and End. The table below has the same numbers.',
			),
			this.#said,
		);
		this.#canvas.addEventListener('keydown', (event) => {
			const to = this.#target(event.key);
			if (to === undefined) return;
			event.preventDefault();
			this.#walk(to);
		});
		this.#canvas.addEventListener('blur', () => {
			this.#light(undefined);
		});
	}

	show(steps: readonly PathStep[]): void {
		this.#steps = steps;
		this.#write = writerOf(steps);
		this.#at = undefined;
		this.#said.textContent = '';
		const last = steps.at(-1)?.running ?? 0;
		this.#canvas.setAttribute(
			'aria-label',
			`Chart: the token's probability through ${steps.length} steps, from ${this.#write(steps[0]?.running ?? 0)} to ${this.#write(last)}.`,
		);
		this.draw();
	}

	/** Draws anew: other numbers, or other colors. */
	draw(): void {
		const { data, options } = configuration(this.#steps, this.#write);
		if (this.#chart === undefined)
			this.#chart = new Chart<'bar' | 'line', (number | null)[], string>(this.#canvas, { type: 'bar', data, options: options ?? {} });
		else {
			this.#chart.data = data;
			this.#chart.options = options ?? {};
			this.#chart.update('none');
		}
	}

	/** The chart as a picture with a title; Base64 of a PNG. */
	picture(title: string): string {
		return pictureOf(title, [this.#canvas]);
	}

	#target(key: string): number | undefined {
		const last = this.#steps.length - 1;
		if (key === 'Home') return 0;
		if (key === 'End') return last;
		if (key === 'ArrowRight') return this.#at === undefined ? 0 : Math.min(last, this.#at + 1);
		if (key === 'ArrowLeft') return this.#at === undefined ? last : Math.max(0, this.#at - 1);
		return undefined;
	}

	#walk(to: number): void {
		const step = this.#steps[to];
		if (step === undefined) return;
		this.#light(to);
		this.#said.textContent = stepSentence(step, this.#write, sourceTitle);
	}

	#light(index: number | undefined): void {
		this.#at = index;
		const chart = this.#chart;
		if (chart === undefined) return;
		const active =
			index === undefined
				? []
				: chart.data.datasets.flatMap(({ data }, datasetIndex) => (data[index] === null ? [] : [{ datasetIndex, index }]));
		chart.setActiveElements(active);
		chart.tooltip?.setActiveElements(active, { x: 0, y: 0 });
		chart.update('none');
	}
}

/** How the parts and the sums of a path are written. */
export function writerOf(steps: readonly PathStep[]): (value: number) => string {
	return partWriter(steps.map(({ running }) => running));
}

function configuration(steps: readonly PathStep[], write: (value: number) => string): Pick<Mixed, 'data' | 'options'> {
	const [text, grid, background] = [themeColor('foreground'), themeColor('charts.lines', 'widget.border'), themeColor('editor.background')];
	const font = { family: fontFamily(), size: 11 };
	const edge = isHighContrast() ? { borderColor: text, borderWidth: 1 } : { borderColor: background, borderWidth: 0.5 };
	return {
		data: {
			labels: steps.map(stepName),
			datasets: [
				{
					type: 'line',
					label: 'Probability so far',
					data: steps.map(({ running }) => running),
					order: 0,
					borderColor: text,
					backgroundColor: text,
					borderWidth: 1.5,
					pointRadius: steps.length > 40 ? 0 : 2.5,
					pointHoverRadius: 4,
					pointStyle: 'circle',
					clip: 6,
				},
				...tokenSources.map((source) => ({
					type: 'bar' as const,
					label: sourceTitle(source),
					stack: 'parts',
					order: 1,
					data: steps.map(({ parts }) => parts[source] ?? null),
					backgroundColor: themeColor(sourceColors[source]),
					...edge,
					pointStyle: 'rect' as const,
					barPercentage: 0.95,
					categoryPercentage: 0.85,
					maxBarThickness: 44,
					minBarLength: 0,
				})),
			],
		},
		options: {
			animation: false,
			responsive: true,
			maintainAspectRatio: false,
			font,
			color: text,
			interaction: { mode: 'index', intersect: false },
			scales: {
				x: {
					stacked: true,
					grid: { display: false },
					border: { color: grid },
					ticks: {
						color: text,
						font,
						autoSkip: false,
						maxRotation: 0,
						callback: (_value, i) => tickOf(steps, i),
					},
				},
				y: {
					stacked: true,
					...scaleEnds(steps),
					border: { display: false },
					grid: { color: grid, lineWidth: ({ tick }) => (tick.value === 0 ? 1.5 : 0.5) },
					ticks: { color: text, font, maxTicksLimit: 7, callback: (value) => axisPercent(Number(value)) },
				},
			},
			plugins: {
				// Its entries do nothing: a part that is taken out of a sum makes the sum a lie.
				legend: {
					position: 'bottom',
					onClick: () => undefined,
					labels: { color: text, font, usePointStyle: true, boxWidth: 12, boxHeight: 9 },
				},
				tooltip: {
					backgroundColor: themeColor('editorHoverWidget.background', 'editor.background'),
					titleColor: themeColor('editorHoverWidget.foreground'),
					bodyColor: themeColor('editorHoverWidget.foreground'),
					borderColor: themeColor('editorHoverWidget.border', 'foreground'),
					borderWidth: 1,
					titleFont: font,
					bodyFont: font,
					callbacks: { label: ({ dataset, parsed }) => `${dataset.label ?? ''}: ${write(parsed.y ?? 0)}` },
				},
			},
		},
	};
}

/** What stands below a step: where there is room its block, otherwise the number of every so-manieth layer. */
function tickOf(steps: readonly PathStep[], i: number): string | null {
	const { block, layer } = steps[i] ?? { block: 'embedding', layer: null };
	if (block === 'embedding') return 'emb.';
	if (block === 'norm') return 'norm';
	if (steps.length <= 14) return block === 'attention' ? `${layer} att.` : 'ffn';
	const every = Math.ceil(steps.length / 24);
	const layers = (steps.length - 2) / 2;
	return block === 'attention' && layer !== null && layer % every === 0 && layer <= layers - every / 2 ? String(layer) : null;
}

/** Of a round number, as axes have them. */
function axisPercent(value: number): string {
	return `${Number((value * 100).toPrecision(3))}%`.replaceAll('-', '−');
}
