import type { FormatProblem } from '../trace.ts';
import type { MemoryEntry } from './memory-entry.ts';

/** What was read of a file, or of a line of it. Ids are as the file has them: whoever reads the whole of it makes each unique. */
export interface ReadEntries {
	readonly entries: readonly MemoryEntry[];
	readonly problems: readonly FormatProblem[];
}

/** An entry of which nothing is known but what it says: the rest of one is said on top of it. */
export const bareEntry = {
	kind: 'text',
	about: null,
	scope: null,
	when: null,
	author: null,
	madeFrom: [],
	metadata: {},
	relation: null,
	embedding: null,
} as const satisfies Partial<MemoryEntry>;
