// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import '../shared/schemas.ts';
import type * as z from 'zod';
import {
	ActInPanel,
	CompareReviewed,
	ExportFromReview,
	OpenReviewPanel,
	RetryReview,
	ReviewPanelChanged,
	SettleChangedReview,
	TrustForReview,
	type ReviewPanelState,
	type HeldReview,
	type reviewAction,
} from '../../src/protocol/review.ts';
import type { Review } from '../../src/formats/review.ts';
import { ask, receive } from '../../src/protocol/rpc.ts';
import type { ReviewFormat } from '../../src/review/export.ts';
import { guaranteeOf } from '../../src/review/guarantee.ts';
import { doneMeanwhile, seenFor, seenText } from '../../src/review/stale-actions.ts';
import { nextOpen, type ReviewStatus } from '../../src/review/review-progress.ts';
import { useOfKeys } from '../shared/controls.ts';
import { connectToHost, remember } from '../shared/host.ts';
import { keyCommand, type KeyCommand } from './keys.ts';
import { select, selectedIn, type SelectedText } from './selection.ts';
import { stepByWord } from './word-steps.ts';
import { guaranteeWords, peopleWords, stageWords } from './words.ts';
import { forgetEdit, keepEdit, keptEdit } from './open-edits.ts';
import { ReviewView } from './view.ts';

const connection = connectToHost();
let state: ReviewPanelState | undefined;
let status: ReviewStatus | undefined;
/** Counts what others have changed: what a key was pressed for before that is about the words of before. */
let others = 0;
/** The review in which somebody was writing when another one was opened. */
let left: { readonly key: string; readonly name: string } | undefined;
/** One thing after another, in the order of the keys. */
let last: Promise<unknown> = Promise.resolve();

/** Runs what a control or key asks for, behind what was asked for before; what goes wrong is said in the panel. */
function run(work: () => Promise<unknown>): void {
	last = last.then(work).catch((error: unknown) => {
		view.say(error instanceof Error ? error.message : String(error), true);
	});
}

const root = document.getElementById('panel');
if (root === null) throw new Error('The page has no place for the panel.');
const view = new ReviewView(root, {
	accept: () => command('accept'),
	edit: () => command('edit'),
	redact: () => {
		const selected = selection();
		if (selected === undefined) view.say('First select what you want to redact, with the mouse or word by word with the right arrow key.');
		else redact(selected);
	},
	redactEverywhere: () => command('redact-everywhere'),
	restore,
	undo: () => command('undo'),
	redo: () => command('redo'),
	acceptKind: (of) => act({ kind: 'accept-kind', of }),
	compare: () => run(() => ask(connection, CompareReviewed, null)),
	exportAs: (format) => run(() => exportAs(format)),
	settle: (changed) => run(() => ask(connection, SettleChangedReview, { changed })),
	retry: () => run(() => ask(connection, RetryReview, null)),
	trust: () => run(() => ask(connection, TrustForReview, null)),
	writing: (edit) => {
		if (state?.shown.kind === 'review') keepEdit(state.shown.key, edit);
	},
	chosen: (id) => view.choose(id, false),
});

function show(next: ReviewPanelState): void {
	const before = state?.shown;
	state = next;
	remember({ source: next.source });
	const { shown } = next;
	if (before?.kind === 'review' && (shown.kind !== 'review' || shown.key !== before.key)) {
		// Its words are kept, and belong to no sentence of another review.
		if (view.closeEditor() !== undefined && keptEdit(before.key) !== undefined) left = { key: before.key, name: before.name };
	}
	if (shown.kind !== 'review') {
		status = undefined;
		view.showOther(shown);
		view.say('');
		return;
	}
	status = view.show(shown, [...(shown.unread && shown.review.source.kind === 'release' ? [releaseNote] : []), ...shown.review.notes]);
	if (before?.kind === 'review' && before.key === shown.key) return;
	view.choose(nextOpen(status, null) ?? status.order[0] ?? null);
	const elsewhere =
		left === undefined || left.key === shown.key
			? ''
			: `What you were writing in ${left.name} is kept. You find it when you open that review again.`;
	left = undefined;
	// What is to be done and what is promised stand beside it.
	const how = shown.resumed ? 'The review continues where you left it.' : 'A new review.';
	view.say([how, writtenAgain(shown), elsewhere].filter((one) => one !== '').join(' '));
}

