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

/** The text before and after, a sentence a line, those that are left out as empty ones: to be laid side by side. */
export function linesBeside({ items, between }: Pick<Review, 'items' | 'between'>): { original: string; text: string } {
	const lead = (i: number): string => (i === 0 || between[i]!.includes('\n') ? between[i]! : '\n');
	const lines = (of: (item: Review['items'][number]) => string): string => items.map((item, i) => lead(i) + of(item)).join('') + '\n';
	return { original: lines(({ original }) => original), text: lines(({ text }) => text) };
}
