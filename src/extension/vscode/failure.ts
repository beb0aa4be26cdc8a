import type { WireError } from '../../protocol/requests.ts';

/** Returns the user error that an answer of the runner carries, or `undefined` if it carries none. */
export function userErrorOf(error: unknown): WireError | undefined {
	if (typeof error !== 'object' || error === null) return undefined;
	const carried = 'data' in error && typeof error.data === 'object' && error.data !== null ? error.data : error;
	if (!('code' in carried) || typeof carried.code !== 'string' || !/^RA\d+$/.test(carried.code)) return undefined;
	if (!('message' in carried) || typeof carried.message !== 'string') return undefined;
	const hint = 'hint' in carried && typeof carried.hint === 'string' ? carried.hint : undefined;
	const place =
		'place' in carried &&
		typeof carried.place === 'object' &&
		carried.place !== null &&
		'file' in carried.place &&
		typeof carried.place.file === 'string'
			? { file: carried.place.file }
			: undefined;
	return {
		code: carried.code,
		message: carried.message,
		...(hint === undefined ? {} : { hint }),
		...(place === undefined ? {} : { place }),
	};
}

/** Returns a failure as one or two sentences for a notification. They say what was wrong and what to do. There is never a stack trace. */
export function sentenceOf(error: unknown): string {
	const user = userErrorOf(error);
	if (user !== undefined) return `${user.message}${user.hint === undefined ? '' : ` ${user.hint}`} (${user.code})`;
	return error instanceof Error ? error.message : String(error);
}

/** Returns the same sentences, with the file that they are about. It is for people who asked to write or read a file. */
export function placedSentenceOf(error: unknown): string {
	const file = userErrorOf(error)?.place?.file;
	return `${file === undefined ? '' : `${file}: `}${sentenceOf(error)}`;
}

/**
 * Returns whether a request ended because somebody canceled it, so that there is nothing to report. The codes are LSP's RequestCancelled
 * and ServerCancelled.
 */
export function isCancellation(error: unknown): boolean {
	return (
		typeof error === 'object' &&
		error !== null &&
		(('code' in error && (error.code === -32800 || error.code === -32802)) || ('name' in error && error.name === 'Canceled'))
	);
}