/** Opens the field again in which somebody was writing when the page went, and says so. */
function writtenAgain({ key, review }: Pick<HeldReview, 'key' | 'review'>): string {
	const edit = keptEdit(key);
	if (edit === undefined) return '';
	const at = review.items.findIndex(({ id }) => id === edit.item);
	if (at === -1) {
		forgetEdit(key);
		return `The sentence that you were editing is gone. You had written: ${edit.text}`;
	}
	view.choose(edit.item);
	view.edit(edit.text, edit.seen);
	return `What you were writing in sentence ${at + 1} is back, but not accepted yet.`;
}

/** Shows what comes by itself, and says what others have done. */
function showNews(next: ReviewPanelState): void {
	const before = state?.shown;
	others++;
	show(next);
	const { shown } = next;
	if (before?.kind !== 'review' || shown.kind !== 'review' || before.key !== shown.key) return;
	const said = [doneMeanwhile(before.review, shown.review), peopleWords(before, shown)].filter((one) => one !== '').join(' ');
	if (said !== '') view.say(said);
}

const releaseNote = 'Recognizers and the release itself mark sentences. No model reads a release, because it has no contexts.';

/** Does something to the review, says it, and what becomes of the guarantee when that changes; `goesOn`: then to what waits next. */
function act(action: z.infer<typeof reviewAction>, { goesOn = null, read }: { goesOn?: string | null; read?: string } = {}): void {
	const [pressed, known] = [state?.shown, others];
	run(async () => {
		const before = state?.shown;
		// What was done here since the key was pressed is known; what others did is not.
		const had = known === others ? before : pressed;
		if (had?.kind !== 'review') return;
		const seen = read ?? seenFor(had.review, action, had.who);
		const {
			state: next,
			said,
			changed,
			stale,
		} = await ask(connection, ActInPanel, { action, seen }).catch((error: unknown) => {
			// What was written is not lost with that.
			if (action.kind === 'edit') view.edit(action.text, had.review.items.find(({ id }) => id === action.item)?.text);
			throw error;
		});
		show(next);
		const { shown } = next;
		if (shown.kind !== 'review' || status === undefined) return;
		const own = new Set(changed);
		const news = before?.kind === 'review' ? doneMeanwhile(without(before.review, own), without(shown.review, own)) : '';
		if (news !== '') others++;
		if (stale) {
			view.say(`${said} ${news}`.trim(), true);
			// What was written is not lost with that.
			if (action.kind === 'edit') view.edit(action.text);
			return;
		}
		if (action.kind === 'edit') forgetEdit(shown.key);
		const [was, is] = [before?.kind === 'review' ? guaranteeOf(before.review).kind : undefined, guaranteeOf(shown.review)];
		const ended =
			is.kind === 'void' && was !== 'void'
				? ` That ended the guarantee. ${is.why.join(' ')}`
				: is.kind !== 'void' && was === 'void'
					? ' The guarantee is back.'
					: '';
		const target = goesOn === null ? (changed[0] ?? view.current?.shown.item.id ?? null) : (nextOpen(status, goesOn) ?? goesOn);
		const end = goesOn !== null && nextOpen(status, goesOn) === null ? ` ${stageWords(status, shown.review, shown.who)}` : '';
		view.choose(action.kind === 'accept-kind' ? (nextOpen(status, null) ?? target) : target);
		view.say([`${said}${ended}${end}`, news].filter((one) => one !== '').join(' '), ended !== '' && is.kind === 'void');
	});
}

/** A review with some of its sentences as they would be if nobody had looked at them. */
function without(review: Review, items: ReadonlySet<string>): Review {
	return { ...review, items: review.items.map((item) => (items.has(item.id) ? { ...item, text: '', decisions: [] } : item)) };
}

async function exportAs(format: ReviewFormat): Promise<void> {
	const before = state?.shown;
	const { saved } = await ask(connection, ExportFromReview, { format });
	const now = state?.shown;
	// It is checked once more when a text goes out.
	const changed =
		before?.kind === 'review' &&
		now?.kind === 'review' &&
		guaranteeWords(guaranteeOf(before.review)) !== guaranteeWords(guaranteeOf(now.review))
			? ` Its ledger has changed: ${guaranteeWords(guaranteeOf(now.review))}.`
			: '';
	view.say(`${saved ? 'Saved.' : 'Nothing was saved.'}${changed}`, changed !== '');
}

