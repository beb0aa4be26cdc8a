import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
import { changeFile } from '../../files/change-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import type { Review } from '../../formats/review.ts';
import { formatReview, readReview } from '../../review/review-file.ts';

/** The review that is kept at `path`; `undefined`: none is. Rejects with RA506, RA513 or RA922. */
export async function loadReview(path: string): Promise<Review | undefined> {
	const text = await readText(path, fileKinds.review);
	return text === undefined ? undefined : readReview(text, path);
}

/** What becomes of a review, and what is answered. */
export interface ChangedReview<T> {
	/** The one that was given: nothing is written. */
	readonly review: Review | undefined;
	readonly result: T;
}

/**
 * Changes the review that is kept at `path`, whole or not at all, where its owner alone can read it: it holds private text. Another process that changes it at the
 * same time loses nothing, so that `change` may be called again. Rejects with RA506, RA513, RA922 or RA925.
 */
export function changeReview<T>(
	path: string,
	change: (kept: Review | undefined) => ChangedReview<T> | Promise<ChangedReview<T>>,
): Promise<T> {
	return changeFile(
		path,
		async (text) => {
			const kept = text === undefined ? undefined : readReview(text, path);
			const { review, result } = await change(kept);
			return { text: review === kept ? text : review && formatReview(review), result };
		},
		{
			kind: fileKinds.review,
			mode: 0o600,
			notWritable: (cause) =>
				new UserError(errorNumbers.unwritableReview, `The review cannot be written: ${systemReason(cause)}.`, {
					place: { file: path },
					hint: 'Make its folder writable, or save the file somewhere else.',
					cause,
				}),
		},
	);
}
