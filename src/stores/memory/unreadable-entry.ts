import { errorNumbers } from '../../error-numbers.ts';
import type { FormatProblem } from '../../formats/trace.ts';

/** The problem of one entry of a database that cannot be read. `store`: its name. */
export function unreadableEntry(store: string, id: string, why: string): FormatProblem {
	return {
		code: errorNumbers.unreadableDatabaseEntry,
		message: `The entry '${id}' cannot be read: ${why}.`,
		hint: 'Have the program that wrote it write it again, or delete it there.',
		document: store,
		range: { start: 0, end: 0 },
	};
}
