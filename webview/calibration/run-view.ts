import type { FollowedRun } from '../../src/protocol/calibration-panel.ts';
import { element } from '../shared/elements.ts';
import { runLine } from './words.ts';

/** How the run stands: a bar, a line, and for who does not see them a word at every tenth. */
export class RunView {
	readonly root: HTMLElement;
	readonly #bar = element('progress', { id: 'progress', 'aria-labelledby': 'run-line' });
	readonly #line = element('p', { id: 'run-line' });
	readonly #said = element('p', { id: 'run-said', class: 'visually-hidden', role: 'status' });
	#tenth = '';

	constructor() {
		this.root = element('section', { id: 'run', 'aria-label': 'Run' }, this.#bar, this.#line, this.#said);
	}

	show(run: FollowedRun | null): void {
		this.root.hidden = run === null || run.state.kind === 'done';
		if (run === null) return;
		const { state } = run;
		const words = runLine(state);
		this.#line.textContent = words;
		this.#line.classList.toggle('problem', state.kind === 'failed');
		const counted = state.kind === 'measuring' || state.kind === 'fitting' || state.kind === 'cancelled' ? state : undefined;
		this.#bar.hidden = counted === undefined;
		if (counted !== undefined && counted.total > 0) {
			this.#bar.max = counted.total;
			this.#bar.value = Math.min(counted.done, counted.total);
		} else this.#bar.removeAttribute('value');
		const tenth = `${run.run} ${state.kind} ${counted === undefined || counted.total === 0 ? '' : Math.floor((10 * counted.done) / counted.total)}`;
		if (tenth === this.#tenth) return;
		this.#tenth = tenth;
		this.#said.textContent = words;
	}
}
