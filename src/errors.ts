/**
 * A place in a file, as people count: lines and columns from 1. Absent parts are unknown.
 */
export interface Place {
	readonly file: string;
	readonly line?: number;
	readonly column?: number;
}

/**
 * Numbers of the user-facing errors, one range a room:
 * 1xx formats, 2xx model folders and their safety, 3xx downloads, 4xx scoring and generating,
 * 5xx runner and jobs, 6xx profiles, 7xx command-line arguments, 8xx editor. `docs/errors.md` lists them.
 */
export type ErrorCode = `RA${number}`;

/**
 * An error that a user can do something about: shown as `message` with its place, never with a stack.
 * `message` says what was found and what was expected; `hint` says what to do next.
 */
export class UserError extends Error {
	override readonly name = 'UserError';
	readonly code: ErrorCode;
	readonly place: Place | undefined;
	readonly hint: string | undefined;

	constructor(code: ErrorCode, message: string, options: { place?: Place; hint?: string; cause?: unknown } = {}) {
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

/**
 * One line for a terminal or a notification: `file:line:column: RA101: message hint`.
 */
export function describeError(error: { code: string; message: string; place?: Place | undefined; hint?: string | undefined }): string {
	const { place } = error;
	const where = place === undefined ? '' : [place.file, place.line, place.line === undefined ? undefined : place.column]
		.filter((part) => part !== undefined).join(':') + ': ';
	return `${where}${error.code}: ${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}`;
}
