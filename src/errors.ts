import type { ErrorNumber } from './error-numbers.ts';
import { withoutPasswords } from './wording/store-names.ts';

/**
 * Returns what the system says went wrong, without the code, the system call and the paths.
 * For example, it returns "cross-device link not permitted" for `EXDEV: cross-device link not permitted, rename '/a' -> '/b'`. The text is
 * libuv's, as Node writes it. Any other message is returned unchanged.
 */
function withoutCall(message: string): string {
	return /^E[A-Z0-9]+: /.test(message) ? message.replace(/^E[A-Z0-9]+: /, '').replace(/,? \w+ '.*'$/, '') : message;
}

/**
 * Returns the system's code (`ENOENT`) from such a message, or `undefined` if it has none. It also reads the code where VS Code passes the
 * error on as text: `Error: ENOENT: no such file or directory, open '/a'`.
 */
function codeSaid(message: string): string | undefined {
	return /^(?:Error: )?(E[A-Z0-9]+): /.exec(message)?.[1];
}

/** A place in a file. Lines and columns count from 1, as people count. A part that is absent is unknown. */
export interface Place {
	readonly file: string;
	readonly line?: number;
	readonly column?: number;
}

/**
 * An error that a user can fix. Users see `message` with its place, and never a stack trace. `message` says what was found and what was
 * expected. `hint` says what to do next.
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

/** Returns whether an error comes from the system (or Node) and has one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** Reasons why the system refused to read or write a file, by the system's code. Each is a clause that can follow `cannot be read:`. */
const systemReasons: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such file or folder',
	EISDIR: 'it is a folder, and a file was expected',
	ENOTDIR: 'a part of its path is a file, where a folder was expected',
	EACCES: 'you do not have permission',
	EPERM: 'you do not have permission',
	EROFS: 'it is on a read-only file system',
	EEXIST: 'a file or folder with this name already exists',
	ENOSPC: 'there is no space left',
	EDQUOT: 'your disk quota is used up',
	EMFILE: 'too many files are open',
	ENFILE: 'too many files are open',
	ENAMETOOLONG: 'its name is too long',
	ELOOP: 'its links lead in a circle',
	ENOTEMPTY: 'another program has just put a file into it',
	EBUSY: 'another program is using it',
	ETXTBSY: 'another program is using it',
	EIO: 'the disk failed',
	EFBIG: 'it is too large',
	EAGAIN: 'it has nothing to read',
	ENXIO: 'it is a socket or a device, and a file was expected',
	ERR_INVALID_ARG_VALUE: 'a file cannot have this name',
};

/**
 * Returns in plain words why a file could not be read or written.
 * For a code without such words, it returns the system's own words, without the system call. For any other error, it returns the error's
 * message. For a value that is not an error, it returns the value as text.
 */
export function systemReason(cause: unknown): string {
	if (!(cause instanceof Error)) return String(cause);
	const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
	const known = [code, codeSaid(cause.message)].map((one) => (one === undefined ? undefined : systemReasons[one])).find(Boolean);
	return known ?? withoutCall(cause.message);
}

/**
 * Returns an error as text for a terminal or a notification: `file:line:column: RA101: message hint`.
 * Passwords of addresses are left out. The hint follows on the same line. If the message has several lines, the hint gets its own line.
 */
export function describeError(error: { code: string; message: string; place?: Place | undefined; hint?: string | undefined }): string {
	const { message: lines, place } = error;
	const beforeHint = lines.includes('\n') ? '\n' : ' ';
	const where =
		place === undefined
			? ''
			: [place.file, place.line, place.line === undefined ? undefined : place.column].filter((part) => part !== undefined).join(':') + ': ';
	return withoutPasswords(`${where}${error.code}: ${lines}${error.hint === undefined ? '' : `${beforeHint}${error.hint}`}`);
}
