import type { LearnedComparison, ProfileComparison } from '../../src/protocol/calibration-panel.ts';
import { differenceInWords, leaningOf, leaningSigns, shareInWords, sidesOf, type Sides } from '../../src/report/learned-words.ts';
import { element } from '../shared/elements.ts';

type Shares = Pick<LearnedComparison['sources'][number], 'title' | 'before' | 'after'>;

/** What the classifiers of a run and of a saved profile learned, side by side; nothing where neither has one. */
export function learnedParts({ learned = [], learnedLeft = [], name }: ProfileComparison): HTMLElement[] {
	if (learned.length === 0 && learnedLeft.length === 0) return [];
	return [
		element('h3', { id: 'learned-comparison-title' }, 'What the classifiers learned'),
		...(learned.length === 0
			? []
			: [
					element(
						'p',
						{ class: 'quiet' },
						'Each number is a share of the classifier’s total mean |SHAP|, so you can compare classifiers of different models.',
					),
				]),
		...learned.map((one, i) => sideBySide(one, sidesOf(one, name), i === 0)),
		...learnedLeft.map((text) => element('p', { class: 'quiet' }, text)),
	];
}

function sideBySide(one: LearnedComparison, sides: Sides, open: boolean): HTMLElement {
	const made = element(
		'details',
		{ class: 'learned-comparison', 'data-id': one.id },
		element('summary', {}, one.title),
		element('p', {}, differenceInWords(one, sides)),
		element('p', { class: 'hint', 'aria-hidden': 'true' }, `Outlined bars: ${sides.before}. Filled bars: ${sides.after}.`),
		shareTable('Where the features look', one.sources, sides),
		shareTable('By kind of words', one.parts, sides),
		featureTable(one, sides),
	);
	made.open = open;
	return made;
}

function heads(first: string, { before, after }: Sides, others: readonly string[]): HTMLElement {
	const number = (text: string): HTMLElement => element('th', { scope: 'col', class: 'number' }, text);
	return element(
		'thead',
		{},
		element(
			'tr',
			{},
			element('th', { scope: 'col' }, first),
			element('td', { 'aria-hidden': 'true' }),
			number(before),
			number(after),
			...others.map((text) => element('th', { scope: 'col' }, text)),
		),
	);
}

function shareTable(title: string, rows: readonly Shares[], sides: Sides): HTMLElement {
	const max = Math.max(0.01, ...rows.flatMap(({ before, after }) => [before, after]));
	return element(
		'div',
		{ class: 'scrolls' },
		element(
			'table',
			{ class: 'grid shares' },
			heads(title, sides, []),
			element(
				'tbody',
				{},
				...rows.map((row) =>
					element(
						'tr',
						{},
						element('th', { scope: 'row' }, row.title),
						bars(row.before, row.after, max),
						element('td', { class: 'number' }, shareInWords(row.before)),
						element('td', { class: 'number' }, shareInWords(row.after)),
					),
				),
			),
		),
	);
}

function featureTable({ features }: LearnedComparison, sides: Sides): HTMLElement {
	const max = Math.max(0.01, ...features.flatMap(({ before, after }) => [before.share, after.share]));
	const side = ({ share, direction }: LearnedComparison['features'][number]['before']): HTMLElement =>
		element('td', { class: 'number' }, share === 0 ? '\u2013' : `${shareInWords(share)} ${leaningSigns[leaningOf(direction)]}`);
	return element(
		'div',
		{ class: 'scrolls' },
		element(
			'table',
			{ class: 'grid shares wordy' },
			heads('Features that weigh most', sides, ['What it is']),
			element(
				'tbody',
				{},
				...features.map((feature) =>
					element(
						'tr',
						feature.reversed ? { class: 'reversed' } : {},
						element('th', { scope: 'row' }, feature.name),
						bars(feature.before.share, feature.after.share, max),
						side(feature.before),
						side(feature.after),
						element('td', {}, feature.title, feature.reversed ? element('strong', {}, ' \u21C5 opposite effect') : null),
					),
				),
			),
		),
		element(
			'p',
			{ class: 'hint' },
			`${leaningSigns.raises} large values point to a flag, ${leaningSigns.lowers} small values do, ${leaningSigns.mixed} it depends on the rest.`,
		),
	);
}

/** Two bars, the saved profile's hollow above the run's. The numbers beside them say the same. */
function bars(before: number, after: number, max: number): HTMLElement {
	const bar = (share: number, side: 'before' | 'after'): HTMLElement => {
		const made = element('span', { class: `bar ${side}` });
		// Through the object model: a style attribute is what the page's policy forbids.
		made.style.width = `${(100 * share) / max}%`;
		return made;
	};
	return element('td', { class: 'track', 'aria-hidden': 'true' }, bar(before, 'before'), bar(after, 'after'));
}
