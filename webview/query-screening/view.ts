import type { QueryPanelState } from '../../src/protocol/query-panel.ts';
import { screeningGrounds } from '../../src/report/screening-words.ts';
import { button, progressRing, type Button } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { exportGroup, type ExportGroup } from '../shared/export-group.ts';
import { visible } from '../shared/words.ts';
import { DetailView, type DetailActions } from './detail-view.ts';
import { ListView, type ListActions } from './list-view.ts';
import { adviceWords, benignWords, missingWords, remarksTitle, staleWords, standingOf, verdictOf } from './words.ts';

type Source = 'log' | 'store' | 'benign';

/** What a person can ask for in the panel. */
export interface QueryScreeningActions {
	readonly list: ListActions;
	readonly detail: DetailActions;
	pick(what: Source): void;
	run(live: boolean): void;
	stop(): void;
	exportAs(format: 'csv' | 'jsonl'): void;
	trust(): void;
}

const sources = [
	{ what: 'log', title: 'Query log' },
	{ what: 'store', title: 'Documents' },
	{ what: 'benign', title: 'Benign queries' },
] as const;

const exported = [
	{ format: 'csv', title: 'Export the screened queries as CSV' },
	{ format: 'jsonl', label: 'JSON Lines', title: 'Export the screened queries as JSON Lines' },
] as const;

/** The panel's page: what is screened, the verdict, the queries, and the one that is chosen. Controls stay where they are while it changes. */
export class QueryScreeningView {
	readonly list: ListView;
	readonly detail: DetailView;
	readonly #run: Button;
	readonly #live: Button;
	readonly #exports: ExportGroup;
	readonly #names = new Map<Source, HTMLElement>();
	readonly #verdict = element('p', { id: 'verdict', role: 'status' });
	readonly #standing = element('span', { id: 'standing' });
	readonly #ring = progressRing();
	readonly #progress = element('progress', { id: 'progress', 'aria-label': 'Progress' });
	readonly #problem = element('p', { id: 'problem', role: 'alert' });
	readonly #missing = element('p', { id: 'missing' });
	readonly #stale = element('p', { id: 'stale', class: 'quiet' });
	readonly #advice = element('p', { id: 'advice' });
	readonly #untrusted: HTMLElement;
	readonly #grounds = element('ul', { id: 'grounds-list' });
	readonly #groundsBox: HTMLElement;
	readonly #remarks = element('ul', { id: 'remarks-list' });
	readonly #remarksTitle = element('summary');
	readonly #remarksBox: HTMLElement;
	readonly #results: HTMLElement;
	readonly #status = element('p', { id: 'status', role: 'status' });
	#remarked = { run: -1, all: 0 };
	#running = false;
	#isLive = false;

