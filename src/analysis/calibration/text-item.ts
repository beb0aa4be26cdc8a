import * as z from 'zod';
import type { SubjectKind } from '../../formats/subject.ts';

/** What is known of a text that is judged by itself, without anything that reads it; `subject` says what it is. */
function textItem<S extends Exclude<SubjectKind, 'trace'>>(subject: S) {
	return z.object({
		subject: z.literal(subject),
		id: z.string(),
		text: z.string(),
		/** Its class, by somebody who knows; `null`: nobody says. */
		label: z.string().nullable(),
		/** What must not stand on both sides of a cut. */
		group: z.string(),
		split: z.enum(['train', 'test']).nullable(),
		/** Hash of everything that a reader reads of it: copies have the same. */
		content: z.string(),
		/** Offsets are UTF-16 units into the file; `null` for what lies in no text file. */
		place: z.object({ file: z.string(), start: z.number().int().nonnegative(), end: z.number().int().nonnegative() }).nullable(),
	});
}

/** An entry of a memory. */
export const entryItem = textItem('entry');
export type EntryItem = z.infer<typeof entryItem>;

/** A query to a retriever. */
export const queryItem = textItem('query').extend({
	/** What it asks for, such as `topical` or `known-item`; absent: nobody says. */
	kind: z.string().optional(),
	/** Ids of the entries that answer it; absent: nobody says. */
	relevant: z.array(z.string()).optional(),
});
export type QueryItem = z.infer<typeof queryItem>;
