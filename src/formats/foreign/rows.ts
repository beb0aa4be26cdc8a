import { itemsOf, memberOf, stringOf, type Located, type LocatedObject } from './located.ts';

/** Members under which tools put a list of records, the likeliest first. */
const envelopes = [
	'rows',
	'data',
	'records',
	'results',
	'samples',
	'examples',
	'items',
	'dataset',
	'test_cases',
	'testCases',
	'runs',
	'spans',
	'traces',
	'observations',
	'evaluations',
	'instances',
] as const;

/** Lists and envelopes in one another in which records are looked for. */
const deepest = 4;

/**
 * Returns the records of a value: the objects of a list, of a list in an envelope, by their ID, or of a table that was written by its columns.
 * An object that is none of these is a record itself. Objects that are cut are left out, and so is everything that is no object.
 * @param isRecord whether an object is known to be a record, whatever lists it holds
 */
export function* recordsOf(value: Located, isRecord: (value: LocatedObject) => boolean = () => false, depth = 0): Generator<LocatedObject> {
	if (depth > deepest) return;
	if (value.kind === 'array') {
		for (const item of value.items) yield* recordsOf(item, isRecord, depth + 1);
		return;
	}
	if (value.kind !== 'object') return;
	if (!value.cut && isRecord(value)) {
		yield value;
		return;
	}
	const inner = enveloped(value);
	if (inner !== undefined) {
		yield* recordsOf(inner, isRecord, depth + 1);
		return;
	}
	const table = splitTable(value) ?? columnTable(value) ?? recordsById(value);
	if (table !== undefined) {
		yield* table;
		return;
	}
	// The Hugging Face viewer numbers its rows.
	const row = memberOf(value, 'row');
	if (row?.kind === 'object' && value.members.has('row_idx')) yield* recordsOf(row, isRecord, depth + 1);
	else if (!value.cut) yield value;
}

/** The list that an envelope holds: a list of objects under a known name, or records under any other name, such as `detailed_results`. */
function enveloped(value: LocatedObject): Located | undefined {
	if (holdsText(value)) return undefined;
	for (const name of envelopes) {
		const inner = value.members.get(name);
		if (inner?.kind === 'array' && inner.items[0]?.kind === 'object') return inner;
	}
	return asksOrAnswers(value) ? undefined : recordsInside(value, 0);
}

/** Objects around one another in which a list of records is looked for: DeepEval keeps `{"testRunData": {"testCases": […]}}`. */
const deepestList = 2;

function recordsInside({ members }: LocatedObject, depth: number): Located | undefined {
	const inner = [...members.values()];
	const list = inner.find((one) => one.kind === 'array' && isAnswered(one.items[0]));
	if (list !== undefined || depth === deepestList) return list;
	for (const one of inner) {
		const found = one.kind === 'object' && !asksOrAnswers(one) ? recordsInside(one, depth + 1) : undefined;
		if (found !== undefined) return found;
	}
	return undefined;
}

/** `{"q1": {"question": "…", "answer": "…"}, "q2": …}`: records by their ID. */
function recordsById({ cut, members }: LocatedObject): LocatedObject[] | undefined {
	if (cut) return undefined;
	const inner = [...members.values()].filter((one) => one.kind === 'object');
	return inner.length > 0 && inner.length === members.size && inner.every(isAnswered) ? inner.filter((one) => !one.cut) : undefined;
}

const asking = /question|query|prompt|(?:^|_)input$|^(?:q|instruction)$/i;
const answering = /answer|response|output|completion|prediction|reply|^(?:a|gen|generation)$/i;

/** Whether a value is an object with a question and an answer, each a text, by the names of its members. */
function isAnswered(value: Located | undefined): boolean {
	return value?.kind === 'object' && hasText(value, asking) && hasText(value, answering);
}

function asksOrAnswers(value: LocatedObject): boolean {
	return hasText(value, asking) || hasText(value, answering);
}

function hasText({ members }: LocatedObject, name: RegExp): boolean {
	return [...members].some(([member, { kind }]) => kind === 'string' && name.test(member));
}

/** Whether an object says something itself, as a record does, and not only about the records that it holds. */
function holdsText({ members }: LocatedObject): boolean {
	return ['question', 'query', 'user_input', 'answer', 'response', 'output', 'input', 'actual_output'].some((name) => {
		const member = members.get(name);
		return member !== undefined && member.kind !== 'null';
	});
}

/** `{"columns": ["question", …], "data": [["…", …], …]}`, as pandas writes with `orient="split"`. */
function splitTable(value: LocatedObject): LocatedObject[] | undefined {
	const [columns, data] = [itemsOf(value.members.get('columns')), itemsOf(value.members.get('data'))];
	if (columns.length === 0 || data.length === 0 || !data.every((row) => row.kind === 'array')) return undefined;
	const names = columns.map((column) => stringOf(column) ?? '');
	return data.flatMap((row) =>
		row.kind !== 'array' || row.cut || row.items.length !== names.length
			? []
			: [{ ...row, kind: 'object' as const, members: new Map(row.items.map((item, i) => [names[i] ?? '', item])) }],
	);
}

/** `{"question": ["…", …], "answer": ["…", …]}`, or the same with objects by row number, as pandas writes by itself. */
function columnTable(value: LocatedObject): LocatedObject[] | undefined {
	const columns = [...value.members].map(([name, column]) => [name, columnCells(column)] as const);
	const [first] = columns;
	const rows = first?.[1];
	if (value.cut || rows === undefined || rows.size === 0 || columns.length < 2) return undefined;
	const isTable = columns.every(([, cells]) => cells?.size === rows.size && [...cells.keys()].every((key) => rows.has(key)));
	// A record may hold two lists of one length; a table has a column of texts that is no list of contexts.
	const isNamed = columns.some(([name, cells]) => textColumns.has(name) && cells?.values().next().value?.kind === 'string');
	if (!isTable || !isNamed) return undefined;
	return [...rows.keys()].map((key) => {
		const members = new Map<string, Located>();
		for (const [name, cells] of columns) {
			const cell = cells?.get(key);
			if (cell !== undefined) members.set(name, cell);
		}
		const { source, start, end } = members.values().next().value ?? value;
		return { kind: 'object', source, start, end, members, cut: false };
	});
}

const textColumns: ReadonlySet<string> = new Set(['question', 'query', 'user_input', 'answer', 'response', 'output', 'input']);

function columnCells(column: Located): ReadonlyMap<string, Located> | undefined {
	if (column.kind === 'array') return column.cut ? undefined : new Map(column.items.map((item, i) => [String(i), item]));
	if (column.kind !== 'object' || column.cut) return undefined;
	const isNumbered = [...column.members.keys()].every((key, i) => key === String(i));
	return isNumbered ? column.members : undefined;
}
