import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';

/** How far the reading of a file came: a byte offset, and how many entries of what begins there are done. */
export interface FileCursor {
	readonly byte: number;
	readonly entries: number;
	/** Which of several files, by its path within the store; empty: there is one. */
	readonly file: string;
}

export function formatCursor({ byte, entries, file }: FileCursor): string {
	return `${byte}:${entries}:${file}`;
}

/** @throws UserError RA151 for what no reading of this kind of store has given. */
export function readCursor(cursor: string): FileCursor {
	const [, byte, entries, file] = /^(\d{1,15}):(\d{1,15}):(.*)$/s.exec(cursor) ?? [];
	if (byte === undefined || entries === undefined || file === undefined)
		throw new UserError(errorNumbers.memoryCursorDiffers, 'This scan cannot go on where it ended: its place is of another kind of store.', {
			hint: 'Scan the store again.',
		});
	return { byte: Number(byte), entries: Number(entries), file };
}
