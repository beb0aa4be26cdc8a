import { screeningRules, type QueryScreenRecord } from '../../src/formats/query-screen-record.ts';
import { normalityWords, queryJudgment, ruleWords, sessionWords, similarityWords } from '../../src/report/screening-words.ts';
import { button, type Button } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { decimal, visible } from '../shared/words.ts';
import { SimilarityChart } from './similarity-chart.ts';

export interface DetailActions {
	/** Opens a document that retrieval returned, by its id. */
	openDocument(id: string): void;
	goTo(): void;
	mark(benign: boolean): void;
}

/** Everything about one query: the verdict on it, its similarity, what was returned, its session. */
export class DetailView {
	readonly root: HTMLElement;
	readonly chart = new SimilarityChart();
	readonly #actions: DetailActions;
	readonly #open: Button;
	readonly #go: Button;
	readonly #mark: Button;
	readonly #verdict = element('h2', { id: 'query-verdict', tabindex: '-1' });
	readonly #query = element('blockquote', { id: 'query-text' });
	readonly #findings = element('ul', { id: 'query-findings' });
	readonly #similarity = element('div', { id: 'query-similarity' });
	readonly #rules = element('tbody');
	readonly #returned = element('tbody');
	readonly #hiding = element('p', { id: 'query-hiding' });
	readonly #session = element('p', { id: 'query-session' });
	#record: QueryScreenRecord | undefined;
	#trusted = true;

	constructor(actions: DetailActions) {
		this.#actions = actions;
		this.#open = button('Open Document', {
			id: 'open-document',
			primary: true,
			title: 'Open the document that is closest to the query',
			onClick: () => this.openTarget(),
		});
		this.#go = button('Go to Query', { id: 'go-to-query', title: 'Go to the query in its log', onClick: () => actions.goTo() });
		this.#mark = button('Mark Benign…', { id: 'mark-benign', onClick: () => this.toggleMark() });
		this.root = element(
			'section',
			{ id: 'detail', 'aria-labelledby': 'query-verdict' },
			this.#verdict,
			this.#query,
			this.#findings,
			element('div', { class: 'row', role: 'group', 'aria-label': 'This query' }, this.#open.root, this.#go.root, this.#mark.root),
			element('h3', {}, 'Similarity against its threshold'),
			this.chart.root,
			this.#similarity,
			element(
				'div',
				{ class: 'scrolls' },
				element(
					'table',
					{ class: 'grid', id: 'rules' },
					element('caption', { class: 'visually-hidden' }, 'Thresholds'),
					element('thead', {}, element('tr', {}, ...heads('Threshold', '#Similarity', 'What it is'))),
					this.#rules,
				),
			),
			element('h3', {}, 'What retrieval returns'),
			this.#hiding,
			element(
				'div',
				{ class: 'scrolls' },
				element(
					'table',
					{ class: 'grid', id: 'returned' },
					element('caption', { class: 'visually-hidden' }, 'Documents'),
					element('thead', {}, element('tr', {}, ...heads('Document', '#Similarity', 'Returned', 'With it hidden', 'Text'))),
					this.#returned,
				),
			),
			element('h3', {}, 'Its session'),
			this.#session,
		);
		this.show(undefined);
	}

	show(record: QueryScreenRecord | undefined): void {
		this.#record = record;
		this.root.hidden = record === undefined;
		if (record === undefined) return;
		const { findings, flagged, query, normalityP } = record;
		this.#verdict.textContent = queryJudgment(record);
		this.#verdict.className = flagged ? 'flagged' : findings.length > 0 ? 'benign' : 'quiet-verdict';
		this.#query.textContent = query;
		fill(
			this.#findings,
			...findings.map(({ message, ignored }) => element('li', {}, `${visible(message)}${ignored ? ' (marked benign)' : ''}`)),
		);
		const benign = findings.length > 0 && !flagged;
		this.#mark.setLabel(benign ? 'Take Back Benign' : 'Mark Benign…');
		this.#mark.root.hidden = findings.length === 0;
		this.setTrusted(this.#trusted);
		this.chart.show(record);
		fill(
			this.#similarity,
			...similarityWords(record).map((words) => element('p', {}, visible(words))),
			normalityP === null ? null : element('p', { class: 'hint' }, normalityWords(record)),
		);
		this.#showRules(record);
		this.#showReturned(record);
		this.#session.textContent = visible(sessionWords(record));
	}

	setTrusted(trusted: boolean): void {
		this.#trusted = trusted;
		this.#mark.setDisabled(!trusted);
		this.#mark.root.title = trusted
			? 'Mark this query benign, with a note, or take that back'
			: 'Restricted Mode: trust this workspace to mark queries';
	}

	openTarget(): void {
		if (this.#record !== undefined) this.#actions.openDocument(this.#record.target);
	}

	toggleMark(): void {
		if (this.#record === undefined || this.#record.findings.length === 0 || !this.#trusted) return;
		this.#actions.mark(this.#record.flagged);
	}

	#showRules({ thresholds, rule }: QueryScreenRecord): void {
		fill(
			this.#rules,
			...screeningRules.map((one) => {
				const at = thresholds[one];
				const { name, what, missing } = ruleWords[one];
				return element(
					'tr',
					one === rule ? { class: 'decides' } : {},
					element('th', { scope: 'row' }, `${name}${one === rule ? ' (decides)' : ''}`),
					element('td', { class: 'number' }, at === null ? 'none' : decimal(at, 3)),
					element('td', {}, at === null ? `${missing}.` : at > 1 ? `${what}. No similarity can reach this threshold.` : `${what}.`),
				);
			}),
		);
	}

	#showReturned({ retrieved, kept, hidden, target }: QueryScreenRecord): void {
		this.#hiding.textContent =
			hidden === null
				? 'Nothing is hidden from this query.'
				: `With detect-and-hide, ${visible(target)} is left out and the next closest document takes its place.`;
		const returned = new Set(retrieved.slice(0, kept.length).map(({ id }) => id));
		const staying = new Set(kept);
		fill(
			this.#returned,
			...retrieved.map(({ id, similarity, text }) => {
				const link = element('button', { class: 'link', type: 'button', title: 'Open this document' }, visible(id));
				link.addEventListener('click', () => this.#actions.openDocument(id));
				return element(
					'tr',
					id === hidden ? { class: 'hidden-document' } : {},
					element('th', { scope: 'row' }, link),
					element('td', { class: 'number' }, decimal(similarity, 3)),
					element('td', {}, returned.has(id) ? 'Yes' : 'No'),
					element('td', {}, id === hidden ? 'Hidden' : staying.has(id) ? 'Yes' : 'No'),
					element('td', {}, element('div', { class: 'clamped' }, text)),
				);
			}),
		);
	}
}

/** Heads of columns; one with `#` before it has numbers. */
function heads(...names: readonly string[]): HTMLElement[] {
	return names.map((name) =>
		name.startsWith('#') ? element('th', { scope: 'col', class: 'number' }, name.slice(1)) : element('th', { scope: 'col' }, name),
	);
}
