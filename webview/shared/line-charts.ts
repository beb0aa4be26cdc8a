import {
	Chart,
	Filler,
	Legend,
	LinearScale,
	LineController,
	LineElement,
	PointElement,
	Tooltip,
	type ChartDataset,
	type ChartOptions,
	type Plugin,
	type LegendItem,
} from 'chart.js';
import { fontFamily } from './chart-picture.ts';
import { element } from './elements.ts';
import { themeColor } from './theme-colors.ts';

Chart.register(Filler, Legend, LinearScale, LineController, LineElement, PointElement, Tooltip);

/** What all charts share. */
export function chartColors(): {
	readonly text: string;
	readonly quiet: string;
	readonly grid: string;
	readonly background: string;
	readonly font: { readonly family: string; readonly size: number };
} {
	return {
		text: themeColor('foreground'),
		quiet: themeColor('descriptionForeground'),
		grid: themeColor('charts.lines', 'widget.border'),
		background: themeColor('editor.background'),
		font: { family: fontFamily(), size: 11 },
	};
}

/** `ends`: its first and last value are written, round or not. */
export interface AxisWords {
	readonly title: string;
	readonly min?: number;
	readonly max?: number;
	readonly ends?: boolean;
	readonly write: (value: number) => string;
}

/** A chart of lines over two numeric axes; no animation, for what is dragged must follow at once. */
export function lineOptions(x: AxisWords, y: AxisWords): ChartOptions<'line'> {
	const { text, grid, font } = chartColors();
	const axis = ({ title, min, max, ends = false, write }: AxisWords) => ({
		type: 'linear' as const,
		...(min === undefined ? {} : { min }),
		...(max === undefined ? {} : { max }),
		title: { display: true, text: title, color: text, font },
		border: { color: grid },
		grid: { color: grid, lineWidth: 0.5 },
		ticks: {
			color: text,
			font,
			maxTicksLimit: 7,
			maxRotation: 0,
			includeBounds: ends,
			callback: (value: string | number) => write(Number(value)),
		},
	});
	return {
		animation: false,
		responsive: true,
		maintainAspectRatio: false,
		font,
		color: text,
		parsing: false,
		normalized: true,
		scales: { x: axis(x), y: axis(y) },
		plugins: {
			// Its entries do nothing: what is hidden cannot be compared.
			legend: {
				position: 'bottom',
				onClick: () => undefined,
				labels: { color: text, font, usePointStyle: true, boxHeight: 13, generateLabels: legendItems },
			},
			tooltip: {
				backgroundColor: themeColor('editorHoverWidget.background', 'editor.background'),
				titleColor: themeColor('editorHoverWidget.foreground'),
				bodyColor: themeColor('editorHoverWidget.foreground'),
				borderColor: themeColor('editorHoverWidget.border', 'foreground'),
				borderWidth: 1,
				titleFont: font,
				bodyFont: font,
				displayColors: false,
			},
		},
	};
}

export interface Point {
	readonly x: number;
	readonly y: number;
}

/** Options whose tooltip says a point in words. */
export function withPointWords(base: ChartOptions<'line'>, say: (point: Point) => string | string[]): ChartOptions<'line'> {
	return {
		...base,
		plugins: {
			...base.plugins,
			tooltip: { ...base.plugins?.tooltip, callbacks: { title: () => '', label: ({ parsed: { x, y } }) => say({ x: x ?? 0, y: y ?? 0 }) } },
		},
	};
}

/** Draws a chart for the first time, or anew without a movement. */
export function drawn(
	chart: Chart<'line', Point[]> | undefined,
	canvas: HTMLCanvasElement,
	data: { datasets: ChartDataset<'line', Point[]>[] },
	options: ChartOptions<'line'>,
	plugins: Plugin<'line'>[] = [],
): Chart<'line', Point[]> {
	if (chart === undefined) return new Chart<'line', Point[]>(canvas, { type: 'line', data, options, plugins });
	chart.data = data;
	chart.options = options;
	chart.update('none');
	return chart;
}

/** The library's own forget that a line is dashed. A data set without a label has no entry. */
function legendItems({ data: { datasets } }: Chart): LegendItem[] {
	const { text } = chartColors();
	return datasets.flatMap((set, datasetIndex) => {
		if (set.label === undefined) return [];
		const { borderDash, borderColor, backgroundColor, pointStyle }: Readonly<Record<string, unknown>> = { ...set };
		return [
			{
				text: set.label,
				datasetIndex,
				fontColor: text,
				lineWidth: 1.5,
				lineDash: Array.isArray(borderDash) ? borderDash.map(Number) : [],
				strokeStyle: styleOf(borderColor),
				fillStyle: styleOf(backgroundColor),
				pointStyle: pointStyles.find((style) => style === pointStyle) ?? 'line',
			},
		];
	});
}

const pointStyles = ['rect', 'rectRot', 'circle', 'line'] as const;

function styleOf(style: unknown): string | CanvasPattern {
	return typeof style === 'string' || style instanceof CanvasPattern ? style : 'transparent';
}

/** A color that others can be seen through. */
export function translucent(color: string): string {
	const context = element('canvas').getContext('2d');
	if (context === null) return 'transparent';
	context.fillStyle = color;
	// Read back, an opaque color has six digits.
	const written = context.fillStyle;
	return written.startsWith('#') ? `${written}4d` : written;
}
