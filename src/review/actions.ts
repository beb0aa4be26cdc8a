import type { MarkKind, ItemKind, ItemState, Review, ReviewDecision, ReviewItem, ReviewStep } from '../formats/review.ts';
import { normalizedValue } from '../text/normalized-value.ts';
import { plural } from '../wording/phrases.ts';
import { personKey, standBehind, statusOf } from './review-progress.ts';
import { countOf, itemsWithReturnedValue, itemWithoutValue, placeholderOf, withoutValue } from './values.ts';

/** What a person may do. Offsets are UTF-16 units of the item's text as it stands. */
export type ReviewAction =
	| { readonly kind: 'accept' | 'restore'; readonly item: string }
	| { readonly kind: 'edit'; readonly item: string; readonly text: string }
	| { readonly kind: 'redact'; readonly item: string; readonly start: number; readonly end: number }
	/** `item`: there alone; `null`: wherever it stands. `value` as somebody has written it. */
	| { readonly kind: 'redact-value'; readonly item: string | null; readonly value: string }
	| { readonly kind: 'accept-kind'; readonly of: ItemKind | MarkKind }
	| { readonly kind: 'undo' | 'redo' };

export interface Acted {
	readonly review: Review;
	/** What happened, in a sentence. */
	readonly said: string;
	/** Items that are not as they were. */
	readonly changed: readonly string[];
}

/** Who acts, and when: ISO 8601 with an offset. */
export interface Actor {
	readonly who: string;
	readonly when: string;
}

/** Does one thing to a review. What would change nothing is no step, and the sentence says why. */
export function act(review: Review, action: ReviewAction, actor: Actor): Acted {
	switch (action.kind) {
		case 'undo':
			return undo(review);
		case 'redo':
			return redo(review);
		case 'accept-kind':
			return acceptKind(review, action.of, actor);
		case 'redact-value':
			return action.item === null
				? redactEverywhere(review, action.value, actor)
				: redactValueIn(review, itemOf(review, action.item), action.value, actor);
		case 'accept':
		case 'restore':
		case 'edit':
		case 'redact': {
			const item = itemOf(review, action.item);
			const text = textAfter(review, item, action);
			// Words that stay as they were are no edit.
			const kind = (action.kind === 'edit' || action.kind === 'redact') && text === item.text ? 'accept' : action.kind;
			if (text === item.text && itemsWithReturnedValue(review).has(item.id))
				return nothing(review, `${named(review, item)} has a value that was redacted everywhere. Redact it, or undo that.`);
			if (text === item.text && standBehind(item).has(personKey(actor.who)))
				return nothing(review, `${named(review, item)} is already decided.`);
			return taken(
				review,
				{ action: kind, ...actor, value: null, changes: [{ item: item.id, ...decided(item, kind, text, actor) }] },
				`${named(review, item)} ${verbs[kind]}.`,
			);
		}
	}
}

/** What each decision is called once it is made. */
export const verbs = { accept: 'accepted', edit: 'edited', redact: 'redacted', restore: 'restored' } as const;

function textAfter(
	review: Review,
	item: ReviewItem,
	action: Extract<ReviewAction, { kind: 'accept' | 'restore' | 'edit' | 'redact' }>,
): string {
	switch (action.kind) {
		case 'accept':
			return item.text;
		case 'restore':
			return item.original;
		case 'edit':
			return action.text.trim();
		case 'redact': {
			const { start, end } = action;
			const cut = item.text.slice(start, end);
			if (cut.trim() === '') return item.text;
			// White space at the ends of a selection stays.
			const [from, to] = [start + cut.length - cut.trimStart().length, end - cut.length + cut.trimEnd().length];
			return item.text.slice(0, from) + placeholderOf(review, cut) + item.text.slice(to);
		}
	}
}

function redactValueIn(review: Review, item: ReviewItem, value: string, actor: Actor): Acted {
	const text = itemWithoutValue(review, item, value);
	if (text === item.text) return nothing(review, `${named(review, item)} no longer has this value.`);
	return taken(
		review,
		{ action: 'redact', ...actor, value: null, changes: [{ item: item.id, ...decided(item, 'redact', text, actor) }] },
		`${named(review, item)} redacted.`,
	);
}

