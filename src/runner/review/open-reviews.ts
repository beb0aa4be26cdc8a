import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Review } from '../../formats/review.ts';
import { act, type Acted, type Actor, type ReviewAction } from '../../review/actions.ts';
import { seenFor, staleInWords } from '../../review/seen.ts';
import { changeReview, loadReview } from './review-store.ts';

/**
 * Reviews that clients have open, by the path of their file. What was done is on the disk before it is answered, one after another; each time what
 * lies there is gone on from, so that two windows, of one process or of two, take away nothing from each other.
 */
export class OpenReviews {
	readonly #open = new Set<string>();

	/** Keeps a review that has just begun, or that goes on, in the place of `former`. `false`: another one lies there by now, and nothing is done. */
	async begin(path: string, review: Review, former: Review | undefined): Promise<boolean> {
		const isKept = await changeReview(path, (kept) => (isSame(kept, former) ? { review, result: true } : { review: kept, result: false }));
		if (isKept) this.#open.add(path);
		return isKept;
	}

	/** Does one thing, unless it is about something else than `seen` (`seenFor`) by now. Rejects with RA506, RA924 or RA925, and then nothing is done. */
	act(path: string, action: ReviewAction, seen: string, actor: Actor): Promise<Acted & { readonly stale: boolean }> {
		return this.#change(path, (review) => {
			if (seenFor(review, action, actor.who) !== seen) return { review, said: staleInWords(review, action), changed: [], stale: true };
			return { ...act(review, action, actor), stale: false };
		});
	}

	/** Keeps what a check of the review found, and gives the review with it. Rejects with RA506, RA924 or RA925. */
	async recheck(path: string, check: (review: Review) => Promise<Review>): Promise<Review> {
		const { review } = await this.#change(path, async (before) => {
			const checked = await check(before);
			return { review: isSame(checked, before) ? before : checked };
		});
		return review;
	}

	/** Rejects with RA506 or RA924. */
	async get(path: string): Promise<Review> {
		return this.#opened(path, await loadReview(path));
	}

	#change<T extends { readonly review: Review }>(path: string, change: (review: Review) => T | Promise<T>): Promise<T> {
		return changeReview(path, async (kept) => {
			const result = await change(this.#opened(path, kept));
			return { review: result.review, result };
		});
	}

	#opened(path: string, kept: Review | undefined): Review {
		if (!this.#open.has(path))
			throw new UserError(errorNumbers.reviewNotOpen, 'This review is not open.', {
				place: { file: path },
				hint: 'Open it again: it goes on where it was left.',
			});
		if (kept === undefined)
			throw new UserError(errorNumbers.unreadableFile, 'The review was deleted, moved, or renamed while it was open.', {
				place: { file: path },
				hint: 'Put the file back to go on, or open the review again to begin a new one.',
			});
		return kept;
	}
}

function isSame(one: Review | undefined, other: Review | undefined): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
