import { errorNumbers } from '../error-numbers.ts';
import { fileStem, isDataSetFile } from '../formats/file-names.ts';
import { ownNames } from '../formats/product-files.ts';
import { readJson } from '../formats/json-document.ts';
import { release, type Release } from '../formats/release.ts';
import { review, type Review } from '../formats/review.ts';

/** Where the review of a file is kept, beside it; of a file of many traces, one a trace. */
export function reviewFile(file: string, trace: string | null = null): string {
	return `${fileStem(file)}${trace === null || !isDataSetFile(file) ? '' : `.${encodeURIComponent(trace)}`}${ownNames.review}`;
}

/** Where the private original of a release is looked for: a file that its owner alone should be able to read. */
export function privateOriginalFile(file: string): string {
	return `${fileStem(file)}${ownNames.privateOriginal}.txt`;
}

/** Whether a file is a review, by its name. */
export function isReviewFile(file: string): boolean {
	return file.endsWith(ownNames.review);
}

/** @throws UserError RA922 when the text is no review. */
export function readReview(text: string, file: string): Review {
	return readJson(text, file, review, {
		noun: 'review',
		code: errorNumbers.malformedReview,
		hint: 'Repair it, or move it away to begin a new one.',
	});
}

/** As it stands in a file. */
export function formatReview(held: Review): string {
	return `${JSON.stringify(held, undefined, '\t')}\n`;
}

/** @throws UserError RA923 when the text is no release. */
export function readRelease(text: string, file: string): Release {
	return readJson(text, file, release, {
		noun: 'release',
		code: errorNumbers.malformedRelease,
		hint: 'Name a file that `rag-assay private generate --json` has written.',
	});
}
