import { type Chart, type ChartConfiguration, type Plugin } from 'chart.js';
import type { DetectorReport } from '../../src/protocol/calibration-panel.ts';
import { element } from '../shared/elements.ts';
import { chartColors, drawn, lineOptions } from '../shared/line-charts.ts';
import { percent } from '../shared/words.ts';
import { classStyles } from './chart-style.ts';
import { binAt, outline, thresholdAfter, thresholdRange, type Point } from './score-shape.ts';
import { scoreWriter } from './words.ts';

/**
 * The scores of both classes, with the threshold as a line that is dragged with the pointer or moved with the keys: the chart
 * is a slider.
 */
export class ScoreChart {
	readonly root: HTMLElement;
	readonly canvas = element('canvas', {
		id: 'score-chart',
		tabindex: '0',
		role: 'slider',
		'aria-orientation': 'horizontal',
		'aria-describedby': 'score-keys',
	});
	readonly #moved: (threshold: number) => void;
	#chart: Chart<'line', Point[]> | undefined;
	#detector: DetectorReport | undefined;
	#threshold = 0;
	#dragging = false;
	/** Score below the pointer: the library's nearest corner belongs to two bins. */
	#pointed: number | undefined;

	/** `moved` is told of every move of a person's. */
	constructor(moved: (threshold: number) => void) {
		this.#moved = moved;
		this.root = element(
			'div',
			{},
			element('div', { class: 'chart scores' }, this.canvas),
			element(
				'p',
				{ class: 'hint', id: 'score-keys' },
				'Drag the line, or use the arrow keys (with Shift in small steps), Page Up and Down, Home and End.',
			),
		);
		this.canvas.addEventListener('keydown', (event) => {
			if (this.#detector === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
			const to = thresholdAfter(event.key, event.shiftKey, this.#threshold, thresholdRange(this.#detector));
			if (to === undefined) return;
			event.preventDefault();
			this.#move(to);
		});
		this.canvas.addEventListener('pointerdown', (event) => {
			if (event.button !== 0) return;
			this.#dragging = true;
			this.canvas.setPointerCapture(event.pointerId);
			this.#drag(event);
		});
		this.canvas.addEventListener('pointermove', (event) => {
			this.#pointed = this.#valueAt(event);
			if (this.#dragging) this.#drag(event);
		});
		for (const end of ['pointerup', 'pointercancel'] as const)
			this.canvas.addEventListener(end, () => {
				this.#dragging = false;
			});
	}

	show(detector: DetectorReport, threshold: number): void {
		this.#detector = detector;
		const [low, high] = thresholdRange(detector);
		this.canvas.setAttribute('aria-label', `Threshold of ${detector.title}, in ${detector.unit}`);
		this.canvas.setAttribute('aria-valuemin', String(low));
		this.canvas.setAttribute('aria-valuemax', String(high));
		this.#threshold = threshold;
		this.#say(scoreWriter(detector)(threshold));
		this.draw();
	}

	/** Moves the line without telling of it; `said`: what the slider's value is in words. */
	setThreshold(threshold: number, said: string): void {
		this.#threshold = threshold;
		this.#say(said);
		this.#chart?.draw();
	}

	/** Draws anew: another detector, or other colors. */
	draw(): void {
		const detector = this.#detector;
		if (detector === undefined) return;
		const { data, options } = this.#configuration(detector);
		this.#chart = drawn(this.#chart, this.canvas, data, options ?? {}, [this.#line()]);
	}

	#say(words: string): void {
		this.canvas.setAttribute('aria-valuenow', String(this.#threshold));
		this.canvas.setAttribute('aria-valuetext', words);
	}

	#move(threshold: number): void {
		this.setThreshold(threshold, this.#detector === undefined ? '' : scoreWriter(this.#detector)(threshold));
		this.#moved(threshold);
	}

	#drag(event: PointerEvent): void {
		const value = this.#valueAt(event);
		if (value === undefined || this.#detector === undefined) return;
		const [low, high] = thresholdRange(this.#detector);
		this.#move(Math.min(high, Math.max(low, value)));
	}

	#valueAt({ clientX }: PointerEvent): number | undefined {
		return this.#chart?.scales['x']?.getValueForPixel(clientX - this.canvas.getBoundingClientRect().left);
	}

	#configuration(detector: DetectorReport): Pick<ChartConfiguration<'line', Point[]>, 'data' | 'options'> {
		const { histogram, classes } = detector;
		const { negative, positive } = classStyles();
		const write = scoreWriter(detector);
		const [min, max] = thresholdRange(detector);
		const options = lineOptions(
			{ title: `Score (${detector.unit})`, min, max, ends: true, write },
			{ title: 'Share of each class', min: 0, write: (value) => percent(value, 0) },
		);
		const set = (label: string, counts: readonly number[], { color, fill, dash }: typeof negative) => ({
			label,
			data: outline(histogram.edges, counts),
			borderColor: color,
			backgroundColor: fill,
			borderDash: dash,
			borderWidth: 1.5,
			fill: 'origin' as const,
			pointRadius: 0,
			pointHitRadius: 4,
			pointStyle: 'rect' as const,
		});
		return {
			data: {
				datasets: [
					set(labelled(classes.negative, histogram.negative), histogram.negative, negative),
					set(labelled(classes.positive, histogram.positive), histogram.positive, positive),
				],
			},
			options: {
				...options,
				// Room for the handle and its words.
				layout: { padding: { top: 24 } },
				interaction: { mode: 'nearest', axis: 'x', intersect: false },
				plugins: {
					...options.plugins,
					tooltip: {
						...options.plugins?.tooltip,
						filter: (_item, index) => index === 0,
						callbacks: {
							title: () => '',
							label: ({ parsed }) => {
								const bin = binAt(histogram, this.#pointed ?? parsed.x ?? Number.NaN);
								return bin === undefined
									? ''
									: [
											`${write(bin.low)} to ${write(bin.high)}`,
											`${classes.negative}: ${bin.negative}`,
											`${classes.positive}: ${bin.positive}`,
										];
							},
						},
					},
				},
			},
		};
	}

	/** The threshold, the one that calibration chose, and which side is flagged. */
	#line(): Plugin<'line'> {
		return {
			id: 'threshold',
			afterDatasetsDraw: ({ ctx, chartArea: { left, right, top, bottom }, scales }) => {
				const detector = this.#detector;
				const at = scales['x']?.getPixelForValue(this.#threshold);
				if (detector === undefined || at === undefined) return;
				const { text, background, font } = chartColors();
				const above = detector.direction === 'above';
				ctx.save();
				ctx.fillStyle = text;
				ctx.globalAlpha = 0.07;
				ctx.fillRect(above ? at : left, top, above ? right - at : at - left, bottom - top);
				ctx.globalAlpha = 1;
				ctx.strokeStyle = text;
				const chosen = scales['x']?.getPixelForValue(detector.threshold);
				if (chosen !== undefined && detector.threshold !== this.#threshold) stroke(ctx, chosen, top, bottom, [2, 4], 1);
				stroke(ctx, at, top, bottom, [], 2);
				// A handle, which says that it can be taken.
				ctx.beginPath();
				ctx.arc(at, top, 6, 0, 2 * Math.PI);
				ctx.fillStyle = background;
				ctx.fill();
				ctx.stroke();
				ctx.fillStyle = text;
				ctx.font = `${font.size}px ${font.family}`;
				ctx.textBaseline = 'bottom';
				const words = `${above ? '' : '\u2190 '}flagged ${detector.direction} ${scoreWriter(detector)(this.#threshold)}${above ? ' \u2192' : ''}`;
				const width = ctx.measureText(words).width;
				ctx.fillText(words, Math.min(right - width, Math.max(left, above ? at + 10 : at - width - 10)), top - 6);
				ctx.restore();
			},
		};
	}
}

function stroke(ctx: CanvasRenderingContext2D, x: number, top: number, bottom: number, dash: number[], width: number): void {
	ctx.beginPath();
	ctx.setLineDash(dash);
	ctx.lineWidth = width;
	ctx.moveTo(x, top);
	ctx.lineTo(x, bottom);
	ctx.stroke();
	ctx.setLineDash([]);
}

function labelled(name: string, counts: readonly number[]): string {
	return `${name} (${counts.reduce((sum, count) => sum + count, 0)})`;
}
