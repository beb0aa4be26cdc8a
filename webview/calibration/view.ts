import { runOptions, type CalibrationPanelState, type CalibrationReport } from '../../src/protocol/calibration-panel.ts';
import type { ExportFormat } from '../../src/protocol/post-message.ts';
import { button, progressRing } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { exportGroup, type ExportGroup } from '../shared/export-group.ts';
import { DataView, type DataActions } from './data-view.ts';
import type { OpenPlace } from './failure-list.ts';
import { OptionsView } from './options-view.ts';
import { ProfileView, type ProfileActions } from './profile-view.ts';
import { ResultsView, type ResultsActions } from './results-view.ts';
import { RunView } from './run-view.ts';
import type { Moved } from './thresholds.ts';
import { methodTitle } from './words.ts';

/** What a person can ask for in the panel. */
export interface CalibrationActions extends DataActions, ResultsActions, ProfileActions {
	openFile: OpenPlace;
	/** `edit` counts the changes of this page. */
	setOptions(options: Omit<CalibrationPanelState['setup'], 'data'>, edit: number): void;
	start(): void;
	cancel(): void;
	exportAs(format: ExportFormat): void;
	setupToggled(open: boolean): void;
}

const exported = [
	{ format: 'png', title: 'Export the charts as a PNG picture' },
	{ format: 'csv', title: 'Export all numbers as CSV' },
	{ format: 'json', title: 'Export all numbers as JSON' },
] as const;

/** The panel's page: what goes in, the run, what comes out. Controls stay where they are while it changes, and so does the focus. */
export class CalibrationView {
	readonly results: ResultsView;
	readonly profile: ProfileView;
	readonly #data: DataView;
	readonly #options: OptionsView;
	readonly #run = new RunView();
	readonly #start: ReturnType<typeof button>;
	readonly #cancel: ReturnType<typeof button>;
	readonly #exports: ExportGroup;
	readonly #ring = progressRing();
	readonly #problem = element('p', { id: 'problem', class: 'problem', role: 'alert' });
	readonly #status = element('p', { id: 'status', role: 'status' });
	/** How often something was said. */
	#said = 0;
	readonly #setup: HTMLDetailsElement;
	readonly #found = element('div', { id: 'outcome' });
	#state: CalibrationPanelState | undefined;
	#hasReport = false;

	constructor(root: HTMLElement, actions: CalibrationActions) {
		this.results = new ResultsView(actions);
		this.profile = new ProfileView(actions);
		this.#data = new DataView(actions);
		this.#options = new OptionsView(
			(options, edit) => {
				actions.setOptions(options, edit);
			},
			() => {
				this.#showStart();
			},
		);
		this.#start = button('Calibrate', {
			id: 'start',
			primary: true,
			onClick: () => {
				actions.start();
			},
		});
		this.#cancel = button('Cancel', {
			id: 'cancel',
			title: 'Cancel. Measurements are kept',
			onClick: () => {
				actions.cancel();
			},
		});
		this.#exports = exportGroup(exported, (format) => {
			actions.exportAs(format);
		});
		this.#setup = element('details', { id: 'setup' }, element('summary', {}, 'Data and options'), this.#data.root, this.#options.root);
		this.#setup.open = true;
		this.#setup.addEventListener('toggle', () => {
			actions.setupToggled(this.#setup.open);
		});
		fill(this.#found, this.results.root, this.profile.root);
		fill(
			root,
			element(
				'div',
				{ class: 'toolbar', role: 'group', 'aria-label': 'Calibration' },
				this.#start.root,
				this.#cancel.root,
				this.#ring,
				element('span', { class: 'gap' }),
				this.#exports.root,
			),
			element('h1', { class: 'visually-hidden' }, 'Calibration'),
			this.#problem,
			this.#status,
			this.#run.root,
			this.#setup,
			this.#found,
		);
		this.say('');
		// Until it is known how things stand.
		this.#start.setDisabled(true);
		for (const later of [this.#cancel.root, this.#ring, this.#problem, this.#run.root, this.#options.root]) later.hidden = true;
	}

	/** `movedSince`: thresholds have been moved since the profile was saved. */
	show(state: CalibrationPanelState, movedSince: boolean): void {
		this.#state = state;
		const busy = this.#busy;
		this.#problem.textContent = state.problem ?? '';
		this.#problem.hidden = state.problem === null;
		this.#ring.hidden = !busy && state.previewing.kind !== 'looking';
		this.#cancel.root.hidden = !busy;
		this.#data.show(state, busy);
		this.#options.show(state, busy);
		this.#run.show(state.run);
		this.profile.show(state, movedSince);
		this.#showStart();
	}

	/** What the run found, or, while there is none, nothing. */
	showReport(report: CalibrationReport | undefined, moved: Moved): void {
		this.#hasReport = report !== undefined;
		this.#found.hidden = report === undefined;
		for (const control of this.#exports.buttons) control.setDisabled(report === undefined || report.detectors.length === 0);
		const previewing = this.#state?.previewing;
		const methods = previewing?.kind === 'ready' ? previewing.preview.methods : [];
		if (report !== undefined) this.results.show(report, moved, (name) => methodTitle(name, methods));
	}

	/** Folds the setup away, or shows it: the results are what a person wants to see once they are there. */
	openSetup(open: boolean): void {
		this.#setup.open = open;
	}

	/** One line that is also read aloud. @returns takes it back, unless something else was said since. */
	say(text: string): () => void {
		this.#tell(text, false);
		const said = this.#said;
		return () => {
			if (said === this.#said) this.#tell('', false);
		};
	}

	/** The same about what could not be done. */
	complain(text: string): void {
		this.#tell(text, true);
	}

	/** The theme has changed. */
	recolor(): void {
		if (this.#hasReport) this.results.detector.recolor();
	}

	#tell(text: string, isProblem: boolean): void {
		this.#said++;
		this.#status.textContent = text;
		this.#status.hidden = text === '';
		this.#status.classList.toggle('problem', isProblem);
	}

	get #busy(): boolean {
		const kind = this.#state?.run?.state.kind;
		return kind === 'measuring' || kind === 'fitting';
	}

	#showStart(): void {
		const state = this.#state;
		if (state === undefined) return;
		const { setup, run, previewing } = state;
		const same = run !== null && JSON.stringify(sorted(run.options)) === JSON.stringify(sorted(runOptions(setup, previewing)));
		const kind = run?.state.kind;
		this.#start.setLabel(
			same && (kind === 'cancelled' || kind === 'cancelled-fitting' || kind === 'lost')
				? 'Continue'
				: same && kind === 'done'
					? 'Calibrate Again'
					: 'Calibrate',
		);
		const fits = previewing.kind === 'ready' && previewing.preview.methods.some((method) => method.fits);
		this.#start.root.hidden = this.#busy;
		this.#start.setDisabled(setup.data.length === 0 || !this.#options.valid || !fits);
	}
}

/** With its members in one order, and those of its options, to be compared. */
function sorted({ options, ...others }: CalibrationPanelState['setup']): unknown {
	const inOrder = (members: object): [string, unknown][] =>
		Object.entries(members)
			.filter(([, value]) => value !== undefined)
			.toSorted(([a], [b]) => (a < b ? -1 : 1));
	return [inOrder(others), inOrder(options)];
}
