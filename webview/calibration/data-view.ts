import type { CalibrationPanelState, CalibrationPreview } from '../../src/protocol/calibration-panel.ts';
import { runOptions } from '../../src/protocol/run-options.ts';
import { tracesRead } from '../../src/protocol/traces-read.ts';
import { button, progressRing } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { failureList, type OpenPlace } from './failure-list.ts';
import { count } from './words.ts';

export type DataPlace = 'folders' | 'files' | 'workspace' | 'examples';

export interface DataActions {
	pick(from: DataPlace): void;
	drop(path: string): void;
	retry(): void;
	openFile: OpenPlace;
}

const places: readonly (readonly [DataPlace, string, string])[] = [
	['folders', 'Add Folders\u2026', 'Folders of data sets or of traces'],
	['files', 'Add Files\u2026', 'Trace files, or the files of a data set'],
	['workspace', 'Add This Workspace', 'All labelled traces and data sets of this workspace'],
	['examples', 'Add Examples\u2026', 'The data sets that come with RAG Assay, for the bundled model'],
];

/** The data that were picked, and what labels were found in them. */
export class DataView {
	readonly root: HTMLElement;
	readonly #actions: DataActions;
	readonly #buttons = places.map(([place, label, title], i) =>
		button(label, {
			id: `pick-${place}`,
			title: `${label.replace('\u2026', '')}: ${title}`,
			primary: i === 0,
			onClick: () => {
				this.#actions.pick(place);
			},
		}),
	);
	readonly #list = element('div');
	readonly #found = element('div', { id: 'found' });
	readonly #empty: HTMLElement;
	#shown = '';

	constructor(actions: DataActions) {
		this.#actions = actions;
		this.#empty = element(
			'div',
			{ id: 'empty' },
			element(
				'p',
				{},
				'Calibration finds the thresholds that findings are made by: for your model, your template and your retriever, from answers whose faults somebody has labelled, or that are known to use their contexts (tagged clean) or to be recited (tagged memorised).',
			),
			element(
				'p',
				{},
				'Pick a folder of labelled data to begin with: RAGTruth\u2019s two files, or traces that you have labelled or tagged yourself. Without any, the examples show what it is like.',
			),
		);
		this.root = element(
			'section',
			{ id: 'data', 'aria-labelledby': 'data-title' },
			element('h2', { id: 'data-title' }, 'Data'),
			this.#empty,
			this.#list,
			element('div', { class: 'row', role: 'group', 'aria-label': 'Add data' }, ...this.#buttons.map(({ root }) => root)),
			this.#found,
		);
	}

	/** `busy`: a run goes on, and the data are not to be changed. */
	show({ setup, data, previewing }: CalibrationPanelState, busy: boolean): void {
		for (const control of this.#buttons) control.setDisabled(busy);
		const { methods } = runOptions(setup, previewing);
		const wanted = JSON.stringify([data, previewing, busy, methods]);
		if (wanted === this.#shown) return;
		this.#shown = wanted;
		this.#empty.hidden = data.length > 0;
		fill(
			this.#list,
			data.length === 0
				? null
				: element(
						'ul',
						{ class: 'picked' },
						...data.map(({ path, label }) =>
							element(
								'li',
								{ title: path },
								element('span', { class: 'name' }, label),
								busy
									? null
									: button('Remove', {
											title: `Remove ${label}`,
											onClick: () => {
												this.#actions.drop(path);
											},
										}).root,
							),
						),
					),
		);
		fill(this.#found, ...this.#words(previewing, methods));
	}

	#words(previewing: CalibrationPanelState['previewing'], methods: readonly string[] | undefined): (Node | null)[] {
		switch (previewing.kind) {
			case 'none':
				return [];
			case 'looking':
				return [element('p', { class: 'row', role: 'status' }, progressRing(), 'Looking through the data\u2026')];
			case 'failed':
				return [
					element('p', { role: 'alert', class: 'problem' }, previewing.message),
					button('Try Again', {
						id: 'retry',
						onClick: () => {
							this.#actions.retry();
						},
					}).root,
				];
			case 'ready':
				return [
					sourcesTable(previewing.preview, tracesRead(previewing.preview, methods)),
					...(previewing.preview.notes ?? []).map((note) => element('p', { class: 'quiet' }, note)),
					failureList(previewing.preview.failures, 'everything else was read', this.#actions.openFile),
				];
		}
	}
}

/** `read`: traces that the model need not read again for what is to be fitted. */
function sourcesTable({ sources, traces }: CalibrationPreview, read: number): HTMLElement {
	const heads = ['Traces', 'Labelled', 'Grounded sentences', 'Ungrounded', 'Clean', 'Memorised', 'Train', 'Test'];
	return element(
		'div',
		{},
		element(
			'div',
			{ class: 'scrolls' },
			element(
				'table',
				{ class: 'grid', id: 'sources' },
				element('caption', { class: 'visually-hidden' }, 'Labels that were found'),
				element(
					'thead',
					{},
					element(
						'tr',
						{},
						element('th', { scope: 'col' }, 'Source'),
						...heads.map((head) => element('th', { scope: 'col', class: 'number' }, head)),
					),
				),
				element(
					'tbody',
					{},
					...sources.map((source) =>
						element(
							'tr',
							{},
							element(
								'th',
								{ scope: 'row', title: source.path },
								source.path.split(/[\\/]/).findLast((part) => part !== '') ?? source.path,
								element('span', { class: 'quiet what' }, source.kind === 'ragtruth' ? 'data set' : 'traces'),
							),
							...[
								source.traces,
								source.labelled,
								source.sentences.grounded,
								source.sentences.ungrounded,
								source.clean,
								source.memorised,
								source.train,
								source.test,
							].map((number) => element('td', { class: 'number' }, number.toLocaleString('en'))),
						),
					),
				),
			),
		),
		element(
			'p',
			{ class: 'quiet', role: 'status' },
			read >= traces && traces > 0
				? `${count(traces, 'trace')}, all of which the model has read already.`
				: `${count(traces, 'trace')} to read${read > 0 ? `, ${read.toLocaleString('en')} of which the model has read already` : ''}.`,
		),
	);
}
