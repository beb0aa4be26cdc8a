import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Review } from '../../formats/review.ts';
import { act, type Acted, type ReviewAction } from '../../review/actions.ts';
import { loadReview, saveReview } from './review-store.ts';

/**
 * Reviews that clients have open, by the path of their file. What was done is on the disk before it is answered, one after another; each time what
 * lies there is gone on from, so that two windows take away nothing from each other.
 */
export class OpenReviews {
	/** With the ledger that was named with each. */
	readonly #open = new Map<string, string | undefined>();
	#last: Promise<unknown> = Promise.resolve();

	/** Keeps a review that has just begun, or that goes on, in the place of `former`. `false`: another one lies there by now, and nothing is done. */
	async begin(path: string, review: Review, former: Review | undefined, ledger?: string): Promise<boolean> {
		return this.#inTurn(async () => {
			if (JSON.stringify(await loadReview(path)) !== JSON.stringify(former)) return false;
			await saveReview(path, review);
			this.#open.set(path, ledger);
			return true;
		});
	}

	/** Does one thing. Rejects with RA924 or RA925, and then nothing is done. */
	act(path: string, action: ReviewAction, actor: { readonly who: string; readonly when: string }): Promise<Acted> {
		return this.#inTurn(async () => {
			const review = await this.#held(path);
			const acted = act(review, action, actor);
			if (acted.review !== review) await saveReview(path, acted.review);
			return acted;
		});
	}

	/** The ledger that was named when a review was opened. */
	ledgerOf(path: string): string | undefined {
		return this.#open.get(path);
	}

	/** Rejects with RA924. */
	get(path: string): Promise<Review> {
		return this.#inTurn(() => this.#held(path));
	}

	async #held(path: string): Promise<Review> {
		const review = this.#open.has(path) ? await loadReview(path) : undefined;
		if (review === undefined)
			throw new UserError(errorNumbers.reviewNotOpen, 'This review is not open.', {
				place: { file: path },
				hint: 'Open it again: it goes on where it was left.',
			});
		return review;
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T> {
		const mine = this.#last.then(work);
		this.#last = mine.catch(() => undefined); // Its caller has the error.
		return mine;
	}
}
