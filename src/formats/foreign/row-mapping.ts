import { errorNumbers } from '../../error-numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import type { ForeignFormat, ForeignTrace } from './foreign-format.ts';
import { itemsOf, memberOf, rangeOf, type Located, type LocatedObject } from './located.ts';
import { memberPath } from './member-path.ts';
import { readRow, rowTraces } from './row-reader.ts';
import { unpacked } from './texts-in.ts';

/** Where the parts of a trace are in a record that is in no known format, each as `memberPath` reads it. */
export interface RowMapping {
	/** Absent if nobody has asked, as for a summary. */
	readonly question?: string | undefined;
	readonly contexts: string;
	readonly answer: string;
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
