import { sessionIn } from '../queries/session-of.ts';
import { isoTime, timeOf } from './written-at.ts';

/** A query of a trace's step. */
export interface TracedQuery {
	readonly query: string;
	/** Way to the string that holds it. */
	readonly path: readonly (string | number)[];
	readonly when: string | null;
	readonly trace: string;
	/** Session, else user, as the trace says; `null`: it says neither. */
	readonly session: string | null;
	/** Of the step itself. */
	readonly id: string | null;
	/** 0: it was asked of a retriever; 1: of the whole; the lowest of a trace is what its queries are. */
	readonly rank: number;
}

type JsonObject = Readonly<Record<string, unknown>>;
interface FoundText {
	readonly query: string;
	readonly path: readonly (string | number)[];
}

/** The query of a LangSmith run, an OpenInference span or one of OTel GenAI; `none`: a step that asks nothing; `null`: no step of a trace. */
export function tracedQuery(value: JsonObject): TracedQuery | 'none' | null {
	if (typeof value['run_type'] === 'string' && 'inputs' in value) return ofRun(value);
	if ('attributes' in value && ['context', 'spanId', 'span_id', 'traceId', 'trace_id', 'span_kind', 'name'].some((name) => name in value))
		return ofSpan(value);
	return null;
}

function ofRun(run: JsonObject): TracedQuery | 'none' {
	const isRetriever = run['run_type'] === 'retriever';
	const order = run['dotted_order'];
	const isRoot =
		run['parent_run_id'] === null || (run['parent_run_id'] === undefined && !(typeof order === 'string' && order.includes('.')));
	if (!isRetriever && !isRoot) return 'none';
	const found = queryIn(run['inputs'], ['inputs']);
	if (found === null) return 'none';
	const trace = text(run['trace_id']) ?? text(run['id']) ?? '';
	// `session_id` of a run is LangSmith's project: conversations are told apart by the metadata.
	const { metadata } = isObject(run['extra']) ? run['extra'] : {};
	return {
		...found,
		when: isoTime(run['start_time']) ?? timeOf(run['start_time']),
		trace,
		session: isObject(metadata) ? sessionIn(metadata) : null,
		id: text(run['id']),
		rank: isRetriever ? 0 : 1,
	};
}

function ofSpan(span: JsonObject): TracedQuery | 'none' {
	const attributes = attributesOf(span['attributes']);
	const kind = attributes.get('openinference.span.kind')?.value ?? span['span_kind'];
	const isRetriever = kind === 'RETRIEVER' || attributes.has('gen_ai.retrieval.query.text');
	const parent = ['parent_id', 'parentSpanId', 'parent_span_id']
		.map((name) => span[name])
		.find((one) => one !== undefined && one !== null && one !== '');
	if (!isRetriever && parent !== undefined) return 'none';
	const written = attributes.get('gen_ai.retrieval.query.text') ?? attributes.get('input.value');
	const found = written === undefined ? null : queryIn(parsedInput(written.value), ['attributes', ...written.path], written);
	if (found === null) return 'none';
	const context = isObject(span['context']) ? span['context'] : {};
	const trace =
		[span['traceId'], span['trace_id'], context['trace_id'], span['spanId'], span['span_id']].map(text).find((one) => one !== null) ?? '';
	const when = ['start_time', 'startTimeUnixNano', 'start_time_unix_nano']
		.map((name) => isoTime(span[name]) ?? timeOf(span[name]))
		.find((one) => one !== null);
	const session = ['session.id', 'gen_ai.conversation.id', 'user.id']
		.map((name) => text(attributes.get(name)?.value))
		.find((one) => one !== null);
	const id = [span['spanId'], span['span_id'], context['span_id']].map(text).find((one) => one !== null);
	return { ...found, when: when ?? null, trace, session: session ?? null, id: id ?? null, rank: isRetriever ? 0 : 1 };
}

/** An attribute's value, with the way to it in `attributes`. */
interface Attribute {
	readonly value: unknown;
	readonly path: readonly (string | number)[];
}

/** Attributes by their full names: flat, nested, or as OTLP's list. */
function attributesOf(attributes: unknown): Map<string, Attribute> {
	const found = new Map<string, Attribute>();
	if (Array.isArray(attributes)) {
		attributes.forEach((one: unknown, i) => {
			if (!isObject(one) || typeof one['key'] !== 'string' || !isObject(one['value'])) return;
			const [name] = Object.keys(one['value']);
			if (name !== undefined) found.set(one['key'], { value: one['value'][name], path: [i, 'value', name] });
		});
		return found;
	}
	const enter = (value: unknown, name: string, path: readonly string[]): void => {
		if (path.length > 8) return;
		if (!isObject(value)) found.set(name, { value, path });
		else for (const [key, inner] of Object.entries(value)) enter(inner, name === '' ? key : `${name}.${key}`, [...path, key]);
	};
	enter(attributes, '', []);
	return found;
}

/** An input is a text, or JSON in one. */
function parsedInput(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		return value;
	}
}

const names = ['query', 'question', 'input', 'text', 'user_input', 'search_query', 'messages', 'args', 'kwargs'] as const;

/** `within`: the string in which all of `value` is written, which then is the place of what is found. */
function queryIn(value: unknown, path: readonly (string | number)[], within?: Attribute, depth = 0): FoundText | null {
	const at = (...way: (string | number)[]): readonly (string | number)[] => (within === undefined ? [...path, ...way] : path);
	if (typeof value === 'string') return value.trim() === '' ? null : { query: value, path };
	if (depth > 4) return null;
	if (Array.isArray(value)) {
		// Of messages the last one of a person; of a batch the first.
		const last = value.findLastIndex((one) => isObject(one) && isOfPerson(one));
		const index = last === -1 ? 0 : last;
		const one: unknown = value[index];
		if (isObject(one) && isOfPerson(one)) {
			const inner = isObject(one['kwargs']) ? one['kwargs'] : one;
			return queryIn(inner['content'], one === inner ? at(index, 'content') : at(index, 'kwargs', 'content'), within, depth + 1);
		}
		return one === undefined ? null : queryIn(one, at(index), within, depth + 1);
	}
	if (!isObject(value)) return null;
	for (const name of names) {
		const found = queryIn(value[name], at(name), within, depth + 1);
		if (found !== null) return found;
	}
	return null;
}

function isOfPerson(message: JsonObject): boolean {
	const inner = isObject(message['kwargs']) ? message['kwargs'] : {};
	const id = message['id'];
	return (
		[message['role'], message['type'], inner['type']].some((one) => one === 'user' || one === 'human') ||
		(Array.isArray(id) && id.at(-1) === 'HumanMessage')
	);
}

function text(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value : null;
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
