import { createHash } from 'node:crypto';
import type { Break } from '../../text/piecewise-map.ts';
import type { SubjectPlace } from '../subject.ts';
import type { DocumentRange } from '../trace.ts';

/** Returns an ID that is derived from content: 16 hexadecimal digits of a hash of all the parts. */
export function contentId(...parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Kinds of entries in the store that holds them. A `script` is a whole file that a skill has an agent run. */
export type MemoryEntryKind = 'text' | 'observation' | 'relation' | 'instruction' | 'script';

/** Returns whether an entry is a piece of a file of instructions or a script of a skill: neither is compared with queries by its wording. */
export function isOfInstructions({ kind }: { readonly kind: MemoryEntryKind }): boolean {
	return kind === 'instruction' || kind === 'script';
}

/** An edge of a memory that is a graph: the two nodes, and the type of the edge. */
interface MemoryRelation {
	readonly from: string;
	readonly to: string;
	readonly type: string;
}

/** One entry of an agent's memory, whatever kind of store holds it. */
export interface MemoryEntry {
	/** ID of the entry, unique within this store. It is the same at every reading as long as nothing before the entry changes. */
	readonly id: string;
	readonly kind: MemoryEntryKind;
	/** Text that an agent would read. It is never blank. */
	readonly text: string;
	/** SHA-256 of `text`, with line ends as `\n` (`textSha256`). */
	readonly content: string;
	/** Place of `text`. For a JSON string, it is the range within the quotes. `null` if the entry is not in a text file. */
	readonly place: SubjectPlace | null;
	/** Places where the units of `text` and of `place` do not match one to one, such as after an escape. `documentRange` uses them. */
	readonly breaks?: readonly Break[];
	/** Range to remove from the file so that the entry is gone and the file keeps its format. `null` if no text file holds the entry. */
	readonly whole: DocumentRange | null;
	/** The node that the entry is about, or the section that it is in. `null` if there is none. */
	readonly about: string | null;
	/** User, agent, collection or namespace that the entry belongs to, in the store's own terms. `null` if the store has none. */
	readonly scope: string | null;
	/** Time at which the entry was written, ISO 8601. `null` if the store does not say. */
	readonly when: string | null;
	/** Author of the entry. `null` if the store does not say. */
	readonly author: string | null;
	/** IDs of the entries or earlier versions that it was made from, as far as the store's own history says. */
	readonly madeFrom: readonly string[];
	/** Other members that the store keeps for the entry, as JSON. A signature covers them. */
	readonly metadata: Readonly<Record<string, unknown>>;
	readonly relation: MemoryRelation | null;
	/** Embedding that the store keeps. `null` if it keeps none. */
	readonly embedding: Float32Array | null;
}
