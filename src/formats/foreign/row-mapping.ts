import { errorNumbers } from '../../error-numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import type { ForeignFormat, ForeignTrace } from './foreign-format.ts';
import { itemsOf, memberOf, rangeOf, stringOf, type Located, type LocatedObject } from './located.ts';
import { readRow, rowTraces } from './row-reader.ts';

/**
 * Where the parts of a trace are in a record that is in no known format: members with dots between them, and `[]` for each item of a list, such as
 * `docs[].body`.
 */
export interface RowMapping {
	readonly question: string;
	readonly contexts: string;
	readonly answer: string;
}

/** A mapping as `--map` takes it. */
export const mappingExample = 'question=q,contexts=docs[].body,answer=gen';

const parts = ['question', 'contexts', 'answer'] as const;

/** Reads a mapping as `--map` takes it. Returns `null` if a part is missing, is there twice, or is not known, and for a question or an answer in a list. */
export function parseMapping(text: string): RowMapping | null {
	const found = new Map<string, string>();
	for (const assignment of text.split(',')) {
		const [, part, path] = /^\s*(\w+)\s*=\s*(\S(?:.*\S)?)\s*$/.exec(assignment) ?? [];
		if (part === undefined || path === undefined || found.has(part) || !parts.some((known) => known === part)) return null;
		// A record has one question and one answer.
		if (part !== 'contexts' && path.includes('[]')) return null;
		found.set(part, path);
	}
	const [question, contexts, answer] = parts.map((part) => found.get(part));
	return question === undefined || contexts === undefined || answer === undefined ? null : { question, contexts, answer };
}

/** Writes a mapping as `--map` takes it. */
export function mappingText(mapping: RowMapping): string {
	return parts.map((part) => `${part}=${mapping[part]}`).join(',');
}

/** Returns the format of records that somebody has mapped. */
export function mappedRows(mapping: RowMapping): ForeignFormat {
	return {
		name: 'records by the mapping',
		recognizes: (record) => record.kind === 'object' && valuesAt(record, mapping.answer).length > 0,
		read: ({ values }, problems) => {
			const traces = rowTraces(values(problems), (row) => readMapped(row, mapping, problems));
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
	const [question] = valuesAt(row, mapping.question);
	const [answer] = valuesAt(row, mapping.answer);
	const { source, start, end } = row;
	const members = new Map(row.members);
	const role = (part: keyof RowMapping, value: Located | undefined): string => {
		// The member's own name is in the message, if it is of another kind.
		const name = mapping[part];
		if (value === undefined) members.delete(name);
		else members.set(name, value);
		return name;
	};
	const names = {
		query: [role('question', question)],
		contexts: [
			role(
				'contexts',
				contexts.length === 1
					? contexts[0]
					: contexts.length === 0
						? undefined
						: { kind: 'array', source, start, end, items: contexts, cut: false },
			),
		],
		response: [role('answer', answer)],
	};
	const trace = readRow({ ...row, members }, names, problems);
	return trace === null ? null : { ...trace, record: row };
}

/** Returns the values at a path; those that are `null` are none. */
function valuesAt(record: Located, path: string): Located[] {
	let values: readonly Located[] = [record];
	for (const level of path.split('.')) {
		const name = level.replace(/(?:\[\])+$/, '');
		values = values.flatMap((value) => memberOf(value, name) ?? []);
		for (let lists = (level.length - name.length) / 2; lists > 0; lists--) values = values.flatMap(itemsOf);
	}
	return values.filter(({ kind }) => kind !== 'null');
}

/** What the names of members say about their part, the likeliest part of a path first. */
const names: Readonly<Record<keyof RowMapping, RegExp>> = {
	question: /^(?:q|qs|question|query|prompt|ask|asked|user|user_?(?:query|question|message|input)|input|instruction)$|question|query/i,
	contexts: /context|doc|chunk|evidence|source|retriev|snippet|knowledge|hits?$|nodes?$|passag/i,
	answer: /^(?:a|ans|gen|out|bot|reply|pred)$|answer|response|generat|output|completion|reply|prediction|summary|hypothesis/i,
};

/** Values in one another in which texts are looked for. */
const deepest = 4;

/** Returns the likeliest mapping of a record by the names of its members, or `null` if a part is missing. */
export function proposedMapping(record: Located): RowMapping | null {
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
	if (part !== 'contexts') return -path.split('.').length;
	const name = lastName(path);
	return (
		(path.includes('[]') ? 2 : 0) +
		(/text|body|content/i.test(name) ? 1 : 0) -
		(/(?:^|_)(?:id|url|uri|title|name|type)$/i.test(name) ? 4 : 0)
	);
}

function lastName(path: string): string {
	return (path.split('.').at(-1) ?? path).replaceAll('[]', '');
}

function* textPaths(value: Located, path: string, depth: number): Generator<string> {
	if (depth > deepest) return;
	if (value.kind === 'string') {
		if ((stringOf(value) ?? '').trim() !== '') yield path;
	} else if (value.kind === 'array') {
		for (const item of value.items.slice(0, 3)) yield* textPaths(item, `${path}[]`, depth + 1);
	} else if (value.kind === 'object') {
		for (const [name, member] of value.members)
			if (!/[.,=[\]]/.test(name)) yield* textPaths(member, path === '' ? name : `${path}.${name}`, depth + 1);
	}
}
