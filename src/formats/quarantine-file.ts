import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { readJson } from './json-document.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower-case hexadecimal');
const count = z.number().int().nonnegative();
const when = z.iso.datetime({ offset: true });

/** What a file is known by: the SHA-256 of its first `bytes` bytes, which were all of it when this was written. */
const state = z.strictObject({ sha256, bytes: count });
export type FileState = z.infer<typeof state>;

/** An entry that was taken out of a file, with what it takes to put it back. */
const held = z.strictObject({
	id: z.string(),
	text: z.string(),
	/** SHA-256 of `text`. */
	content: sha256,
	reason: z.string(),
	who: z.string(),
	when,
	/** Where it stood: bytes into the file as it was just before this entry was taken out; `null`: others have changed the file since, and its place is lost. */
	at: count.nullable(),
	/** What was taken out, whole. */
	removed: z.string().min(1),
	/** Tells whether the record is as it was written; absent: an earlier version wrote it. */
	proof: z
		.strictObject({
			/** SHA-256 of `removed`, UTF-8. */
			removed: sha256,
			/** The file with this entry in its place, and without those that were taken out before; `null`: that is not known any more. */
			before: state.nullable(),
		})
		.optional(),
});
export type HeldEntry = z.infer<typeof held>;

/** `rag-assay/quarantine@1`: what was taken out of the memory file beside which it lies. Written before the file is changed, so that an entry is in one of them at any time. */
export const quarantineSchema = z.strictObject({
	schema: z.literal('rag-assay/quarantine@1'),
	/** Name of the file. */
	file: z.string(),
	/** As the last change from here left it; `null`: nothing was changed yet. */
	left: state.nullable(),
	/** In the order in which they were taken out. */
	entries: z.array(held),
	/** A change that was begun; `null`: none is under way. */
	pending: z
		.strictObject({
			what: z.enum(['quarantine', 'restore']),
			/** How many of `entries`, the last ones, are being taken out; 0 for `restore`. */
			taken: count,
			/** Those that stay in quarantine when entries have been put back; for `quarantine` `null`. */
			staying: z.array(held).nullable(),
			/** How many lines of the journal, the last ones, tell of it. */
			told: count,
			before: state,
			after: state,
		})
		.nullable(),
	/** What was done, oldest first. */
	journal: z.array(
		z.strictObject({ what: z.enum(['quarantine', 'restore']), id: z.string(), content: sha256, reason: z.string(), who: z.string(), when }),
	),
});
export type Quarantine = z.infer<typeof quarantineSchema>;

export function emptyQuarantine(file: string): Quarantine {
	return { schema: 'rag-assay/quarantine@1', file, left: null, entries: [], pending: null, journal: [] };
}

/** Where entries of a memory file are kept that were taken out of it. */
export function quarantineFile(file: string): string {
	return `${file}.rag-assay-quarantine.json`;
}

/** @throws {UserError} RA674 when the text is no quarantine. */
export function readQuarantine(text: string, file: string): Quarantine {
	return readJson(text, file, quarantineSchema, {
		noun: 'quarantine',
		code: errorNumbers.malformedQuarantine,
		hint: 'It contains entries that were taken out of the memory beside it. Repair it, or move it away to begin a new one.',
	});
}

export function formatQuarantine(quarantine: Quarantine): string {
	return `${JSON.stringify(quarantineSchema.parse(quarantine), undefined, '\t')}\n`;
}
