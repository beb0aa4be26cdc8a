import type { Review } from '../formats/review.ts';

/** A piece of the text that goes out: an item's, or what stands between items (`item` null). */
export interface Segment {
	readonly item: string | null;
	readonly text: string;
}

/** The text that goes out, piece by piece. An item that is left out takes the space before it along. */
export function segments({ items, between }: Pick<Review, 'items' | 'between'>): Segment[] {
	const pieces: Segment[] = [];
	let isFirst = true;
	for (const [i, { id, text }] of items.entries()) {
		if (text === '') continue;
		pieces.push({ item: null, text: isFirst ? between[0]! : between[i]! }, { item: id, text });
		isFirst = false;
	}
	return [...pieces, { item: null, text: between.at(-1)! }];
}

/** The text that goes out as it stands now. */
export function finalText(review: Pick<Review, 'items' | 'between'>): string {
	return segments(review)
		.map(({ text }) => text)
		.join('');
}

/** The text as it was before anything was taken out of it. */
export function originalText({ items, between }: Pick<Review, 'items' | 'between'>): string {
	return between.map((space, i) => space + (items[i]?.original ?? '')).join('');
}
