import { type Chart, type ChartDataset, type Plugin } from 'chart.js';
import { element } from '../shared/elements.ts';
import { chartColors, drawn, lineOptions, withPointWords } from '../shared/line-charts.ts';
import { percent } from '../shared/words.ts';
import { classStyles } from './chart-style.ts';
import type { Point } from './score-shape.ts';
import type { Interval } from './words.ts';

/** A point of a curve with the intervals of both its rates; `null` where a class is missing. */
export interface OperatingPoint {
	readonly x: Interval | null;
	readonly y: Interval | null;
}

export interface CurveWords {
	readonly id: string;
	readonly x: string;
	readonly y: string;
	readonly chance: string;
}

/** One curve over two rates, what chance would give, and the operating point with its intervals. */
export class CurveChart {
	readonly root: HTMLElement;
	readonly canvas: HTMLCanvasElement;
	readonly #words: CurveWords;
	#chart: Chart<'line', Point[]> | undefined;
	#curve: readonly Point[] = [];
	/** Of chance: both ends. */
	#chance: readonly [number, number] = [0, 1];
	#point: OperatingPoint = { x: null, y: null };

	constructor(words: CurveWords) {
		this.#words = words;
		this.canvas = element('canvas', { id: words.id, role: 'img' });
		this.root = element('div', { class: 'chart curve' }, this.canvas);
	}

	show(
		curve: { readonly x: readonly number[]; readonly y: readonly number[] },
		chance: readonly [number, number],
		point: OperatingPoint,
	): void {
		this.#curve = curve.x.map((x, i) => ({ x, y: curve.y[i] ?? 0 }));
		this.#chance = chance;
		this.#point = point;
		this.draw();
	}

	setPoint(point: OperatingPoint): void {
		this.#point = point;
		this.draw();
	}

	draw(): void {
		const { x, y, chance } = this.#words;
		const { text, quiet } = chartColors();
		const here = this.#point.x === null || this.#point.y === null ? [] : [{ x: this.#point.x.value, y: this.#point.y.value }];
		const words = here.map((at) => `at the threshold ${x} ${percent(at.x)} and ${y} ${percent(at.y)}`).join();
		this.canvas.setAttribute('aria-label', `Chart: ${y} against ${x}${words === '' ? '' : `, ${words}`}.`);
		const datasets: ChartDataset<'line', Point[]>[] = [
			{
				label: 'At the threshold',
				data: here,
				order: 0,
				borderColor: text,
				backgroundColor: text,
				borderDash: [],
				pointStyle: 'rectRot',
				pointRadius: 7,
				pointHoverRadius: 8,
				showLine: false,
				clip: 10,
			},
			{
				label: 'This detector',
				data: [...this.#curve],
				order: 1,
				borderColor: classStyles().negative.color,
				borderWidth: 2,
				borderDash: [],
				pointRadius: 0,
				pointHitRadius: 5,
				pointStyle: 'line',
				clip: 2,
			},
			{
				label: chance,
				data: [
					{ x: 0, y: this.#chance[0] },
					{ x: 1, y: this.#chance[1] },
				],
				order: 2,
				borderColor: quiet,
				borderDash: [3, 4],
				borderWidth: 1,
				pointRadius: 0,
				pointHitRadius: 0,
				pointStyle: 'line',
			},
		];
		const rates = { min: 0, max: 1, write: (value: number) => percent(value, 0) };
		const base = lineOptions({ title: x, ...rates }, { title: y, ...rates });
		const options = withPointWords(base, (point) => [`${x}: ${percent(point.x)}`, `${y}: ${percent(point.y)}`]);
		this.#chart = drawn(this.#chart, this.canvas, { datasets }, options, [this.#cross()]);
	}

	/** The intervals of the operating point. */
	#cross(): Plugin<'line'> {
		return {
			id: 'intervals',
			beforeDatasetsDraw: ({ ctx, scales }) => {
				const { x: sx, y: sy } = scales;
				const { x, y } = this.#point;
				if (sx === undefined || sy === undefined || x === null || y === null) return;
				const px = (value: number): number => sx.getPixelForValue(value);
				const py = (value: number): number => sy.getPixelForValue(value);
				ctx.save();
				ctx.strokeStyle = chartColors().text;
				ctx.lineWidth = 1.5;
				ctx.beginPath();
				ctx.moveTo(px(x.low), py(y.value));
				ctx.lineTo(px(x.high), py(y.value));
				ctx.moveTo(px(x.value), py(y.low));
				ctx.lineTo(px(x.value), py(y.high));
				ctx.stroke();
				ctx.restore();
			},
		};
	}
}
