import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import { entryDigest } from '../../methods/memsad/provenance.ts';

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
	kind: z.enum(['text', 'observation', 'relation', 'instruction', 'script']),
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
	/** SHA-256 of what a signature covers, if only a part of the entry is held. */
	digest: z.string().optional(),
	/** UTF-16 units of the whole text, if `text` is only its beginning. */
	wholeLength: z.number().int().optional(),
	/** `null`: there is no history. */
	likeness: likeness.nullable(),
});
export type MeasuredEntry = z.infer<typeof measuredEntry>;

/** Longest text of an entry that is judged, in UTF-16 units. Of a longer text, its beginning is judged. */
const longestJudged = 50_000;

/** An entry as far as it is judged. */
export interface JudgedPart extends MemoryEntry, Pick<MeasuredEntry, 'digest' | 'wholeLength'> {}

/** Returns an entry as far as it is judged: the beginning of a long text, and no large metadata. `digest` is of the whole entry. */
export function judgedPart(entry: MemoryEntry): JudgedPart {
	const { text, metadata } = entry;
	const isLong = text.length > longestJudged;
	const isLarge = JSON.stringify(metadata).length > longestJudged;
	if (!isLong && !isLarge) return entry;
	return {
		...entry,
		digest: entryDigest(entry),
		...(isLong ? { text: text.slice(0, longestJudged).replace(/[\uD800-\uDBFF]$/, ''), wholeLength: text.length } : {}),
		...(isLarge ? { metadata: {} } : {}),
	};
}

/** Returns what is said of an entry of which only a part was judged. `null`: all of it was. @param store its name, for an entry in no file */
export function lengthProblem({ id, text, place: at, wholeLength }: JudgedPart, store: string): FormatProblem | null {
	if (wholeLength === undefined) return null;
	const name = id.length <= 60 ? `'${id}'` : 'of this place';
	return {
		code: errorNumbers.longMemoryEntry,
		message: `The entry ${name} has ${wholeLength.toLocaleString('en')} characters. Only the first ${text.length.toLocaleString('en')} were judged.`,
		hint: 'Read the rest yourself, or cut it into entries.',
		document: at?.file ?? store,
		range: at === null ? { start: 0, end: 0 } : { start: at.start, end: at.end },
	};
}

export function measured(whole: MemoryEntry, its: Likeness | null): MeasuredEntry {
	const entry = judgedPart(whole);
	const { digest, wholeLength } = entry;
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
		...(digest === undefined ? {} : { digest }),
		...(wholeLength === undefined ? {} : { wholeLength }),
		likeness: its,
	};
}
