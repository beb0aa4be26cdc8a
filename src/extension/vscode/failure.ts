import type { WireError } from '../../protocol/requests.ts';

/** The user's error that an answer of the runner carries in its data, if it does. */
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

/** A failure as one or two sentences for a notification: what was wrong and what to do, never a stack. */
export function sentenceOf(error: unknown): string {
	const user = userErrorOf(error);
	if (user !== undefined) return `${user.message}${user.hint === undefined ? '' : ` ${user.hint}`} (${user.code})`;
	return error instanceof Error ? error.message : String(error);
}

/** The same with the file that it is about, for who asked for a file to be written or read. */
export function placedSentenceOf(error: unknown): string {
	const file = userErrorOf(error)?.place?.file;
	return `${file === undefined ? '' : `${file}: `}${sentenceOf(error)}`;
}

/** Whether a request ended because someone canceled it: nothing to tell. LSP: RequestCancelled, ServerCancelled. */
export function isCancellation(error: unknown): boolean {
	return (
		typeof error === 'object' &&
		error !== null &&
		(('code' in error && (error.code === -32800 || error.code === -32802)) || ('name' in error && error.name === 'Canceled'))
	);
}
