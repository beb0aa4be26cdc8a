import type { CalibrationReport } from '../../src/protocol/calibration-panel.ts';
import { element } from '../shared/elements.ts';
import { count } from './words.ts';

/** Shows a file, at a place in it where one is known. */
export type OpenPlace = (path: string, at?: { readonly line: number; readonly column?: number | undefined } | null) => void;

/**
 * What failed, folded away: each with its place, its message and what to do. It may be a trace, a line, a sidecar, a folder or the
 * model. `rest`: what became of everything else. `null` where nothing failed.
 */
export function failureList(failures: CalibrationReport['failures'], rest: string, open: OpenPlace): HTMLElement | null {
	if (failures.length === 0) return null;
	return element(
		'details',
		{ class: 'failures' },
		element('summary', {}, `${count(failures.length, 'problem')}; ${rest}`),
		element(
			'ul',
			{},
			...failures.map(({ code, message, hint, place }) =>
				element('li', {}, place === undefined ? null : link(place, open), `${message}${hint === undefined ? '' : ` ${hint}`} (${code})`),
			),
		),
	);
}

function link({ file, line, column }: NonNullable<CalibrationReport['failures'][number]['place']>, open: OpenPlace): HTMLElement {
	const made = element(
		'button',
		{ type: 'button', class: 'link' },
		`${file.split(/[\\/]/).at(-1) ?? file}${line === undefined ? '' : `:${line}`}`,
	);
	made.addEventListener('click', () => {
		open(file, line === undefined ? null : { line, column });
	});
	return element('span', {}, made, ': ');
}
