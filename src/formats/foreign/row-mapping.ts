import { errorNumbers } from '../../error-numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import type { ForeignFormat, ForeignTrace } from './foreign-format.ts';
import { itemsOf, memberOf, rangeOf, stringOf, type Located, type LocatedObject } from './located.ts';
import { memberPath, withMember } from './member-path.ts';
import { readRow, rowTraces } from './row-reader.ts';
import { unpacked } from './texts-in.ts';

/** Where the parts of a trace are in a record that is in no known format, each as `memberPath` reads it. */
export interface RowMapping {
	/** Absent if nobody has asked, as for a summary. */
	readonly question?: string | undefined;
	readonly contexts: string;
	readonly answer: string;
}

/** A mapping by the names of members: without a question, too much would look like an answer. */
export interface ProposedMapping extends RowMapping {
	readonly question: string;
}

/** A mapping as `--map` takes it. */
export const mappingExample = 'question=q,contexts=docs[].body,answer=gen';

const parts = ['question', 'contexts', 'answer'] as const;

/**
 * Reads a mapping as `--map` takes it. Returns `null` if the contexts or the answer are missing, if a part is there twice, is not known or is no place
 * of a member, and for a question or an answer in a list.
 */
export function parseMapping(text: string): RowMapping | null {
	const found = new Map<string, string>();
	// A name in quotation marks may have commas.
	for (const assignment of text.match(/(?:"(?:[^"\\]|\\.)*"|[^,])+/gs) ?? []) {
		const [, part, path] = /^\s*(\w+)\s*=\s*(\S(?:.*\S)?)\s*$/.exec(assignment) ?? [];
		if (part === undefined || path === undefined || found.has(part) || !parts.some((known) => known === part)) return null;
		const steps = memberPath(path);
		if (steps === null) return null;
		// A record has one question and one answer.
		if (part !== 'contexts' && steps.includes('items')) return null;
		found.set(part, path);
	}
	const [question, contexts, answer] = parts.map((part) => found.get(part));
	if (contexts === undefined || answer === undefined) return null;
	return question === undefined ? { contexts, answer } : { question, contexts, answer };
}

/** Writes a mapping as `--map` takes it. */
export function mappingText(mapping: RowMapping): string {
	return parts.flatMap((part) => (mapping[part] === undefined ? [] : [`${part}=${mapping[part]}`])).join(',');
}

/** Returns the format of records that somebody has mapped. */
export function mappedRows(mapping: RowMapping): ForeignFormat {
	const isRecord = (value: Located): boolean => value.kind === 'object' && valuesAt(value, mapping.answer).length > 0;
	return {
		name: 'records by the mapping',
		recognizes: isRecord,
		read: ({ values }, problems) => {
			const traces = rowTraces(values(problems), (row) => readMapped(row, mapping, problems), isRecord);
			if (traces.length > 0 && traces.every(({ contexts }) => contexts.length === 0)) {
				const { start } = rangeOf(traces[0]!.record);
				problems.add(
					errorNumbers.doubtfulReading,
					`No record has \`${mapping.contexts}\`, which the mapping names as the contexts. Nothing was compared.`,
					'Name the member with the texts. `[]` stands for each item of a list, such as docs[].body.',
					() => ({ start, end: start + 1 }),
					{ severity: 'warning' },
				);
			}
			return { traces };
		},
	};
}

function readMapped(row: LocatedObject, mapping: RowMapping, problems: ProblemList): ForeignTrace | null {
	const contexts = valuesAt(row, mapping.contexts);
	const [question] = mapping.question === undefined ? [] : valuesAt(row, mapping.question);
	const [answer] = valuesAt(row, mapping.answer);
	const { source, start, end } = row;
	const members = new Map(row.members);
	// The member's own name is in the message, if it is of another kind.
	const role = (name: string, value: Located | undefined): string => {
		if (value === undefined) members.delete(name);
		else members.set(name, value);
		return name;
	};
	const names = {
		query: mapping.question === undefined ? [] : [role(mapping.question, question)],
		contexts: [
			role(
				mapping.contexts,
				contexts.length === 1
					? contexts[0]
					: contexts.length === 0
						? undefined
						: { kind: 'array', source, start, end, items: contexts, cut: false },
			),
		],
		response: [role(mapping.answer, answer)],
	};
	const trace = readRow({ ...row, members }, names, problems);
	return trace === null ? null : { ...trace, record: row };
}

