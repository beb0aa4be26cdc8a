import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Review } from '../../formats/review.ts';
import { act, type Acted, type Actor, type ReviewAction } from '../../review/actions.ts';
import { seenFor, staleInWords } from '../../review/seen.ts';
import { loadReview, saveReview } from './review-store.ts';

/**
 * Reviews that clients have open, by the path of their file. What was done is on the disk before it is answered, one after another; each time what
 * lies there is gone on from, so that two windows take away nothing from each other.
 */
export class OpenReviews {
	readonly #open = new Set<string>();
	#last: Promise<unknown> = Promise.resolve();

	/** Keeps a review that has just begun, or that goes on, in the place of `former`. `false`: another one lies there by now, and nothing is done. */
	async begin(path: string, review: Review, former: Review | undefined): Promise<boolean> {
		return this.#inTurn(async () => {
			if (JSON.stringify(await loadReview(path)) !== JSON.stringify(former)) return false;
			await saveReview(path, review);
			this.#open.add(path);
			return true;
		});
	}

	/** Does one thing, unless it is about something else than `seen` (`seenFor`) by now. Rejects with RA506, RA924 or RA925, and then nothing is done. */
	act(path: string, action: ReviewAction, seen: string, actor: Actor): Promise<Acted & { readonly stale: boolean }> {
		return this.#inTurn(async () => {
			const review = await this.#held(path);
			if (seenFor(review, action, actor.who) !== seen) return { review, said: staleInWords(review, action), changed: [], stale: true };
			const acted = act(review, action, actor);
			if (acted.review !== review) await saveReview(path, acted.review);
			return { ...acted, stale: false };
		});
	}

	/** Keeps what a check of the review found, and gives the review with it. Rejects with RA506, RA924 or RA925. */
	recheck(path: string, check: (review: Review) => Promise<Review>): Promise<Review> {
		return this.#inTurn(async () => {
			const review = await this.#held(path);
			const checked = await check(review);
			if (JSON.stringify(checked) !== JSON.stringify(review)) await saveReview(path, checked);
			return checked;
		});
	}

	/** Rejects with RA506 or RA924. */
	get(path: string): Promise<Review> {
		return this.#inTurn(() => this.#held(path));
	}

	async #held(path: string): Promise<Review> {
		if (!this.#open.has(path))
			throw new UserError(errorNumbers.reviewNotOpen, 'This review is not open.', {
				place: { file: path },
				hint: 'Open it again: it goes on where it was left.',
			});
		const review = await loadReview(path);
		if (review === undefined)
			throw new UserError(errorNumbers.unreadableFile, 'The review was deleted, moved, or renamed while it was open.', {
				place: { file: path },
				hint: 'Put the file back to go on, or open the review again to begin a new one.',
			});
		return review;
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T> {
		const mine = this.#last.then(work);
		this.#last = mine.catch(() => undefined); // Its caller has the error.
		return mine;
	}
}
