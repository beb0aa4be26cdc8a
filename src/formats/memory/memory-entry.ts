import { createHash } from 'node:crypto';
import type { Break } from '../../text/piecewise-map.ts';
import type { SubjectPlace } from '../subject.ts';
import type { DocumentRange } from '../trace.ts';

/** An id for what has none, from what it is: 16 hexadecimal digits of a hash of all its parts. */
export function contentId(...parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** What an entry is in the store that holds it. */
export type MemoryEntryKind = 'text' | 'observation' | 'relation' | 'instruction';

/** An edge of a memory that is a graph: between which nodes, and of what kind. */
export interface MemoryRelation {
	readonly from: string;
	readonly to: string;
	readonly type: string;
}

/** One entry of an agent's memory, whatever holds it. */
export interface MemoryEntry {
	/** Of this store alone, and the same at every reading while nothing before it changes. */
	readonly id: string;
	readonly kind: MemoryEntryKind;
	/** What an agent would read; never blank. */
	readonly text: string;
	/** SHA-256 of `text`, line ends as `\n` (`textSha256`). */
	readonly content: string;
	/** Where `text` stands; of a JSON string the range within its quotes. `null`: in no text file. */
	readonly place: SubjectPlace | null;
	/** Where units of `text` stand within `place` when they do not one by one, as behind an escape; `documentRange` knows how. */
	readonly breaks?: readonly Break[];
	/** What has to go from the file so that the entry is gone and the file is still of its format; `null` where no text file holds it. */
	readonly whole: DocumentRange | null;
	/** The node that it is said of, or the section that it stands in; `null`: none. */
	readonly about: string | null;
	/** User, agent, collection or namespace that it belongs to, as its store calls that; `null`: the store has none. */
	readonly scope: string | null;
	/** ISO 8601; `null`: the store does not say when it was written. */
	readonly when: string | null;
	/** Who wrote it, as its store says; `null`: it does not. */
	readonly author: string | null;
	/** Ids of entries or earlier versions that it was made from, as the store's own history tells. */
	readonly madeFrom: readonly string[];
	/** Other members that its store keeps of it, as JSON; what is signed covers them. */
	readonly metadata: Readonly<Record<string, unknown>>;
	readonly relation: MemoryRelation | null;
	/** As the store keeps it; `null`: it keeps none. */
	readonly embedding: Float32Array | null;
}
