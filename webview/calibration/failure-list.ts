import type { CalibrationReport } from '../../src/protocol/calibration-panel.ts';
import { element } from '../shared/elements.ts';
import { count } from './words.ts';

/** What failed, folded away: each with its place, its message and what to do. `null` where nothing did. */
export function failureList(failures: CalibrationReport['failures'], what: string, open: (path: string) => void): HTMLElement | null {
	if (failures.length === 0) return null;
	return element('details', { class: 'failures' },
		element('summary', {}, `${count(failures.length, 'trace')} ${what}`),
		element('ul', {}, ...failures.map(({ code, message, hint, place }) => element('li', {},
			place === undefined ? null : link(place, open),
			`${message}${hint === undefined ? '' : ` ${hint}`} (${code})`))));
}

function link({ file, line }: NonNullable<CalibrationReport['failures'][number]['place']>, open: (path: string) => void): HTMLElement {
	const made = element('button', { type: 'button', class: 'link' }, `${file.split(/[\\/]/).at(-1) ?? file}${line === undefined ? '' : `:${line}`}`);
	made.addEventListener('click', () => { open(file); });
	return element('span', {}, made, ': ');
}
