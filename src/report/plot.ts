import { decimal } from '../wording/numbers.ts';
import { escapeHtml } from './markup.ts';

/** A line of a plot; what is drawn differs in dashes as well as in color. */
export interface PlotLine {
	readonly name: string;
	readonly points: readonly (readonly [x: number, y: number])[];
	/** A class of the page's style sheet, which has its color. */
	readonly hue: string;
	readonly dashed?: boolean;
}

export interface Plot {
	readonly title: string;
	readonly x: string;
	readonly y: string;
	/** Largest of each axis; both begin at 0. */
	readonly to: readonly [x: number, y: number];
	readonly lines: readonly PlotLine[];
	/** Steps between the marks of the x axis. */
	readonly step: number;
	/** A line from corner to corner: what chance would give. */
	readonly diagonal?: boolean;
}

const [width, height] = [420, 260];
const inner = { left: 46, right: 12, top: 10, bottom: 40 };

/** A line plot as inline SVG: no script, no style attributes. What it shows is said in its title and legend; numbers stand in the tables beside it. */
export function plotSvg({ title, x, y, to, lines, step, diagonal = false }: Plot): string {
	const place = ([a, b]: readonly [number, number]): string => {
		const at = inner.left + (a / to[0]) * (width - inner.left - inner.right);
		const up = height - inner.bottom - (b / to[1]) * (height - inner.top - inner.bottom);
		return `${at.toFixed(1)},${up.toFixed(1)}`;
	};
	const across = Array.from({ length: Math.floor(to[0] / step + 1e-9) + 1 }, (_, i) => i * step);
	const up = [0, 0.25, 0.5, 0.75, 1].map((share) => share * to[1]);
	const [bottom, right] = [height - inner.bottom, width - inner.right];
	const grid = up.map((value) => {
		const [, at = '0'] = place([0, value]).split(',');
		return `<line class="grid-line" x1="${inner.left}" x2="${right}" y1="${at}" y2="${at}"/><text x="${inner.left - 6}" y="${(Number(at) + 4).toFixed(1)}" text-anchor="end">${short(value)}</text>`;
	});
	const marks = across.map((value) => {
		const [at = '0'] = place([value, 0]).split(',');
		return `<text x="${at}" y="${bottom + 16}" text-anchor="middle">${short(value)}</text>`;
	});
	const drawn = lines.map(
		({ points, hue, dashed = false }) =>
			`<polyline class="plot-line ${hue}${dashed ? ' dashed' : ''}" points="${points.map(place).join(' ')}"/>`,
	);
	const legend = lines.map(
		({ name, hue, dashed = false }) =>
			`<li><svg class="key" viewBox="0 0 24 8" aria-hidden="true"><line class="plot-line ${hue}${dashed ? ' dashed' : ''}" x1="0" x2="24" y1="4" y2="4"/></svg>${escapeHtml(name)}</li>`,
	);
	return `<figure class="plot"><figcaption>${escapeHtml(title)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`${title}: ${y} by ${x}`)}">
${grid.join('')}${marks.join('')}
${diagonal ? `<line class="chance" x1="${inner.left}" y1="${bottom}" x2="${right}" y2="${inner.top}"/>` : ''}
${drawn.join('\n')}
<text x="${(inner.left + right) / 2}" y="${height - 6}" text-anchor="middle">${escapeHtml(x)}</text>
<text transform="translate(12 ${(inner.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeHtml(y)}</text>
</svg>
<ul class="keys">${legend.join('')}</ul></figure>`;
}

function short(value: number): string {
	return Number.isInteger(value) ? String(value) : decimal(value, 2);
}
