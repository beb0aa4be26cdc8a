import * as z from 'zod';

/** Kinds of subjects that methods judge: an answered trace, an entry of a memory, a query to a retriever. */
export const subjectKinds = ['trace', 'entry', 'query'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** Nouns for the subjects of each kind, for people. */
export const subjectNouns: Readonly<Record<SubjectKind, { readonly one: string; readonly many: string }>> = {
	trace: { one: 'trace', many: 'traces' },
	entry: { one: 'memory entry', many: 'memory entries' },
	query: { one: 'query', many: 'queries' },
};

/** The key of a subject. An ID is unique within its kind and within the file or store that holds it. */
export const subjectKeySchema = z.object({ kind: z.enum(subjectKinds), id: z.string().min(1) });
export type SubjectKey = z.infer<typeof subjectKeySchema>;

/** The place of a subject in a file. Offsets are UTF-16 code units into the file's text. */
export interface SubjectPlace {
	readonly file: string;
	readonly start: number;
	readonly end: number;
}

/** What a method judges. */
export interface Subject extends SubjectKey {
	/** SHA-256 of all the subject's content that a reader reads. Copies have the same hash. */
	readonly content: string;
	/** Place of the subject. `null` if it is not in a text file, such as a row of a database. */
	readonly place: SubjectPlace | null;
}

/** Returns a subject's key as one text, for use as a key in maps and files. */
export function subjectId({ kind, id }: SubjectKey): string {
	return `${kind} ${id}`;
}

/** Returns the key of an answered trace. */
export function traceSubject(id: string): SubjectKey {
	return { kind: 'trace', id };
}

/** Returns whether two keys name the same subject. */
export function isSameSubject(a: SubjectKey, b: SubjectKey): boolean {
	return a.kind === b.kind && a.id === b.id;
}
