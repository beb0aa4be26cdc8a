import { answerIn, decoded, questionIn } from './answers-in.ts';
import { chatOf, type ChatMessage } from './chat.ts';
import type { ForeignContext, ForeignFormat } from './foreign-format.ts';
import { idOf, itemsOf, memberOf, numberOf, stringOf, valueAt, type Located, type LocatedObject } from './located.ts';
import { withLevels } from './span-attributes.ts';
import { joinSteps, type Step } from './steps.ts';
import { contextsIn, textIn } from './texts-in.ts';

/** Spans of OpenTelemetry, with the names of OpenInference (Arize Phoenix) or of the GenAI conventions: OTLP, exporters' files, Phoenix's exports. */
export const openTelemetrySpans: ForeignFormat = {
	name: 'OpenTelemetry spans',
	joins: true,
	recognizes: (record) => spansIn(record).next().done === false,
	partsIn: (value) =>
		[...spansIn(value)].map((span) => {
			const { trace, parent } = stepOf(span);
			return { trace, isRoot: parent === undefined || /^(?:0x)?0*$/.test(parent) };
		}),
	read: ({ values }, problems) => {
		const steps: Step[] = [];
		for (const value of values(problems)) for (const span of spansIn(value)) steps.push(stepOf(span));
		return joinSteps(steps, problems);
	},
};

/** Members that hold spans, in OTLP's three levels and in other envelopes. */
const envelopes = [
	'resourceSpans',
	'resource_spans',
	'scopeSpans',
	'scope_spans',
	'instrumentationLibrarySpans',
	'spans',
	'data',
	'batches',
	'traces',
	'result',
] as const;

function* spansIn(value: Located, depth = 0): Generator<LocatedObject> {
	if (depth > 8) return;
	if (value.kind === 'array') {
		for (const item of value.items) yield* spansIn(item, depth + 1);
	} else if (value.kind === 'object') {
		if (isSpan(value)) {
			if (!value.cut) yield value;
			return;
		}
		for (const name of envelopes) {
			const inner = value.members.get(name);
			if (inner !== undefined) yield* spansIn(inner, depth + 1);
		}
	}
}

/** A span has a trace, an ID and attributes. MLflow's spans have their own names in there. */
function isSpan({ members }: LocatedObject): boolean {
	const context = members.get('context');
	const has = (...names: string[]): boolean => names.some((name) => members.has(name) || memberOf(context, name) !== undefined);
	const isNamed = has('traceId', 'trace_id', 'context.trace_id') && has('spanId', 'span_id', 'context.span_id');
	return isNamed && [...members.keys()].some((name) => name === 'attributes' || name.startsWith('attributes.'));
}

function stepOf(record: LocatedObject): Step {
	const span = [...record.members.keys()].some((name) => name.includes('.')) ? withLevels(record) : record;
	const context = span.members.get('context');
	const named = (...names: string[]): string | undefined =>
		names.map((name) => idOf(span.members.get(name)) ?? idOf(memberOf(context, name))).find((id) => id !== undefined);
	const attributes = attributesOf(span);
	const began = span.members.get('startTimeUnixNano') ?? span.members.get('start_time_unix_nano') ?? span.members.get('start_time');
	return {
		record,
		trace: named('traceId', 'trace_id') ?? '',
		id: named('spanId', 'span_id'),
		parent: named('parentSpanId', 'parent_span_id', 'parent_id'),
		began: timeOf(began),
		...content(attributes, (stringOf(valueAt(attributes, 'openinference', 'span', 'kind')) ?? named('span_kind') ?? '').toUpperCase()),
		session: idOf(valueAt(attributes, 'session', 'id')) ?? idOf(valueAt(attributes, 'gen_ai', 'conversation', 'id')),
	};
}

/** Nanoseconds are above 2^53: as digits of one length they sort as text. */
function timeOf(value: Located | undefined): string | number | undefined {
	if (value?.kind === 'number') return value.value;
	const text = stringOf(value);
	return text !== undefined && /^\d+$/.test(text) ? text.padStart(20, '0') : text;
}

