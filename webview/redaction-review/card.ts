import type { ReviewItem } from '../../src/formats/review.ts';
import { piiNames } from '../../src/review/personal-values.ts';
import type { ItemStatus } from '../../src/review/review-progress.ts';
import { valuesLeft } from '../../src/review/values.ts';
import { element, fill } from '../shared/elements.ts';
import { kindWords, outcomeWords, stateWords } from './words.ts';

/** What of an item a card shows. */
export interface Shown {
	readonly item: ReviewItem;
	/** From 1. */
	readonly number: number;
	readonly status: ItemStatus;
	readonly isReturned: boolean;
	readonly isAudited: boolean;
	/** Whether no model has read it, which is said of answers. */
	readonly isUnread: boolean;
}

interface Stretch {
	readonly start: number;
	readonly end: number;
	readonly class: string;
	readonly title: string;
}

/** One sentence: why it is marked, its original, and what goes out. The texts hold nothing but the text, so that offsets in them are offsets in it. */
export class Card {
	readonly root: HTMLElement;
	readonly option: HTMLElement;
	readonly out = element('div', { class: 'text out' });
	readonly original = element('div', { class: 'text original' });
	readonly #head = element('div', { class: 'card-head' });
	readonly #reasons = element('ul', { class: 'reasons' });
	readonly #outHead = element('span');
	#drawn = '';
	shown: Shown;

	constructor(shown: Shown) {
		this.shown = shown;
		this.option = element(
			'div',
			{ role: 'option', id: `item-${shown.item.id}`, tabindex: '-1', 'aria-selected': 'false' },
			this.#head,
			this.#reasons,
			element(
				'div',
				{ class: 'beside' },
				element('div', { class: 'column' }, element('div', { class: 'quiet column-head' }, 'Original'), this.original),
				element('div', { class: 'column' }, element('div', { class: 'quiet column-head' }, this.#outHead), this.out),
			),
		);
		this.root = element('div', { class: 'card', role: 'presentation' }, this.option);
		this.show(shown);
	}

	show(shown: Shown): void {
		this.shown = shown;
		const drawn = JSON.stringify(shown);
		if (drawn === this.#drawn) return;
		this.#drawn = drawn;
		const { item, number, status, isReturned, isAudited, isUnread } = shown;
		const state = stateWords(item, status, isReturned);
		const why = [
			...(item.reasons.length === 0 ? kindWords[item.kind] : []),
			...(isAudited && item.reasons.length === 0 ? ['Not marked; drawn at random as a spot check.'] : []),
			...(isUnread && !item.reasons.some(({ kind }) => kind === 'unread') ? ['No model read it. Only recognizers screened it.'] : []),
		];
		this.root.dataset['standing'] = isReturned ? 'returned' : status;
		fill(
			this.#head,
			element('span', { class: 'number-of' }, `Sentence ${number}`),
			element('span', { class: 'state' }, state),
			...(item.private ? [element('span', { class: 'private' }, 'private original')] : []),
		);
		fill(
			this.#reasons,
			...item.reasons.map(({ text, figures }) =>
				element('li', {}, text, ...(figures === undefined ? [] : [' ', element('span', { class: 'figures' }, figures)])),
			),
			...why.map((text) => element('li', {}, text)),
		);
		this.#outHead.textContent = `Goes out: ${outcomeWords(item)}`;
		fill(
			this.original,
			...marked(
				item.original,
				item.pii.map(({ start, end, type, model }) => ({
					start,
					end,
					class: 'pii',
					title: model === undefined ? piiNames[type] : `${piiNames[type]}, by ${model}`,
				})),
			),
		);
		this.out.classList.toggle('left-out', item.text === '');
		fill(
			this.out,
			...marked(
				item.text,
				[
					...Array.from(item.text.matchAll(/\[[A-Z][A-Z -]*(?: \d+)?\]/g), ({ index, 0: { length } }) => ({
						start: index,
						end: index + length,
						class: 'placeholder',
						title: 'replaces removed text',
					})),
					...valuesLeft(item).map((one) => ({ ...one, class: 'pii', title: 'personal data' })),
				].toSorted((a, b) => a.start - b.start),
			),
		);
		this.option.setAttribute(
			'aria-label',
			[
				`Sentence ${number}. ${state}.`,
				...item.reasons.map(({ text }) => text),
				...why,
				`Goes out: ${item.text === '' ? 'nothing (left out)' : item.text}`,
				`Original: ${item.original}`,
			].join(' '),
		);
	}
}

/** A text with some of its stretches marked, which are in order. */
function marked(text: string, stretches: readonly Stretch[]): (Node | string)[] {
	let at = 0;
	const pieces: (Node | string)[] = [];
	for (const { start, end, class: name, title } of stretches) {
		if (start < at) continue;
		pieces.push(text.slice(at, start), element('mark', { class: name, title }, text.slice(start, end)));
		at = end;
	}
	return [...pieces, text.slice(at)].filter((piece) => piece !== '');
}
