import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import type { Review } from '../../formats/review.ts';
import { formatReview, readReview } from '../../review/review-file.ts';
import { writeWhole } from '../write-whole.ts';

/** The review that is kept at `path`; `undefined`: none is. Rejects with RA506, RA513 or RA922. */
export async function loadReview(path: string): Promise<Review | undefined> {
	const text = await readText(path, fileKinds.review);
	return text === undefined ? undefined : readReview(text, path);
}

/** Keeps a review, whole or not at all, where its owner alone can read it: it holds private text. Rejects with RA925. */
export async function saveReview(path: string, review: Review): Promise<void> {
	try {
		await writeWhole(path, formatReview(review), { mode: 0o600, flush: true });
	} catch (cause) {
		throw new UserError(errorNumbers.unwritableReview, `The review cannot be written: ${systemReason(cause)}.`, {
			place: { file: path },
			hint: 'Make its folder writable, or save the file somewhere else.',
			cause,
		});
	}
}