/** Returns the values at a path; those that are `null` are none. A text that holds a list or an object, as a cell of CSV may, counts as what it holds. */
function valuesAt(record: Located, path: string): Located[] {
	let values: readonly Located[] = [record];
	for (const step of memberPath(path) ?? [])
		values = values.flatMap((value) => {
			const inner = unpacked(value);
			return step === 'items' ? itemsOf(inner) : (memberOf(inner, step.name) ?? []);
		});
	return values.filter(({ kind }) => kind !== 'null');
}

/** What the names of members say about their part, the likeliest part of a path first. */
const names: Readonly<Record<keyof RowMapping, RegExp>> = {
	question: /^(?:q|qs|question|query|prompt|ask|asked|user|user_?(?:query|question|message|input)|input|instruction)$|question|query/i,
	contexts: /context|doc|chunk|evidence|source|retriev|snippet|knowledge|hits?$|nodes?$|passag/i,
	answer: /^(?:a|ans|gen|out|bot|reply|pred)$|answer|response|generat|output|completion|reply|prediction|summary|hypothesis/i,
};

/** Values in one another in which texts are looked for. */
const deepest = 6;
/** Members of an object whose values may be texts by their ID; an object with more names may have them, too. */
const mostNames = 200;

/** Returns the likeliest mapping of a record by the names of its members, or `null` if a part is missing. */
export function proposedMapping(record: Located): ProposedMapping | null {
	const paths = [...new Set(textPaths(record, '', 0))];
	const best = (part: keyof RowMapping, taken: readonly (string | undefined)[]): string | undefined =>
		paths
			.filter(
				(path) =>
					!taken.includes(path) &&
					(part === 'contexts' ? names.contexts.test(path) : !path.includes('[]') && names[part].test(lastName(path))),
			)
			.toSorted((a, b) => score(part, b) - score(part, a))[0];
	const answer = best('answer', []);
	const question = best('question', [answer]);
	const contexts = best('contexts', [answer, question]);
	return question === undefined || contexts === undefined || answer === undefined ? null : { question, contexts, answer };
}

/** Contexts are in lists, and under names for texts. A question and an answer are near the top. */
function score(part: keyof RowMapping, path: string): number {
	if (part !== 'contexts') return -(memberPath(path) ?? []).length;
	const name = lastName(path);
	return (
		(path.includes('[]') ? 2 : 0) +
		(/\d/.test(name) ? -1 : 0) +
		(/text|body|content/i.test(name) ? 1 : 0) -
		(/(?:^|_)(?:id|url|uri|title|name|type)$/i.test(name) ? 4 : 0)
	);
}

function lastName(path: string): string {
	const last = memberPath(path)?.findLast((step) => step !== 'items');
	return last === undefined ? path : last.name;
}

function* textPaths(value: Located, path: string, depth: number): Generator<string> {
	if (depth > deepest) return;
	const inner = unpacked(value);
	if (inner.kind === 'string') {
		if ((stringOf(inner) ?? '').trim() !== '') yield path;
	} else if (inner.kind === 'array') {
		for (const item of inner.items.slice(0, 3)) yield* textPaths(item, `${path}[]`, depth + 1);
	} else if (inner.kind === 'object') {
		if (areTextsById(inner)) yield path;
		for (const [name, member] of [...inner.members].slice(0, mostNames)) yield* textPaths(member, withMember(path, name), depth + 1);
	}
}

/** Whether the names in an object are no words for parts of one text, but IDs of texts: `{"d1": "…", "d2": "…"}`. */
function areTextsById({ members }: LocatedObject): boolean {
	return members.size > 0 && [...members].every(([name, { kind }]) => kind === 'string' && /\d|[./]/.test(name));
}
