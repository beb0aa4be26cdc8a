import type { ItemKind, MarkKind, Review } from '../../src/formats/review.ts';
import type { HeldReview, ShownReview } from '../../src/protocol/review.ts';
import { stillToDo, type ReviewFormat } from '../../src/review/export.ts';
import { guaranteeOf, guaranteeTitle } from '../../src/review/guarantee.ts';
import { isMarked, statusOf, type ReviewStatus } from '../../src/review/review-progress.ts';
import { isUnread } from '../../src/review/unread.ts';
import { button, choice } from '../shared/controls.ts';
import { element, fill } from '../shared/elements.ts';
import { exportGroup, type ExportGroup } from '../shared/export-group.ts';
import { Card } from './card.ts';
import { keyTable } from './keys.ts';
import type { OpenEdit } from './open-edits.ts';
import { otherStates } from './other-states.ts';
import { guaranteeWords, kindNames, kinds, openKinds, progressWords, stageWords } from './words.ts';

/** What a person can ask for by a control; keys ask for the same. */
export interface ReviewControls {
	accept(): void;
	edit(): void;
	redact(): void;
	redactEverywhere(): void;
	restore(): void;
	undo(): void;
	redo(): void;
	acceptKind(kind: ItemKind | MarkKind): void;
	compare(): void;
	exportAs(format: ReviewFormat): void;
	settle(changed: 'anew' | 'go-on'): void;
	retry(): void;
	trust(): void;
	/** Somebody writes in the field of a sentence. */
	writing(edit: OpenEdit): void;
	/** Somebody put the keyboard or the mouse on a sentence. */
	chosen(item: string): void;
}

const exported = [
	{ format: 'text', label: 'Text', title: 'Export the reviewed text as Text' },
	{ format: 'markdown', label: 'Markdown', title: 'Export the reviewed text as Markdown' },
	{ format: 'json', label: 'JSON', title: 'Export the reviewed text as JSON' },
] as const;

/** What brings a guarantee back: what came out of a former review has no steps that could be undone. */
function wayBack({ items, history, done }: Review, numbers: readonly number[]): string {
	const changed = new Set(history.slice(0, done).flatMap(({ changes }) => changes.map(({ item }) => item)));
	return items.every(({ id }, i) => changed.has(id) || !numbers.includes(i + 1))
		? 'Undo (U) brings it back.'
		: 'It comes back when these sentences read as they were proposed.';
}

