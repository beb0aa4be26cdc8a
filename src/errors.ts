import type { ErrorNumber } from './error-numbers.ts';

/**
 * What the system says went wrong, without its code, call and paths: `EXDEV: cross-device link not permitted, rename '/a' -> '/b'` is
 * "cross-device link not permitted". These are libuv's words as Node writes them; of another message all of it.
 */
export function withoutCall(message: string): string {
	return /^E[A-Z0-9]+: /.test(message) ? message.replace(/^E[A-Z0-9]+: /, '').replace(/,? \w+ '.*'$/, '') : message;
}

/** The system's code in such a message, also where VS Code hands it on as a text of its own: `Error: ENOENT: no such file or directory, open '/a'`. */
export function codeSaid(message: string): string | undefined {
	return /^(?:Error: )?(E[A-Z0-9]+): /.exec(message)?.[1];
}

/**
 * A place in a file, as people count: lines and columns from 1. Absent parts are unknown.
 */
export interface Place {
	readonly file: string;
	readonly line?: number;
	readonly column?: number;
}

/**
 * An error that a user can do something about: shown as `message` with its place, never with a stack.
 * `message` says what was found and what was expected; `hint` says what to do next.
 */
export class UserError extends Error {
	override readonly name = 'UserError';
	readonly code: ErrorNumber;
	readonly place: Place | undefined;
	readonly hint: string | undefined;

	constructor(code: ErrorNumber, message: string, options: { place?: Place; hint?: string; cause?: unknown } = {}) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.code = code;
		this.place = options.place;
		this.hint = options.hint;
	}
}

/** Whether an error is one of the system's (or Node's) with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** Why the system did not give or take a file, by its code: a clause that goes on after `cannot be read:`. */
const systemReasons: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such file or folder',
	EISDIR: 'it is a folder, and a file was expected',
	ENOTDIR: 'a part of its path is a file, where a folder was expected',
	EACCES: 'it may not be used by you',
	EPERM: 'it may not be used by you',
	EROFS: 'it lies where nothing can be written',
	EEXIST: 'there is one of that name',
	ENOSPC: 'there is no space left',
	EDQUOT: 'your share of the space is used up',
	EMFILE: 'too many files are open',
	ENFILE: 'too many files are open',
	ENAMETOOLONG: 'its name is too long',
	ELOOP: 'its links lead in a circle',
	ENOTEMPTY: 'something was put into it just now',
	EBUSY: 'something else uses it',
	ETXTBSY: 'something else uses it',
	EIO: 'the disk failed',
	EFBIG: 'it is too large',
	EAGAIN: 'it has nothing to read',
	ENXIO: 'it is a socket or a device, and a file was expected',
	ERR_INVALID_ARG_VALUE: 'no file can have such a name',
};

/** Why a file could not be read or written, in plain words. Of a code that has none what the system says, without its call; of any other error, what that says. */
export function systemReason(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
	const known = [code, codeSaid(cause.message)].map((one) => (one === undefined ? undefined : systemReasons[one])).find(Boolean);
	return known ?? withoutCall(cause.message);
}

/**
 * For a terminal or a notification: `file:line:column: RA101: message hint`, in one line, or, of a message of several, with the hint in a line of its own.
 */
export function describeError(error: { code: string; message: string; place?: Place | undefined; hint?: string | undefined }): string {
	const { message: lines, place } = error;
	const beforeHint = lines.includes('\n') ? '\n' : ' ';
	const where =
		place === undefined
			? ''
			: [place.file, place.line, place.line === undefined ? undefined : place.column].filter((part) => part !== undefined).join(':') + ': ';
	return `${where}${error.code}: ${lines}${error.hint === undefined ? '' : `${beforeHint}${error.hint}`}`;
}
