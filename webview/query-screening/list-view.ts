import type { QueryRow } from '../../src/protocol/query-panel.ts';
import { button, choice, textField, type Choice, type Field } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { visible } from '../shared/words.ts';
import { kindTitles, listed, orderTitles, rowAfter, rowOrders, shownKinds, type ListChoice } from './rows.ts';
import { countWords, rowWords } from './words.ts';

/** Rows that are drawn at first, and with each wish for more. */
const portion = 300;

export interface ListActions {
	/** A person went to a query. */
	chosen(row: QueryRow): void;
	listChanged(list: ListChoice): void;
	/** Of the query that is chosen. */
	goTo(): void;
	openDocument(): void;
	mark(): void;
}

/** The queries: flagged first, to be filtered, sorted, and gone through with the keyboard. */
export class ListView {
	readonly root: HTMLElement;
	readonly list = element('div', {
		id: 'queries',
		role: 'listbox',
		tabindex: '0',
		'aria-label': 'Queries',
		'aria-describedby': 'list-keys',
	});
	readonly #count = element('p', { id: 'count', class: 'quiet', role: 'status' });
	readonly #more;
	readonly #kind: Choice;
	readonly #order: Choice;
	readonly #words: Field;
	readonly #actions: ListActions;
	#choice: ListChoice = { kind: 'all', order: 'flagged', words: '' };
	#rows: ReadonlyMap<number, QueryRow> = new Map();
	#shown: readonly QueryRow[] = [];
	#unlisted = 0;
	#max = portion;
	#chosen: number | undefined;
	#waiting = false;

	constructor(actions: ListActions) {
		this.#actions = actions;
		this.#words = textField('Filter', {
			id: 'filter',
			placeholder: 'Words of a query, a document, a session',
			onChange: () => {},
			onInput: (words) => this.#change({ words }),
		});
		this.#kind = choice('Show', {
			id: 'kind',
			onChange: (value) => this.#change({ kind: shownKinds.find((kind) => kind === value) ?? 'all' }),
		});
		this.#order = choice('Sort', {
			id: 'order',
			onChange: (value) => this.#change({ order: rowOrders.find((order) => order === value) ?? 'flagged' }),
		});
		this.#kind.setOptions(shownKinds.map((kind) => ({ value: kind, label: kindTitles[kind] })));
		this.#order.setOptions(rowOrders.map((order) => ({ value: order, label: orderTitles[order] })));
		this.#more = button(`Show ${portion} More`, {
			id: 'more',
			onClick: () => {
				this.#max += portion;
				this.#draw();
			},
		});
		this.root = element(
			'section',
			{ id: 'list', 'aria-label': 'Screened queries' },
			element(
				'div',
				{ class: 'row filters', role: 'group', 'aria-label': 'Filter and sort' },
				this.#words.root,
				this.#kind.root,
				this.#order.root,
			),
			this.#count,
			this.list,
			this.#more.root,
			element(
				'p',
				{ id: 'list-keys', class: 'hint' },
				'Arrow keys choose a query; Enter goes to it in its log, D opens the document, B marks it benign or takes that back.',
			),
		);
		this.list.addEventListener('keydown', (event) => this.#key(event));
		this.list.addEventListener('click', ({ target }) => {
			const row = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
			if (row !== null) this.#choose(Number(row.dataset['at']), true);
		});
	}

	/** Takes the list as it was in the page's last life. */
	restore(list: ListChoice): void {
		this.#choice = list;
		this.#words.setValue(list.words);
		this.#kind.setValue(list.kind);
		this.#order.setValue(list.order);
	}

	/** Rows by their numbers; the map may go on changing, then this is called again. */
	show(rows: ReadonlyMap<number, QueryRow>, unlisted: number): void {
		this.#rows = rows;
		this.#unlisted = unlisted;
		// Live and long logs bring rows faster than anybody reads.
		if (this.#waiting) return;
		this.#waiting = true;
		requestAnimationFrame(() => {
			this.#waiting = false;
			this.#draw();
		});
	}

	choose(at: number | undefined): void {
		this.#chosen = at;
		this.#markChosen(false);
	}

	/** The first that is listed. */
	first(): QueryRow | undefined {
		return listed(this.#rows.values(), this.#choice)[0];
	}

	#change(change: Partial<ListChoice>): void {
		this.#choice = { ...this.#choice, ...change };
		this.#max = portion;
		this.#actions.listChanged(this.#choice);
		this.#draw();
	}

	#draw(): void {
		const all = listed(this.#rows.values(), this.#choice);
		this.#shown = all.slice(0, this.#max);
		this.#count.textContent = countWords(all.length, this.#rows.size, this.#unlisted);
		this.#more.root.hidden = all.length <= this.#max;
		const { scrollTop } = this.list;
		fill(
			this.list,
			...this.#shown.map((row) =>
				element(
					'div',
					{
						role: 'option',
						id: `row-${row.at}`,
						'data-at': String(row.at),
						class: row.flagged ? 'query flagged' : row.benign ? 'query benign' : 'query',
						'aria-selected': 'false',
					},
					element('div', { class: 'clamped' }, visible(row.query)),
					element('div', { class: 'meta' }, ...rowWords(row).map((part) => element('span', {}, visible(part)))),
				),
			),
			this.#shown.length === 0
				? element('p', { class: 'quiet' }, this.#rows.size === 0 ? '' : 'No query matches the filter. Change the filter to see others.')
				: null,
		);
		this.list.scrollTop = scrollTop;
		this.#markChosen(false);
	}

	#choose(at: number, tell: boolean): void {
		this.#chosen = at;
		this.#markChosen(true);
		const row = this.#rows.get(at);
		if (tell && row !== undefined) this.#actions.chosen(row);
	}

	#markChosen(scroll: boolean): void {
		this.list.removeAttribute('aria-activedescendant');
		for (const row of this.list.querySelectorAll<HTMLElement>('[data-at]')) {
			const isChosen = Number(row.dataset['at']) === this.#chosen;
			row.setAttribute('aria-selected', String(isChosen));
			if (!isChosen) continue;
			this.list.setAttribute('aria-activedescendant', row.id);
			if (scroll) row.scrollIntoView({ block: 'nearest' });
		}
	}

	#key(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey || event.altKey || this.#shown.length === 0) return;
		const at = this.#shown.findIndex((row) => row.at === this.#chosen);
		const to = rowAfter(event.key, at, this.#shown.length);
		const row = to === undefined ? undefined : this.#shown[to];
		const does = { Enter: () => this.#actions.goTo(), d: () => this.#actions.openDocument(), b: () => this.#actions.mark() }[
			event.key.length === 1 ? event.key.toLowerCase() : event.key
		];
		if (row === undefined && does === undefined) return;
		event.preventDefault();
		if (row !== undefined) this.#choose(row.at, true);
		else if (at !== -1) does?.();
	}
}