/** The panel's page. Cards stay what they are while the review changes, so that focus and selection do, too. */
export class ReviewView {
	readonly #controls: ReviewControls;
	readonly #cards = new Map<string, Card>();
	readonly #banner = element('div', { id: 'guarantee', role: 'note', 'aria-label': 'Privacy guarantee' });
	readonly #stage = element('p', { id: 'stage' });
	readonly #counts = element('span', { id: 'counts' });
	readonly #bar = element('progress', { id: 'progress', max: '1', value: '0', 'aria-labelledby': 'counts' });
	/** The guarantee in short: read aloud when it changes, and never scrolled away. */
	readonly #short = element('p', { id: 'short', role: 'status', 'aria-live': 'polite' });
	readonly #said = element('p', { id: 'said', role: 'status', 'aria-live': 'polite' });
	readonly #notes = element('ul', { id: 'notes', class: 'quiet' });
	readonly #message = element('div', { id: 'message' });
	readonly #list = element('div', { id: 'items', role: 'listbox', 'aria-label': 'Sentences' });
	readonly #body = element('div', { id: 'review' });
	readonly #keys = element('details', { id: 'keys' });
	readonly #kind = choice('Kind of sentences to accept together', { id: 'kind', onChange: () => undefined });
	readonly #acceptKind = button('Accept All', {
		id: 'accept-kind',
		title: 'Accept all open sentences of this kind',
		onClick: () => {
			const kind = kindOf(this.#kind.value());
			if (kind !== undefined) this.#controls.acceptKind(kind);
		},
	});
	readonly #undo: ReturnType<typeof button>;
	readonly #redo: ReturnType<typeof button>;
	readonly #forItem: readonly ReturnType<typeof button>[];
	readonly #exports: ExportGroup;
	readonly #compare: ReturnType<typeof button>;
	#editor:
		| {
				readonly item: string /** What went out when it was opened. */;
				readonly seen: string;
				readonly box: HTMLTextAreaElement;
				readonly root: HTMLElement;
		  }
		| undefined;
	#current: string | null = null;

	constructor(root: HTMLElement, controls: ReviewControls) {
		this.#controls = controls;
		this.#forItem = [
			button('Accept', {
				id: 'accept',
				title: 'Accept the sentence as it is, and go on (Enter)',
				primary: true,
				onClick: () => controls.accept(),
			}),
			button('Edit', { id: 'edit', title: 'Edit what goes out (E)', onClick: () => controls.edit() }),
			button('Redact', { id: 'redact', title: 'Redact what is selected (R)', onClick: () => controls.redact() }),
			button('Redact Everywhere', {
				id: 'redact-everywhere',
				title: 'Redact all occurrences of the selected value (A)',
				onClick: () => controls.redactEverywhere(),
			}),
			button('Restore', { id: 'restore', title: 'Restore the original (R, with nothing selected)', onClick: () => controls.restore() }),
		];
		// A click on a control must not take the selection that it is about.
		for (const { root: control } of this.#forItem)
			control.addEventListener('mousedown', (event) => {
				event.preventDefault();
			});
		this.#undo = button('Undo', { id: 'undo', title: 'Undo (U)', onClick: () => controls.undo() });
		this.#redo = button('Redo', { id: 'redo', title: 'Redo (Shift+U)', onClick: () => controls.redo() });
		this.#compare = button('Compare', {
			id: 'compare',
			title: 'Compare the whole text with the original in a diff editor',
			onClick: () => controls.compare(),
		});
		this.#exports = exportGroup(exported, (format) => controls.exportAs(format));
		fill(
			this.#keys,
			element('summary', {}, 'Keys (?)'),
			element(
				'table',
				{ class: 'grid' },
				element(
					'tbody',
					{},
					...keyTable.map(([keys, what]) => element('tr', {}, element('th', { scope: 'row' }, keys), element('td', {}, what))),
				),
			),
		);
		fill(
			this.#body,
			this.#banner,
			element('p', { class: 'row' }, this.#counts, this.#bar),
			this.#stage,
			this.#notes,
			element('div', { class: 'row' }, this.#kind.root, this.#acceptKind.root),
			this.#keys,
			this.#list,
		);
		const strip = element('div', { id: 'strip' }, this.#short, this.#said);
		const head = element(
			'div',
			{ id: 'head' },
			element(
				'div',
				{ class: 'toolbar', role: 'toolbar', 'aria-label': 'Redaction Review' },
				...this.#forItem.map((control) => control.root),
				this.#undo.root,
				this.#redo.root,
				element('span', { class: 'gap' }),
				this.#compare.root,
				this.#exports.root,
			),
			strip,
		);
		fill(root, head, this.#message, this.#body);
		// What is scrolled to stands below what stays, however many lines that has.
		const stays = new ResizeObserver(() => {
			// Where the page is small the strip alone stays, and the other has no box.
			document.documentElement.style.scrollPaddingTop = `${(head.offsetHeight === 0 ? strip : head).offsetHeight + 8}px`;
		});
		stays.observe(head);
		stays.observe(strip);
	}

	get current(): Card | undefined {
		return this.#current === null ? undefined : this.#cards.get(this.#current);
	}

	get isEditing(): boolean {
		return this.#editor !== undefined;
	}

	/** What is in front instead of a review. */
	showOther(shown: Exclude<ShownReview, { kind: 'review' }>): void {
		this.#body.hidden = true;
		this.#short.hidden = true;
		this.#message.hidden = false;
		this.#current = null;
		for (const control of this.#allControls()) control.setDisabled(true);
		fill(this.#message, ...otherStates(shown, this.#controls));
	}

	show({ review, who, name }: HeldReview, notes: readonly string[]): ReviewStatus {
		this.#body.hidden = false;
		this.#message.hidden = true;
		fill(this.#message);
		const status = statusOf(review, who);
		this.#showGuarantee(review);
		this.#stage.textContent = stageWords(status, review, who);
		this.#counts.textContent = `${name}: ${progressWords(status, review)}`;
		this.#bar.max = Math.max(1, status.required);
		this.#bar.value = status.required === 0 ? 1 : status.decided;
		fill(this.#notes, ...notes.map((note) => element('li', {}, note)));
		this.#showItems(review, status);
		this.#showKinds(review, status);
		for (const control of this.#forItem) control.setDisabled(false);
		this.#undo.setDisabled(review.done === 0);
		this.#redo.setDisabled(review.done === review.history.length);
		this.#compare.setDisabled(false);
		const left = stillToDo(status, review).join(' ');
		for (const [i, control] of this.#exports.buttons.entries()) {
			control.setDisabled(status.stage !== 'ready');
			control.root.title = left === '' ? (exported[i]?.title ?? '') : left;
		}
		return status;
	}

	/** Puts the keyboard on a sentence. */
	choose(id: string | null, focus = true): void {
		for (const [other, card] of this.#cards) {
			const isChosen = other === id;
			card.option.tabIndex = isChosen ? 0 : -1;
			card.option.setAttribute('aria-selected', String(isChosen));
			card.root.classList.toggle('current', isChosen);
		}
		this.#current = id;
		if (focus) this.focusList();
	}

	focusList(): void {
		const option = this.current?.option;
		if (option === undefined) return;
		option.focus({ preventScroll: true });
		option.scrollIntoView({ block: 'nearest' });
	}

	/** A field below the current sentence, with what goes out, or with words that somebody has written already; `seen`: what went out then. */
	edit(words?: string, seen?: string): void {
		const card = this.current;
		if (card === undefined || this.#editor !== undefined) return;
		const { item, number } = card.shown;
		const box = element('textarea', {
			'aria-label': `What goes out of sentence ${number}. Ctrl+Enter accepts, Escape cancels.`,
			rows: '3',
		});
		box.value = words ?? item.text;
		const root = element(
			'div',
			{ class: 'editor' },
			box,
			element('p', { class: 'hint' }, 'Ctrl+Enter accepts these words and goes on; Escape discards them.'),
		);
		card.root.append(root);
		const editor = { item: item.id, seen: seen ?? item.text, box, root };
		this.#editor = editor;
		box.addEventListener('input', () => {
			this.#controls.writing({ item: editor.item, seen: editor.seen, text: box.value });
		});
		box.focus();
		box.select();
	}

	/** Closes the field; what was written in it. */
	closeEditor(): { readonly item: string; readonly seen: string; readonly text: string } | undefined {
		const editor = this.#editor;
		this.#editor = undefined;
		editor?.root.remove();
		return editor === undefined ? undefined : { item: editor.item, seen: editor.seen, text: editor.box.value };
	}

	toggleKeys(): void {
		this.#keys.open = !this.#keys.open;
	}

	/** What happened, which is also read aloud. */
	say(text: string, isProblem = false): void {
		this.#said.textContent = text;
		this.#said.classList.toggle('problem', isProblem);
	}

	#allControls(): readonly { setDisabled(disabled: boolean): void }[] {
		return [...this.#forItem, this.#undo, this.#redo, this.#compare, ...this.#exports.buttons];
	}

	#showGuarantee(review: Review): void {
		const status = guaranteeOf(review);
		this.#banner.className = status.kind;
		this.#short.hidden = false;
		this.#short.className = status.kind;
		const short = guaranteeWords(status);
		if (this.#short.textContent !== short) this.#short.textContent = short;
		const { source } = review;
		const warns = 'guarantee' in status && source.kind === 'release' && (source.privateShown || source.otherShown);
		fill(
			this.#banner,
			element('strong', {}, guaranteeTitle(status)),
			...status.why.map((why) => element('p', {}, why)),
			...(warns
				? [element('p', {}, 'Editing, restoring or removing words ends the guarantee, because the original was on screen, too.')]
				: []),
			...(status.kind === 'void' ? [element('p', {}, wayBack(review, status.sentences))] : []),
		);
	}

	#showItems(review: Review, status: ReviewStatus): void {
		const numbers = new Map(review.items.map(({ id }, i) => [id, i + 1]));
		for (const item of review.items) {
			const shown = {
				item,
				number: numbers.get(item.id) ?? 0,
				status: status.items.get(item.id) ?? 'free',
				isReturned: status.returned.has(item.id),
				isAudited: status.audited.has(item.id),
				isUnread: isUnread(review, item),
			};
			const known = this.#cards.get(item.id);
			if (known === undefined) this.#cards.set(item.id, this.#card(new Card(shown)));
			else known.show(shown);
		}
		for (const id of this.#cards.keys()) if (!numbers.has(id)) this.#cards.delete(id);
		const isOf = { marked: (id: string) => isMarked(byId(review, id)), audit: (id: string) => status.audited.has(id) };
		const marked = status.order.filter(isOf.marked);
		const sample = status.order.filter((id) => !isOf.marked(id) && isOf.audit(id));
		const rest = status.order.filter((id) => !isOf.marked(id) && !isOf.audit(id));
		const order = [...marked, ...sample, ...rest].join(' ');
		const groups = `${marked.length} ${sample.length} ${order}`;
		if (this.#list.dataset['order'] === groups) return;
		this.#list.dataset['order'] = groups;
		fill(
			this.#list,
			this.#group('marked', 'Marked, riskiest first', marked),
			this.#group('sample', 'Sample of unmarked sentences', sample),
			this.#group('rest', 'Not marked', rest),
		);
		this.choose(this.#current, document.activeElement === document.body);
	}

	#group(id: string, title: string, ids: readonly string[]): HTMLElement | null {
		if (ids.length === 0) return null;
		return element(
			'div',
			{ role: 'group', 'aria-labelledby': `group-${id}`, class: 'cards' },
			element('h2', { id: `group-${id}`, role: 'presentation' }, title),
			...ids.map((one) => this.#cards.get(one)?.root),
		);
	}

	#card(card: Card): Card {
		card.root.addEventListener('mousedown', (event) => {
			if (event.target instanceof HTMLTextAreaElement) return;
			this.#controls.chosen(card.shown.item.id);
		});
		return card;
	}

	#showKinds(review: Review, status: ReviewStatus): void {
		const waiting = openKinds(review, status);
		this.#kind.setOptions(
			waiting.length === 0
				? [{ value: '', label: 'Nothing to decide' }]
				: waiting.map(({ kind, count }) => ({ value: kind, label: `${kindNames[kind]} (${count})` })),
		);
		this.#kind.setDisabled(waiting.length === 0);
		this.#acceptKind.setDisabled(waiting.length === 0);
	}
}

function byId({ items }: Review, id: string): Review['items'][number] {
	const item = items.find((one) => one.id === id);
	if (item === undefined) throw new Error(`the review has no item ${id}`);
	return item;
}

function kindOf(value: string): ItemKind | MarkKind | undefined {
	return kinds.find((kind) => kind === value);
}
