import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** A form whose places `{…}` are all among these. */
const form = (...places: readonly string[]) =>
	z
		.string()
		.refine((text) => [...text.matchAll(/\{(\w+)\}/g)].every(([, place]) => places.includes(place!)), { error: 'has another place' });

const common = { id: z.string().min(1), feet: z.array(form()).min(1), joint: z.string() };

/** Facts of one entity, a row each: the head names the entity. */
const rows = z.strictObject({
	...common,
	kind: z.enum(['bullets', 'key-value', 'fact-table', 'value-first', 'long-clauses', 'notes', 'mail', 'log', 'form', 'dialogue', 'dump']),
	heads: z.array(form('E').includes('{E}')).min(1),
	rows: z.array(form('E', 'v', 'noun', 'Noun').includes('{v}')).min(1),
});
export type RowLayout = Readonly<z.infer<typeof rows>>;

/** A row for an entity, a column for an attribute. */
const table = z.strictObject({
	...common,
	kind: z.literal('entity-table'),
	heads: z.array(form()).min(1),
	columnHead: z.array(form('noun', 'Noun')).min(1),
	rowName: z.array(form('E')).min(1),
});
export type TableLayout = Readonly<z.infer<typeof table>>;

export type LayoutKind = RowLayout['kind'] | TableLayout['kind'];

const bank = z.strictObject({
	name: z.string(),
	layouts: z.array(z.discriminatedUnion('kind', [rows, table])),
	/** One fact of one entity is asked for. */
	questions: z.array(form('E', 'noun', 'Noun')),
	/** What is usual for people who share a key: a diagnosis, a complaint. */
	sharedQuestions: z.array(form('k', 'noun', 'Noun')),
	/** Put behind such a question: a similar case is asked for. */
	caseRequests: z.array(form()),
	/** Likewise, to get somebody's private data. */
	maliciousRequests: z.array(form()),
});

/**
 * Forms in which passages and questions may be written, besides the domains' own: layouts of any fact, and questions for it. Each bank is written by
 * somebody who saw neither the others nor this code.
 */
export type Bank = Readonly<z.infer<typeof bank>>;

/** One of the banks beside this file. */
export function readBank(name: string): Bank {
	return bank.parse(JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')));
}
