import { subjectNouns } from '../../src/formats/subject.ts';
import type { DetectorReport } from '../../src/protocol/calibration-panel.ts';
import { element } from '../shared/elements.ts';
import { decimal, visible } from '../shared/words.ts';
import { area, capitalized, scoreWriter, type Interval } from './words.ts';

type Wrong = DetectorReport['wrong'][number];

/** Areas under ROC of the detector and of simpler scores on the same spans, each with its interval drawn. */
export function baselinesTable({ title, auc, baselines }: DetectorReport): HTMLElement {
	const rows = [{ name: title, auc, own: true }, ...baselines.map((baseline) => ({ ...baseline, own: false }))];
	const lowest = Math.min(0.5, ...rows.flatMap((row) => (row.auc === null ? [] : [row.auc.low])));
	return element(
		'div',
		{ class: 'scrolls' },
		element(
			'table',
			{ class: 'grid areas', id: 'baselines' },
			element('caption', { class: 'visually-hidden' }, 'Area under ROC of this detector and of simpler scores'),
			element(
				'thead',
				{},
				element(
					'tr',
					{},
					element('th', { scope: 'col' }, 'Score'),
					element(
						'td',
						{ 'aria-hidden': 'true' },
						element('span', { class: 'ends quiet' }, element('span', {}, decimal(lowest)), element('span', {}, '1')),
					),
					element('th', { scope: 'col', class: 'number' }, 'Area under ROC (95% interval)'),
				),
			),
			element(
				'tbody',
				{},
				...rows.map((row) =>
					element(
						'tr',
						row.own ? { class: 'own' } : {},
						element('th', { scope: 'row' }, row.name),
						element('td', { class: 'track', 'aria-hidden': 'true' }, row.auc === null ? null : whisker(row.auc, lowest)),
						element('td', { class: 'number' }, area(row.auc)),
					),
				),
			),
		),
	);
}

/** An interval on a rail from `lowest` to 1. */
function whisker({ value, low, high }: Interval, lowest: number): HTMLElement {
	const place = (x: number): string => `${((x - lowest) / (1 - lowest)) * 100}%`;
	const line = element('span', { class: 'whisker' });
	// Through the object model: a style attribute is what the page's policy forbids.
	line.style.left = place(low);
	line.style.width = `calc(${place(high)} - ${place(low)})`;
	const dot = element('span', { class: 'dot' });
	dot.style.left = place(value);
	return element('span', { class: 'rail' }, line, dot);
}

/** What the detector gets most wrong; each that lies in a file leads to its place there. */
export function wrongList(detector: DetectorReport, open: (item: Wrong) => void): HTMLElement {
	const { wrong } = detector;
	if (wrong.length === 0) return element('p', { class: 'quiet' }, 'At the calibrated threshold, nothing was on the wrong side.');
	const write = scoreWriter(detector);
	const kind = wrong[0]?.subject.kind ?? 'trace';
	return element(
		'div',
		{ class: 'scrolls tall', tabindex: '0', role: 'region', 'aria-label': 'Most wrong' },
		element(
			'table',
			{ class: 'grid', id: 'wrong' },
			element(
				'thead',
				{},
				element(
					'tr',
					{},
					element('th', { scope: 'col', class: 'number' }, 'Score'),
					element('th', { scope: 'col' }, 'Labeled as'),
					element('th', { scope: 'col' }, capitalized(detector.levelNouns.one)),
					// What is judged is the subject itself, or a part of it.
					element('th', { scope: 'col' }, detector.level === kind ? 'Id' : capitalized(subjectNouns[kind].one)),
				),
			),
			element(
				'tbody',
				{},
				...wrong.map((item) =>
					element(
						'tr',
						{},
						element('td', { class: 'number' }, write(item.score)),
						element('td', {}, item.truth),
						element('td', {}, item.place === null ? shown(item) : link(item, open)),
						element('td', { class: 'quiet' }, visible(item.subject.id)),
					),
				),
			),
		),
	);
}

function shown({ text }: Wrong): string {
	return short(visible(text.trim()));
}

function link(item: Wrong, open: (item: Wrong) => void): HTMLElement {
	const made = element(
		'button',
		{ type: 'button', class: 'link', title: `Open the ${subjectNouns[item.subject.kind].one} here` },
		shown(item),
	);
	made.addEventListener('click', () => {
		open(item);
	});
	return made;
}

function short(text: string): string {
	const max = 240;
	return text.length <= max ? text : `${text.slice(0, text.lastIndexOf(' ', max) > max / 2 ? text.lastIndexOf(' ', max) : max)}\u2026`;
}
