import { type Chart, type ChartDataset } from 'chart.js';
import type { PrivatePlan } from '../../src/protocol/private.ts';
import { plural } from '../../src/wording/phrases.ts';
import { element } from '../shared/elements.ts';
import { drawn, lineOptions, withPointWords, type Point } from '../shared/line-charts.ts';
import { themeColor } from '../shared/theme-colors.ts';
import { epsilonInWords } from '../../src/wording/numbers.ts';
import { releasesInWords } from './words.ts';

/** ε of several answers together, beside their plain sum and what the ledger has left. */
export class ReleasesChart {
	readonly root: HTMLElement;
	readonly canvas = element('canvas', { id: 'releases-chart', role: 'img' });
	#chart: Chart<'line', Point[]> | undefined;
	#releases: PrivatePlan['releases'] = [];
	#epsilon = 0;
	#left: number | null = null;

	constructor() {
		this.root = element('div', { class: 'chart' }, this.canvas);
	}

	/** `left`: ε that the ledger has left; `null` where nobody knows. */
	show(releases: PrivatePlan['releases'], epsilon: number, left: number | null): void {
		this.#releases = releases;
		this.#epsilon = epsilon;
		this.#left = left;
		this.canvas.setAttribute(
			'aria-label',
			`Chart: ε by number of answers. ${releasesInWords(releases)}${left === null ? '' : ` The ledger has ε = ${epsilonInWords(left, 'down')} left.`}`,
		);
		this.draw();
	}

	draw(): void {
		const last = this.#releases.at(-1)?.count ?? 1;
		const line = { borderWidth: 2, pointRadius: 0, pointHitRadius: 8, pointStyle: 'line' as const, clip: 4 };
		const [blue, yellow, red] = [themeColor('charts.blue'), themeColor('charts.yellow'), themeColor('charts.red')];
		const datasets: ChartDataset<'line', Point[]>[] = [
			{
				...line,
				label: 'Promised together',
				data: this.#releases.map(({ count, epsilon }) => ({ x: count, y: epsilon })),
				borderColor: blue,
				backgroundColor: blue,
				borderDash: [],
			},
			{
				...line,
				label: 'Counted by the ledger: their sum',
				data: this.#releases.map(({ count }) => ({ x: count, y: count * this.#epsilon })),
				borderColor: yellow,
				backgroundColor: yellow,
				borderDash: [6, 4],
				// Seen where both are one.
				order: -1,
			},
			...(this.#left === null
				? []
				: [
						{
							...line,
							label: 'Left in the ledger',
							data: [
								{ x: 0, y: this.#left },
								{ x: last, y: this.#left },
							],
							borderColor: red,
							backgroundColor: red,
							borderDash: [2, 3],
						},
					]),
		];
		const base = lineOptions(
			{ title: 'Answers', min: 0, max: last, ends: true, write: (value) => (Number.isInteger(value) ? String(value) : '') },
			{ title: 'ε', min: 0, write: (value) => epsilonInWords(value) },
		);
		const options = withPointWords(base, ({ x, y }) => `${plural(x, 'answer')}: ε = ${epsilonInWords(y)}`);
		this.#chart = drawn(this.#chart, this.canvas, { datasets }, options);
	}
}
