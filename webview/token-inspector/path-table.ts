import { tokenSources } from '../../src/formats/token-sources.ts';
import { element } from '../shared/elements.ts';
import { stepName, type PathStep } from './layer-path.ts';
import { sourceTitle } from './source-style.ts';
import { writerOf } from './path-chart.ts';

/** The chart's numbers: a row a step, a column a source. */
export function pathTable(steps: readonly PathStep[]): HTMLElement {
	const write = writerOf(steps);
	return element(
		'div',
		{ class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': 'Path through the layers, as a table' },
		element(
			'table',
			{ class: 'grid' },
			element(
				'thead',
				{},
				element(
					'tr',
					{},
					element('th', { scope: 'col' }, 'Step'),
					...tokenSources.map((source) => element('th', { scope: 'col', class: 'number' }, sourceTitle(source))),
					element('th', { scope: 'col', class: 'number' }, 'Probability so far'),
				),
			),
			element(
				'tbody',
				{},
				...steps.map((step) =>
					element(
						'tr',
						{},
						element('th', { scope: 'row' }, stepName(step)),
						...tokenSources.map((source) =>
							element('td', { class: 'number' }, step.parts[source] === undefined ? '' : write(step.parts[source])),
						),
						element('td', { class: 'number' }, write(step.running)),
					),
				),
			),
		),
	);
}