/** What is selected in the current sentence, and in which of its texts. */
function selection(): (SelectedText & { readonly isOut: boolean }) | undefined {
	const card = view.current;
	if (card === undefined) return undefined;
	const out = selectedIn(card.out);
	if (out !== undefined) return { ...out, isOut: true };
	const original = selectedIn(card.original);
	return original === undefined ? undefined : { ...original, isOut: false };
}

function redact({ start, end, text, isOut }: SelectedText & { readonly isOut: boolean }): void {
	const item = view.current?.shown.item.id;
	if (item !== undefined) act(isOut ? { kind: 'redact', item, start, end } : { kind: 'redact-value', item, value: text });
}

function restore(): void {
	const item = view.current?.shown.item.id;
	if (item !== undefined) act({ kind: 'restore', item });
}

function step(by: 1 | -1): void {
	const order = status?.order ?? [];
	const at = order.indexOf(view.current?.shown.item.id ?? '');
	view.choose(order[Math.max(0, Math.min(order.length - 1, at + by))] ?? null);
}

function stepWord(by: 1 | -1, extend: boolean): void {
	const card = view.current;
	if (card === undefined) return;
	const next = stepByWord(card.shown.item.text, selectedIn(card.out), by, extend);
	if (next === undefined) return;
	select(card.out, next.start, next.end);
	view.say(`Selected: ${card.shown.item.text.slice(next.start, next.end)}`);
}

function command(name: KeyCommand): void {
	const card = view.current;
	if (state?.shown.kind !== 'review' || status === undefined) return;
	const item = card?.shown.item.id;
	switch (name) {
		case 'accept':
			if (item !== undefined) act({ kind: 'accept', item }, { goesOn: item });
			return;
		case 'next':
			return step(1);
		case 'previous':
			return step(-1);
		case 'first':
			return view.choose(status.order[0] ?? null);
		case 'last':
			return view.choose(status.order.at(-1) ?? null);
		case 'edit':
			return view.edit();
		case 'redact-or-restore': {
			const selected = selection();
			return selected === undefined ? restore() : redact(selected);
		}
		case 'redact-everywhere': {
			const selected = selection();
			if (selected === undefined) view.say('First select the value, with the mouse or word by word with the right arrow key.');
			else act({ kind: 'redact-value', item: null, value: selected.text });
			return;
		}
		case 'undo':
			return act({ kind: 'undo' });
		case 'redo':
			return act({ kind: 'redo' });
		case 'help':
			return view.toggleKeys();
		case 'word-forward':
			return stepWord(1, false);
		case 'word-back':
			return stepWord(-1, false);
		case 'extend-forward':
			return stepWord(1, true);
		case 'extend-back':
			return stepWord(-1, true);
		case 'leave':
			view.closeEditor();
			forgetEdit(state.shown.key);
			window.getSelection()?.removeAllRanges();
			return view.focusList();
		case 'accept-words': {
			const written = view.closeEditor();
			if (written === undefined) return;
			const { item: edited, seen, text } = written;
			act({ kind: 'edit', item: edited, text }, { goesOn: edited, read: seenText(seen) });
			return;
		}
	}
}

/** Where a key was pressed: a control keeps its own. */
function whereOf(target: EventTarget | null): 'list' | 'control' | 'text' {
	if (!(target instanceof HTMLElement)) return 'list';
	return useOfKeys(target) ?? 'list';
}

document.addEventListener('keydown', (event) => {
	const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
	const name = keyCommand({ key, ctrl: ctrlKey || metaKey, shift: shiftKey, alt: altKey, where: whereOf(target) });
	if (name === undefined) return;
	event.preventDefault();
	// VS Code would take Ctrl+Z for an undo of its own.
	event.stopPropagation();
	command(name);
});

receive(connection, ReviewPanelChanged, showNews, (message) => {
	view.say(message, true);
});
connection.listen();
run(async () => {
	show(await ask(connection, OpenReviewPanel, null));
});
