import { z } from 'zod';

/** What methods judge: an answered trace, an entry of a memory, a query to a retriever. */
export const subjectKinds = ['trace', 'entry', 'query'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** How people call subjects of a kind. */
export const subjectNouns: Readonly<Record<SubjectKind, { readonly one: string; readonly many: string }>> = {
	trace: { one: 'trace', many: 'traces' },
	entry: { one: 'memory entry', many: 'memory entries' },
	query: { one: 'query', many: 'queries' },
};

/** Which subject: ids are of their kind, and of the file or store that holds them. */
export const subjectKeySchema = z.object({ kind: z.enum(subjectKinds), id: z.string().min(1) });
export type SubjectKey = z.infer<typeof subjectKeySchema>;

/** Where a subject stands in a file; offsets are UTF-16 units into the file's text. */
export interface SubjectPlace {
	readonly file: string;
	readonly start: number;
	readonly end: number;
}

/** What a method judges. */
export interface Subject extends SubjectKey {
	/** SHA-256 of everything of it that a reader reads: copies have the same. */
	readonly content: string;
	/** `null` for what lies in no text file, such as a row of a database. */
	readonly place: SubjectPlace | null;
}

/** A subject as a key of maps and files. */
export function subjectId({ kind, id }: SubjectKey): string {
	return `${kind} ${id}`;
}

/** The key of an answered trace. */
export function traceSubject(id: string): SubjectKey {
	return { kind: 'trace', id };
}

export function isSameSubject(a: SubjectKey, b: SubjectKey): boolean {
	return a.kind === b.kind && a.id === b.id;
}
