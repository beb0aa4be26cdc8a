import { subjectNouns } from '../../src/formats/subject.ts';
import { runOptions, type CalibrationPanelState, type CalibrationPreview } from '../../src/protocol/calibration-panel.ts';
import { classesInWords, itemsInWords, kindsInWords, itemsRead } from '../../src/protocol/calibration-text.ts';
import { button, progressRing } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { failureList, type OpenPlace } from './failure-list.ts';

type Source = CalibrationPreview['sources'][number];

type DataPlace = 'folders' | 'files' | 'workspace' | 'examples';

export interface DataActions {
	pick(from: DataPlace): void;
	drop(path: string): void;
	retry(): void;
	openFile: OpenPlace;
}

const places: readonly (readonly [DataPlace, string, string])[] = [
	['folders', 'Add Folders\u2026', 'Folders of data sets or of traces'],
	['files', 'Add Files\u2026', 'Trace files, or the files of a data set'],
	['workspace', 'Add This Workspace', 'All labeled traces and data sets of this workspace'],
	['examples', 'Add Examples\u2026', 'RAG Assay’s own data sets, for the bundled model'],
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
				'Calibration fits the thresholds for your model, template and retriever. It needs answers with labeled errors, answers that surely use their contexts (tagged clean), or answers that the model recites (tagged memorized).',
			),
			element(
				'p',
				{},
				'Pick a folder of labeled data: RAGTruth\u2019s two files, or traces that you labeled or tagged. No data yet? Try it with the examples.',
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
					sourcesTable(previewing.preview),
					element('p', { class: 'quiet', role: 'status' }, readingLine(previewing.preview, methods)),
					...(previewing.preview.notes ?? []).map((note) => element('p', { class: 'quiet' }, note)),
					failureList(previewing.preview.failures, 'all other data were read', this.#actions.openFile),
				];
		}
	}
}

/** What has to be read for these methods, of what there is. */
function readingLine(preview: CalibrationPreview, methods: readonly string[] | undefined): string {
	const { wanted, read } = itemsRead(preview, methods);
	if (wanted.length === 0) return `${kindsInWords(preview.sources)}.`;
	const all = wanted.reduce((sum, { items }) => sum + items, 0);
	return read >= all && all > 0
		? `${kindsInWords(wanted)}; all of them were already read.`
		: `${kindsInWords(wanted)} to read${read > 0 ? `, ${read.toLocaleString('en')} of them already read` : ''}.`;
}

function sourcesTable({ sources }: CalibrationPreview): HTMLElement {
	const cells = [
		{ head: 'Items', number: true, of: ({ items, subject }) => itemsInWords(items, [subject]) },
		{ head: 'Labeled', number: true, of: ({ labelled }) => labelled.toLocaleString('en') },
		{ head: 'By class', number: false, of: ({ classes }) => classesInWords(classes) || '\u2013' },
		{ head: 'Train', number: true, of: ({ train }) => train.toLocaleString('en') },
		{ head: 'Test', number: true, of: ({ test }) => test.toLocaleString('en') },
	] satisfies readonly { readonly head: string; readonly number: boolean; readonly of: (source: Source) => string }[];
	return element(
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
					...cells.map(({ head, number }) => element('th', { scope: 'col', ...(number ? { class: 'number' } : {}) }, head)),
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
							element('span', { class: 'quiet what' }, source.kind === 'ragtruth' ? 'data set' : subjectNouns[source.subject].many),
						),
						...cells.map(({ number, of }) => element('td', number ? { class: 'number' } : {}, of(source))),
					),
				),
			),
		),
	);
}
