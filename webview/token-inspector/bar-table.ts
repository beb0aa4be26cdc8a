import { element } from '../shared/elements.ts';

export interface BarRow {
	readonly label: Node | string;
	readonly value: number;
	readonly text: string;
	/** A CSS color. */
	readonly color: string;
}

/**
 * Numbers as a table with a bar each, from a common zero: who does not see the bars has the same in words. Bars are scaled to
 * the largest value, or to `full` where one is given.
 */
export function barTable(caption: string, heads: readonly [string, string], rows: readonly BarRow[], full = 0): HTMLTableElement {
	const lowest = Math.min(0, ...rows.map(({ value }) => value));
	const highest = Math.max(0, full, ...rows.map(({ value }) => value));
	const span = highest - lowest === 0 ? 1 : highest - lowest;
	const zero = (-lowest / span) * 100;
	return element(
		'table',
		{ class: 'bars' },
		element('caption', { class: 'visually-hidden' }, caption),
		element(
			'thead',
			{},
			element(
				'tr',
				{},
				element('th', { scope: 'col' }, heads[0]),
				element('td', { 'aria-hidden': 'true' }),
				element('th', { scope: 'col', class: 'number' }, heads[1]),
			),
		),
		element(
			'tbody',
			{},
			...rows.map(({ label, value, text, color }) => {
				const swatch = element('span', { class: 'swatch', 'aria-hidden': 'true' });
				swatch.style.backgroundColor = color;
				const bar = element('span', { class: 'bar' });
				// Through the object model: a style attribute is what the page's policy forbids.
				bar.style.backgroundColor = color;
				bar.style.left = `${value < 0 ? zero + (value / span) * 100 : zero}%`;
				bar.style.width = `${(Math.abs(value) / span) * 100}%`;
				const line = element('span', { class: 'zero' });
				line.style.left = `${zero}%`;
				return element(
					'tr',
					{},
					element('th', { scope: 'row' }, swatch, label),
					element('td', { class: 'track', 'aria-hidden': 'true' }, element('span', { class: 'rail' }, bar, line)),
					element('td', { class: 'number' }, text),
				);
			}),
		),
	);
}