/** The attributes of a span, with those of its events, in which some tools record the messages. */
function attributesOf(span: LocatedObject): LocatedObject {
	const merged = new Map<string, Located>();
	for (const holder of [...itemsOf(span.members.get('events')), span]) {
		const attributes = memberOf(holder, 'attributes');
		if (attributes?.kind !== 'object' && attributes?.kind !== 'array') continue;
		for (const [name, value] of withLevels(attributes).members) {
			const before = merged.get(name);
			const both = before?.kind === 'object' && value.kind === 'object';
			merged.set(name, both ? { ...value, members: new Map([...before.members, ...value.members]) } : value);
		}
	}
	return { ...span, members: merged };
}

type Content = Pick<Step, 'kind' | 'question' | 'answer' | 'documents' | 'messages' | 'model'>;

function content(attributes: Located, kind: string): Content {
	const genai = memberOf(attributes, 'gen_ai');
	const operation = stringOf(valueAt(genai, 'operation', 'name')) ?? '';
	const documents = documentsIn(
		valueAt(attributes, 'reranker', 'output_documents') ??
			valueAt(attributes, 'retrieval', 'documents') ??
			valueAt(genai, 'retrieval', 'documents'),
	);
	const input =
		valueAt(attributes, 'input', 'value') ??
		valueAt(attributes, 'input', 'question') ??
		valueAt(attributes, 'traceloop', 'entity', 'input');
	const output =
		valueAt(attributes, 'output', 'value') ??
		valueAt(attributes, 'output', 'answer') ??
		valueAt(attributes, 'traceloop', 'entity', 'output');
	const messages = messagesOf(attributes);
	const said = valueAt(attributes, 'llm', 'output_messages') ?? valueAt(genai, 'output', 'messages') ?? valueAt(genai, 'completion');
	const isModel =
		kind === 'LLM' || ['chat', 'text_completion', 'generate_content'].includes(operation) || (messages !== undefined && kind === '');
	const isRetriever = kind === 'RETRIEVER' || operation === 'retrieval' || (kind === '' && documents.length > 0);
	return {
		kind:
			kind === 'RERANKER'
				? 'reranker'
				: isRetriever
					? 'retriever'
					: isModel
						? 'model'
						: kind === 'TOOL' || operation === 'execute_tool'
							? 'tool'
							: 'other',
		documents,
		question:
			questionIn(input) ??
			textIn(valueAt(genai, 'retrieval', 'query', 'text')) ??
			(isModel ? undefined : questionIn(messagesValue(attributes))),
		answer: answerIn(said) ?? textIn(valueAt(genai, 'tool', 'call', 'result')) ?? (isRetriever ? undefined : answerIn(output)),
		messages,
		model:
			idOf(valueAt(attributes, 'llm', 'model_name')) ??
			idOf(valueAt(genai, 'request', 'model')) ??
			idOf(valueAt(genai, 'response', 'model')),
	};
}

function messagesValue(attributes: Located): Located | undefined {
	return (
		valueAt(attributes, 'llm', 'input_messages') ??
		valueAt(attributes, 'gen_ai', 'input', 'messages') ??
		valueAt(attributes, 'gen_ai', 'prompt')
	);
}

function messagesOf(attributes: Located): ChatMessage[] | undefined {
	const instructions = answerIn(valueAt(attributes, 'gen_ai', 'system_instructions'));
	const messages = chatOf(decoded(messagesValue(attributes)));
	if (messages !== undefined) return instructions === undefined ? messages : [{ role: 'system', text: instructions }, ...messages];
	// Completion models are given one text.
	const prompt = textIn(itemsOf(decoded(valueAt(attributes, 'llm', 'prompts')))[0]);
	return prompt === undefined ? undefined : [{ role: 'user', text: prompt }];
}

/** Documents have a level of their own: `document.content`. OpenTelemetry's have an ID and a score only. */
function documentsIn(value: Located | undefined): ForeignContext[] {
	const list = decoded(value);
	return itemsOf(list).flatMap((item): ForeignContext[] => {
		const document = memberOf(item, 'document') ?? item;
		const text = textIn(memberOf(document, 'content'));
		if (text === undefined) return contextsIn(document) ?? [];
		const metadata = decoded(memberOf(document, 'metadata'));
		const id = idOf(memberOf(document, 'id')) ?? idOf(memberOf(metadata, 'source')) ?? idOf(memberOf(metadata, 'file_name'));
		return [{ text, id, score: numberOf(memberOf(document, 'score')) }];
	});
}
