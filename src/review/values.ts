import type { Review, ReviewItem } from '../formats/review.ts';
import { normalizedValue, occurrencesOf } from '../text/normalized-value.ts';
import { segments, type Segment } from './final-text.ts';

/** What stands for a value that nobody has recognized. */
export const redacted = '[REDACTED]';

/** What stands for a value in this review. */
export function placeholderOf({ placeholders }: Pick<Review, 'placeholders'>, value: string): string {
	const wanted = normalizedValue(value);
	return placeholders.find(({ normalized }) => normalized === wanted)?.text ?? redacted;
}

/** A part of an item's text, UTF-16 offsets. */
interface Part {
	readonly item: string;
	readonly start: number;
	readonly end: number;
}

const sign = /[\p{L}\p{N}]/u;
const noSigns = /[^\p{L}\p{N}\p{M}]*$/u;

/** Where a value stands in the text that goes out; one that goes from one item into the next is there in parts. */
function partsWith(review: Review, value: string): Part[] {
	const pieces = placed(segments(review));
	const whole = pieces.map(({ text }) => text).join('');
	return occurrencesOf(value, whole).flatMap(({ start, end }) =>
		pieces.flatMap(({ item, text, at }): Part[] => {
			const [from, to] = [Math.max(start, at), Math.min(end, at + text.length)];
			if (item === null || from >= to) return [];
			// What ends one sentence within a value stays.
			const part = text.slice(from - at, to - at);
			const first = part.search(sign);
			return first === -1 ? [] : [{ item, start: from - at + first, end: from - at + part.replace(noSigns, '').length }];
		}),
	);
}

function placed(pieces: readonly Segment[]): (Segment & { readonly at: number })[] {
	let at = 0;
	return pieces.map((piece) => {
		at += piece.text.length;
		return { ...piece, at: at - piece.text.length };
	});
}

/**
 * Items in which a value stands, with their text once it is taken out, wherever it stands in the text that goes out.
 * @param value as somebody has written it
 */
export function withoutValue(review: Review, value: string): Map<string, string> {
	const substitute = placeholderOf(review, value);
	const texts = new Map<string, string>();
	for (const { item, start, end } of partsWith(review, normalizedValue(value)).toReversed()) {
		const text = texts.get(item) ?? review.items.find(({ id }) => id === item)!.text;
		texts.set(item, text.slice(0, start) + substitute + text.slice(end));
	}
	return texts;
}

/** An item's text without a value. */
export function itemWithoutValue(review: Pick<Review, 'placeholders'>, { text }: ReviewItem, value: string): string {
	return occurrencesOf(normalizedValue(value), text)
		.toReversed()
		.reduce((left, { start, end }) => left.slice(0, start) + placeholderOf(review, value) + left.slice(end), text);
}

/** Where personal values of an item's original still stand in its text: what goes out if nobody takes them out. */
export function valuesLeft({ original, pii, text }: Pick<ReviewItem, 'original' | 'pii' | 'text'>): { start: number; end: number }[] {
	const values = new Set(pii.map(({ start, end }) => normalizedValue(original.slice(start, end))));
	const found = [...values].flatMap((value) => occurrencesOf(value, text)).toSorted((a, b) => a.start - b.start || b.end - a.end);
	return found.filter((one, i) => found.slice(0, i).every(({ end }) => end <= one.start));
}

/** How often a value stands in the text that goes out. */
export function countOf(review: Review, value: string): number {
	return occurrencesOf(
		normalizedValue(value),
		segments(review)
			.map(({ text }) => text)
			.join(''),
	).length;
}

/** Items into which a value came back that was redacted everywhere, by an edit or a restored original. */
export function itemsWithReturnedValue(review: Review): ReadonlySet<string> {
	const values = new Set(review.history.slice(0, review.done).flatMap(({ value }) => (value === null ? [] : [value])));
	return new Set([...values].flatMap((value) => partsWith(review, value).map(({ item }) => item)));
}
