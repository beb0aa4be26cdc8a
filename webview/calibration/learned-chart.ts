import type { LearnedReport } from '../../src/protocol/calibration-panel.ts';
import { beeswarm, type Swarm } from '../../src/report/beeswarm.ts';
import { element } from '../shared/elements.ts';
import { chartColors } from '../shared/line-charts.ts';
import { isHighContrast, themeColor } from '../shared/theme-colors.ts';
import { decimal } from '../shared/words.ts';

type Feature = LearnedReport['features'][number];

/** CSS pixels. */
const [rowHeight, head, foot, gap, dot] = [24, 30, 40, 10, 2.6];

/**
 * A summary plot of SHAP values: a row for each feature, a dot for each sentence, colored by the feature's value. Drawn by hand: the chart
 * library knows no such plot. In high contrast, small values are rings and large ones are filled.
 */
export class LearnedChart {
	readonly root: HTMLElement;
	readonly canvas = element('canvas', { id: 'learned-chart', role: 'img' });
	#features: readonly Feature[] = [];
	#swarm: Swarm = beeswarm([]);
	#axis = '';

	constructor() {
		this.root = element('div', { class: 'chart learned' }, this.canvas);
		new ResizeObserver(() => {
			this.draw();
		}).observe(this.root);
		this.canvas.addEventListener('pointermove', ({ offsetY }) => {
			const at = this.#features[Math.floor((offsetY - head) / rowHeight)];
			this.canvas.title = at === undefined ? '' : `${at.name}: ${at.title}. Mean |SHAP| ${decimal(at.mean, 3)}.`;
		});
	}

	/** @param positive what a detector flags, such as `ungrounded` */
	show({ features }: LearnedReport, positive: string): void {
		this.#features = features.filter(({ points }) => points.shap.length > 0);
		this.#swarm = beeswarm(this.#features);
		this.#axis = `SHAP value: what it adds to the log-odds of being ${positive}`;
		this.canvas.setAttribute(
			'aria-label',
			`Chart: SHAP values of the ${this.#features.length} features that weigh most. The table below has the same: ${this.#features
				.slice(0, 5)
				.map(({ name, mean }) => `${name} ${decimal(mean, 3)}`)
				.join(', ')}.`,
		);
		this.draw();
	}

	draw(): void {
		const width = this.root.clientWidth;
		const context = this.canvas.getContext('2d');
		if (context === null || width === 0 || this.#features.length === 0) return;
		const height = head + rowHeight * this.#features.length + foot;
		const ratio = window.devicePixelRatio;
		[this.canvas.width, this.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
		// Through the object model: a style attribute is what the page's policy forbids.
		this.canvas.style.height = `${height}px`;
		context.scale(ratio, ratio);
		this.#paint(context, width);
	}

	#paint(context: CanvasRenderingContext2D, width: number): void {
		const { text, quiet, grid, font } = chartColors();
		context.font = `${font.size}px ${font.family}`;
		context.textBaseline = 'middle';
		const names = this.#features.map(({ name, mean }) => ({ name, mean: decimal(mean, 3) }));
		const nameWidth = Math.max(...names.map(({ name }) => context.measureText(name).width));
		const meanWidth = context.measureText('0.000').width;
		const left = nameWidth + meanWidth + 3 * gap;
		const [across, bottom] = [width - left - 2 * gap, head + rowHeight * this.#features.length];
		const { marks, decimals } = this.#swarm;
		// Where they are close together only every second one is written, 0 among them.
		const every = across / Math.max(1, marks.length - 1) < context.measureText('\u22120.00').width + gap ? 2 : 1;
		const zero = marks.findIndex(({ value }) => Math.abs(value) < 1e-9);
		for (const [i, { value, x }] of marks.entries()) {
			const at = left + x * across;
			const isZero = i === zero;
			context.strokeStyle = isZero ? text : grid;
			context.lineWidth = isZero ? 1 : 0.5;
			line(context, at, head, at, bottom);
			context.fillStyle = text;
			context.textAlign = 'center';
			if ((i - zero) % every === 0) context.fillText(decimal(value, decimals), at, bottom + 10);
		}
		const half = Math.min(width, context.measureText(this.#axis).width) / 2;
		context.fillText(this.#axis, Math.min(width - half, Math.max(half, left + across / 2)), bottom + 28, width);
		context.textAlign = 'left';
		context.fillStyle = quiet;
		context.fillText('mean', nameWidth + gap, head / 2);
		for (const [i, { name, mean }] of names.entries()) {
			const middle = head + (i + 0.5) * rowHeight;
			context.fillStyle = text;
			context.fillText(name, 0, middle);
			context.fillStyle = quiet;
			context.fillText(mean, nameWidth + gap, middle);
		}
		this.#paintLegend(context, left, width);
		for (const [i, { dots }] of this.#swarm.rows.entries()) {
			const middle = head + (i + 0.5) * rowHeight;
			for (const { x, y, rank } of dots) paintDot(context, left + x * across, middle + y * (rowHeight / 2 - dot), rank);
		}
	}

	#paintLegend(context: CanvasRenderingContext2D, left: number, width: number): void {
		const { text } = chartColors();
		const [low, high] = ['small value', 'large value'];
		const [steps, step] = [11, 7];
		const needed = context.measureText(low).width + context.measureText(high).width + steps * step + 2 * gap;
		let at = Math.max(left, width - needed - gap);
		context.fillStyle = text;
		context.fillText(low, at, head / 2);
		at += context.measureText(low).width + gap;
		for (let i = 0; i < steps; i++) paintDot(context, at + i * step, head / 2, i / (steps - 1));
		context.fillStyle = text;
		context.fillText(high, at + steps * step, head / 2);
	}
}

/**
 * From blue to yellow, which also tell apart for people who do not see red and green as others do. `charts.orange` is translucent in VS Code's own
 * themes, and would look blue on blue.
 */
function paintDot(context: CanvasRenderingContext2D, x: number, y: number, rank: number): void {
	const [low, high] = [themeColor('charts.blue'), themeColor('charts.yellow')];
	context.beginPath();
	context.arc(x, y, dot, 0, 2 * Math.PI);
	if (isHighContrast() && rank < 0.5) {
		context.strokeStyle = low;
		context.lineWidth = 1.2;
		context.stroke();
		return;
	}
	context.fillStyle = low;
	context.fill();
	// One color over the other, whatever form the theme writes them in.
	context.globalAlpha = isHighContrast() ? 1 : rank;
	context.fillStyle = high;
	context.fill();
	context.globalAlpha = 1;
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
	context.beginPath();
	context.moveTo(x1, y1);
	context.lineTo(x2, y2);
	context.stroke();
}
