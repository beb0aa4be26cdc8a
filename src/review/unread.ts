import type { Review, ReviewItem } from '../formats/review.ts';
import { plural } from '../wording/phrases.ts';

/** Whether the model has not read a sentence of an answer, or not all of it. A release is read by none, which says nothing of it. */
export function isUnread({ source }: Pick<Review, 'source'>, { surprise, reasons }: Pick<ReviewItem, 'surprise' | 'reasons'>): boolean {
	return source.kind === 'trace' && (surprise === null || reasons.some(({ kind }) => kind === 'unread'));
}

/** What of an answer no model has looked at, in a sentence; none where it has read all of it. */
export function unreadInWords(review: Pick<Review, 'source' | 'items'>): string[] {
	const unread = review.items.filter((item) => isUnread(review, item)).length;
	if (unread === 0) return [];
	return [
		unread === review.items.length
			? 'No model read this answer. Only recognizers screened it.'
			: `The model did not read ${unread} of ${plural(review.items.length, 'sentence')}, because it has no room for them. Only recognizers screened them, so a person must decide each.`,
	];
}