	constructor(root: HTMLElement, actions: QueryScreeningActions) {
		this.list = new ListView(actions.list);
		this.detail = new DetailView(actions.detail);
		this.#run = button('Screen Queries', {
			id: 'run',
			primary: true,
			onClick: () => (this.#running ? actions.stop() : actions.run(false)),
		});
		this.#live = button('Live', {
			id: 'live',
			title: 'Live: also screen queries that are appended to the log',
			pressed: false,
			onClick: () => (this.#isLive ? actions.stop() : actions.run(true)),
		});
		this.#exports = exportGroup(exported, (format) => actions.exportAs(format));
		this.#untrusted = element(
			'div',
			{ id: 'untrusted', class: 'row' },
			element('span', {}, 'Restricted Mode: RAG Assay screens files with the bundled embedder. It marks nothing and contacts no database.'),
			button('Manage Trust', { id: 'trust', onClick: () => actions.trust() }).root,
		);
		this.#groundsBox = element('details', { id: 'grounds' }, element('summary', {}, 'What this result is based on'), this.#grounds);
		this.#remarksBox = element('details', { id: 'remarks', open: '' }, this.#remarksTitle, this.#remarks);
		this.#results = element('div', { id: 'results' }, this.list.root, this.detail.root);
		fill(
			root,
			element(
				'div',
				{ class: 'toolbar', role: 'group', 'aria-label': 'Query screening' },
				this.#run.root,
				this.#live.root,
				element('span', { class: 'gap' }),
				this.#exports.root,
			),
			element('h1', { class: 'visually-hidden' }, 'Query Screening'),
			this.#verdict,
			element('div', { id: 'progress-line', class: 'row' }, this.#ring, this.#standing, this.#progress),
			this.#problem,
			this.#missing,
			this.#stale,
			this.#advice,
			element(
				'div',
				{ id: 'sources', role: 'group', 'aria-label': 'What is screened' },
				...sources.map((source) => this.#source(source, actions)),
			),
			this.#untrusted,
			this.#status,
			this.#remarksBox,
			this.#groundsBox,
			this.#results,
		);
		this.say('');
	}

	show(state: QueryPanelState): void {
		const { screening, log, store, benign, summary, trusted } = state;
		const run = summary?.calibration ?? null;
		for (const { what } of sources) {
			const chosen = { log, store, benign }[what];
			const name = this.#names.get(what);
			if (name === undefined) continue;
			setText(name, visible(what === 'benign' ? benignWords(benign, run) : (chosen?.label ?? 'none chosen')));
			name.title = chosen?.target ?? '';
			name.classList.toggle('quiet', chosen === null);
		}
		this.#running = screening.kind === 'running';
		this.#isLive = screening.kind === 'running' && screening.live;
		const ready = log !== null && store !== null;
		this.#run.setLabel(this.#running ? 'Stop' : state.shown === null ? 'Screen Queries' : 'Screen Again');
		this.#run.setDisabled(!ready && !this.#running);
		this.#live.setPressed(this.#isLive);
		this.#live.setDisabled(!ready);
		for (const one of this.#exports.buttons) one.setDisabled(state.queries === 0);
		setText(this.#verdict, visibleOrNone(verdictOf(state)));
		this.#verdict.className = state.queries === 0 ? '' : state.flagged > 0 ? 'flagged' : screening.kind === 'done' ? 'clean' : '';
		this.#verdict.hidden = this.#verdict.textContent === '';
		this.#showProgress(state);
		hideEmpty(this.#problem, screening.kind === 'failed' ? screening.message : '');
		hideEmpty(this.#missing, missingWords(state));
		hideEmpty(this.#stale, staleWords(state));
		hideEmpty(this.#advice, adviceWords(run));
		this.#untrusted.hidden = trusted;
		this.detail.setTrusted(trusted);
		this.#groundsBox.hidden = summary === null;
		if (summary !== null) fill(this.#grounds, ...screeningGrounds(summary).map((words) => element('li', {}, visible(words))));
		this.#showRemarks(state);
		this.#results.hidden = state.queries === 0;
	}

	/** One line that is also read aloud. */
	say(text: string, isProblem = false): void {
		hideEmpty(this.#status, text);
		this.#status.classList.toggle('problem', isProblem);
	}

	#showRemarks({ run, remarks }: Pick<QueryPanelState, 'run' | 'remarks'>): void {
		this.#remarksBox.hidden = remarks.all === 0;
		// Whoever scrolls in it is left there until there are more.
		if (this.#remarked.run === run && this.#remarked.all === remarks.all) return;
		this.#remarked = { run, all: remarks.all };
		this.#remarksTitle.textContent = remarksTitle(remarks);
		fill(this.#remarks, ...remarks.newest.map(({ message, hint }) => element('li', {}, visible(`${message} ${hint}`))));
	}

	#showProgress(state: QueryPanelState): void {
		const { screening, queries } = state;
		const words = standingOf(state);
		setText(this.#standing, visibleOrNone(words));
		const waits = screening.kind === 'running' && screening.live && queries > 0;
		this.#ring.hidden = screening.kind !== 'running' || waits;
		const counts = screening.kind === 'running' && screening.of !== null && !waits;
		this.#progress.hidden = !counts;
		if (counts) {
			this.#progress.max = screening.of ?? 1;
			this.#progress.value = screening.done;
		}
		this.#standing.parentElement?.toggleAttribute('hidden', words === '');
	}

	#source({ what, title }: (typeof sources)[number], actions: QueryScreeningActions): HTMLElement {
		const name = element('span', { id: `${what}-name`, class: 'source-name' });
		this.#names.set(what, name);
		return element(
			'div',
			{ class: 'source' },
			element('span', { class: 'source-title' }, title),
			name,
			button('Choose…', { id: `pick-${what}`, title: `Choose: ${title.toLowerCase()}`, onClick: () => actions.pick(what) }).root,
		);
	}
}

function hideEmpty(at: HTMLElement, text: string): void {
	setText(at, visibleOrNone(text));
	at.hidden = text === '';
}

function visibleOrNone(text: string): string {
	return text === '' ? '' : visible(text);
}

/** What stays is not read aloud again. */
function setText(at: HTMLElement, text: string): void {
	if (at.textContent !== text) at.textContent = text;
}
