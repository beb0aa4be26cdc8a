import { z } from 'zod';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';

const place = z.object({ file: z.string(), start: z.number(), end: z.number() });

/** How near an entry lies to what is asked; cosines. */
const likeness = z.object({
	combined: z.number(),
	max: z.number(),
	mean: z.number(),
	/** Rows of the history, nearest first; of entries far down a large store the nearest one alone. */
	nearest: z.array(z.object({ query: z.number().int(), similarity: z.number() })),
	/** Mean cosine to the probes; `null`: not asked for. */
	proactive: z.number().nullable(),
});
export type Likeness = z.infer<typeof likeness>;

/** What a scan keeps of an entry between reading it and judging it: a line of its record on the disk. */
export const measuredEntry = z.object({
	id: z.string(),
	kind: z.enum(['text', 'observation', 'relation', 'instruction']),
	text: z.string(),
	content: z.string(),
	place: place.nullable(),
	breaks: z.array(z.object({ text: z.number(), document: z.number() })).optional(),
	about: z.string().nullable(),
	scope: z.string().nullable(),
	when: z.string().nullable(),
	author: z.string().nullable(),
	madeFrom: z.array(z.string()),
	metadata: z.record(z.string(), z.unknown()),
	relation: z.object({ from: z.string(), to: z.string(), type: z.string() }).nullable(),
	/** `null`: there is no history. */
	likeness: likeness.nullable(),
});
export type MeasuredEntry = z.infer<typeof measuredEntry>;

export function measured(entry: MemoryEntry, its: Likeness | null): MeasuredEntry {
	const { id, kind, text, content, place: at, breaks, about, scope, when, author, madeFrom, metadata, relation } = entry;
	return {
		id,
		kind,
		text,
		content,
		place: at,
		...(breaks === undefined ? {} : { breaks: [...breaks] }),
		about,
		scope,
		when,
		author,
		madeFrom: [...madeFrom],
		metadata: { ...metadata },
		relation,
		likeness: its,
	};
}