/** Takes a value out wherever it stands. Who had decided an item stands behind it without the value as well; who had not has still to look at it. */
function redactEverywhere(review: Review, value: string, actor: Actor): Acted {
	const normalized = normalizedValue(value);
	if (normalized === '') return nothing(review, 'Select a value first: a word, a name or a number.');
	const texts = withoutValue(review, value);
	const count = countOf(review, value);
	const isKnown = review.history.slice(0, review.done).some((step) => step.value === normalized);
	if (texts.size === 0 && isKnown) return nothing(review, 'This value is no longer in the text.');
	const changes = review.items.flatMap((item) => {
		const text = texts.get(item.id);
		if (text === undefined) return [];
		const isMine = standBehind(item).has(personKey(actor.who));
		return [
			{ item: item.id, ...(isMine ? decided(item, 'redact', text, actor) : { before: stateOf(item), after: { ...stateOf(item), text } }) },
		];
	});
	return taken(
		review,
		{ action: 'redact-value', ...actor, value: normalized, changes },
		count === 0
			? 'This value is not in the text, and cannot come back.'
			: `${plural(count, 'occurrence')} redacted as ${placeholderOf(review, value)}, in ${plural(changes.length, 'sentence')}.`,
	);
}

function acceptKind(review: Review, of: ItemKind | MarkKind, actor: Actor): Acted {
	const { items, returned } = statusOf(review, actor.who);
	const changes = review.items
		.filter((item) => items.get(item.id) === 'open' && !returned.has(item.id) && isOfKind(item, of))
		.map((item) => ({ item: item.id, ...decided(item, 'accept', item.text, actor) }));
	if (changes.length === 0) return nothing(review, 'There is nothing of this kind to decide.');
	return taken(review, { action: 'accept-kind', ...actor, value: null, changes }, `${plural(changes.length, 'sentence')} accepted.`);
}

/** Whether an item is of a kind, or was marked for a reason of that kind. */
export function isOfKind({ kind, reasons }: Pick<ReviewItem, 'kind' | 'reasons'>, of: ItemKind | MarkKind): boolean {
	return kind === of || reasons.some((reason) => reason.kind === of);
}

function undo(review: Review): Acted {
	const step = review.history[review.done - 1];
	if (step === undefined) return nothing(review, 'There is nothing to undo.');
	return {
		review: { ...review, items: withStates(review, step, 'before'), done: review.done - 1 },
		said: `Undone: ${whatWas(review, step)}.`,
		changed: changedBy(step),
	};
}

function redo(review: Review): Acted {
	const step = review.history[review.done];
	if (step === undefined) return nothing(review, 'There is nothing to redo.');
	return {
		review: { ...review, items: withStates(review, step, 'after'), done: review.done + 1 },
		said: `Done again: ${whatWas(review, step)}.`,
		changed: changedBy(step),
	};
}

const stepNames: Readonly<Record<ReviewStep['action'], string>> = {
	accept: 'accepted',
	edit: 'edited',
	redact: 'redacted',
	restore: 'restored',
	'redact-value': 'a value redacted everywhere',
	'accept-kind': 'all of a kind accepted',
};

function whatWas(review: Review, { action, who, changes: [first, ...others] }: ReviewStep): string {
	const where =
		first === undefined || others.length > 0 || action === 'redact-value' ? '' : `${named(review, itemOf(review, first.item))} `;
	return `${where}${stepNames[action]} by ${who}`;
}

/** A step is taken; what was undone before it is gone. */
function taken(review: Review, step: ReviewStep, said: string): Acted {
	return {
		review: {
			...review,
			items: withStates(review, step, 'after'),
			history: [...review.history.slice(0, review.done), step],
			done: review.done + 1,
		},
		said,
		changed: changedBy(step),
	};
}

function nothing(review: Review, said: string): Acted {
	return { review, said, changed: [] };
}

function changedBy({ changes }: ReviewStep): string[] {
	return changes.map(({ item }) => item);
}

function withStates({ items }: Review, { changes }: ReviewStep, which: 'before' | 'after'): ReviewItem[] {
	const states = new Map(changes.map((change) => [change.item, change[which]]));
	return items.map((item) => ({ ...item, ...states.get(item.id) }));
}

function stateOf({ text, decisions }: ReviewItem): ItemState {
	return { text, decisions };
}

function decided(
	item: ReviewItem,
	kind: ReviewDecision['kind'],
	text: string,
	{ who, when }: Actor,
): { before: ItemState; after: ItemState } {
	return { before: stateOf(item), after: { text, decisions: [...item.decisions, { kind, text, who, when }] } };
}

function itemOf({ items }: Review, id: string): ReviewItem {
	const item = items.find((one) => one.id === id);
	if (item === undefined) throw new RangeError(`the review has no item ${id}`);
	return item;
}

/** How an item is called: its sentence, counted from 1. */
export function named({ items }: Pick<Review, 'items'>, { id }: Pick<ReviewItem, 'id'>): string {
	return `Sentence ${items.findIndex((one) => one.id === id) + 1}`;
}
