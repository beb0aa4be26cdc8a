import { errorNumbers } from '../../error-numbers.ts';
import type { ProblemList } from '../problem-list.ts';
import { chatOf, lastTurn, type ChatTurns } from './chat.ts';
import type { ForeignContext, ForeignTrace } from './foreign-format.ts';
import { idOf, rangeOf, type Located, type LocatedObject } from './located.ts';
import { recordsOf } from './rows.ts';
import { contextsIn, textIn } from './texts-in.ts';

/** Members that hold the parts of a trace, the likeliest first. The first that is there and is not `null` counts. */
export interface RowNames {
	readonly query: readonly string[];
	readonly contexts: readonly string[];
	readonly response: readonly string[];
	readonly reference?: readonly string[];
	readonly id?: readonly string[];
	/** Names of the contexts, as a list beside them. */
	readonly contextIds?: readonly string[];
	readonly model?: readonly string[];
	readonly system?: readonly string[];
}

const usualIds = ['id', '_id', 'sample_id', 'question_id', 'query_id', 'qid', 'ID', 'uid'];
const usualModels = ['model', 'model_name', 'generation_model_name', 'llm'];

/** Returns the first of the members that is there and holds something. */
export function memberAmong({ members }: LocatedObject, names: readonly string[]): readonly [name: string, value: Located] | undefined {
	for (const name of names) {
		const value = members.get(name);
		if (value !== undefined && value.kind !== 'null') return [name, value];
	}
	return undefined;
}

/**
 * Reads a row as a trace. A conversation counts with its last turn.
 * @returns `null` if a member is of another kind, which is added to `problems`
 */
export function readRow(row: LocatedObject, names: RowNames, problems: ProblemList): ForeignTrace | null {
	const asked = memberAmong(row, names.query);
	const given = memberAmong(row, names.contexts);
	const answered = memberAmong(row, names.response);
	const chat = conversation(asked?.[1]);
	if (asked !== undefined && chat === undefined && asked[1].kind !== 'string')
		return refused(asked, 'a text or a list of messages', problems);
	const response =
		answered === undefined
			? chat?.response
			: answered[1].kind === 'string'
				? textIn(answered[1])
				: (conversation(answered[1])?.response ?? refused(answered, 'a text', problems));
	if (response === null) return null;
	const contexts = contextsIn(given?.[1]);
	if (contexts === undefined) return given === undefined ? null : refused(given, 'a text, a list of texts or of documents', problems);
	const { system, history, query, toolResults = [] }: Partial<ChatTurns> = chat ?? { query: textIn(asked?.[1]) };
	return {
		record: row,
		id: idOf(memberAmong(row, names.id ?? usualIds)?.[1]),
		model: idOf(memberAmong(row, names.model ?? usualModels)?.[1]),
		system: textIn(memberAmong(row, names.system ?? ['system', 'system_prompt'])?.[1]) ?? system,
		history,
		query,
		contexts: withNames(contexts.length === 0 ? toolResults : contexts, row, names),
		response,
		reference: textIn(memberAmong(row, names.reference ?? ['reference', 'ground_truth', 'expected_output', 'expected_answer'])?.[1]),
	};
}

function conversation(value: Located | undefined): ChatTurns | undefined {
	const messages = value?.kind === 'string' && !/^\s*\[/.test(headOf(value)) ? undefined : chatOf(value);
	return messages === undefined ? undefined : lastTurn(messages);
}

function headOf({ source, start, end }: Located): string {
	return source.text.slice(start + 1, Math.min(end, start + 40));
}

/** Names that stand in a list beside the contexts. */
function withNames(contexts: readonly ForeignContext[], row: LocatedObject, { contextIds = [] }: RowNames): readonly ForeignContext[] {
	const named = memberAmong(row, contextIds)?.[1];
	if (named?.kind !== 'array' || named.items.length !== contexts.length) return contexts;
	return contexts.map((context, i) => ({ ...context, id: context.id ?? idOf(named.items[i]) }));
}

const kinds: Readonly<Record<Located['kind'], string>> = {
	object: 'an object',
	array: 'a list',
	string: 'a text',
	number: 'a number',
	boolean: 'true or false',
	null: 'null',
};

/** Adds a member that is of another kind to the problems. */
function refused([name, value]: readonly [string, Located], expected: string, problems: ProblemList): null {
	problems.add(
		errorNumbers.unexpectedJsonLine,
		`\`${name}\` is not as expected: ${expected} was expected, and it is ${kinds[value.kind]}.`,
		'This record is left out. The other records were read.',
		() => rangeOf(value),
	);
	return null;
}

/** Reads each record of a document's values as a trace. Where `read` returns `null`, there is none. @param isRecord as `recordsOf` takes it */
export function rowTraces(
	values: Iterable<Located>,
	read: (row: LocatedObject) => ForeignTrace | null,
	isRecord?: (value: LocatedObject) => boolean,
): ForeignTrace[] {
	const traces: ForeignTrace[] = [];
	for (const value of values) {
		for (const row of recordsOf(value, isRecord)) {
			const trace = read(row);
			if (trace !== null) traces.push(trace);
		}
	}
	return traces;
}

/** Returns whether a value holds a text that is not blank. */
export function holdsText(value: Located | undefined): value is Located {
	return textIn(value) !== undefined;
}
