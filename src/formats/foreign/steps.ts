import { errorNumbers } from '../../error-numbers.ts';
import type { MappedText } from '../../text/text-map.ts';
import type { ProblemList } from '../problem-list.ts';
import type { RecordedScore } from '../trace.ts';
import { lastTurn, type ChatMessage } from './chat.ts';
import type { ForeignContext, ForeignReading, ForeignTrace } from './foreign-format.ts';
import { rangeOf, trimmedPart, type Located } from './located.ts';

type StepKind = 'retriever' | 'reranker' | 'model' | 'tool' | 'other';

/** One step of an application that a tool has traced: a span, a run or an observation. */
export interface Step {
	readonly record: Located;
	readonly trace: string;
	readonly id: string | undefined;
	/** `undefined` for the outermost step. */
	readonly parent: string | undefined;
	/** Where it is in time, as far as the file says: a number, or text that sorts as time does. */
	readonly began: string | number | undefined;
	readonly kind: StepKind;
	readonly question?: MappedText | undefined;
	readonly answer?: MappedText | undefined;
	/** Documents that a retriever or a reranker returned. */
	readonly documents: readonly ForeignContext[];
	/** What a model was given. */
	readonly messages?: readonly ChatMessage[] | undefined;
	readonly model?: string | undefined;
	/** What the tool or a person says of the answer. */
	readonly scores?: readonly RecordedScore[];
	/** Conversation that the trace is part of. */
	readonly session?: string | undefined;
}

/** Texts in the system's instructions or in a prompt are taken for contexts if they have at least this many UTF-16 units. */
const shortestContext = 120;

/**
 * Joins the steps of each trace: what the application was asked and answered, the documents that were retrieved for it, and the model's instructions.
 * Without documents, what tools returned counts as contexts. Without both, the text in the instructions or around the question does.
 */
export function joinSteps(steps: readonly Step[], problems: ProblemList): ForeignReading {
	const traces = new Map<string, Step[]>();
	const broken = brokenTraces(steps, problems);
	for (const step of steps) {
		if (broken.has(step.trace)) continue;
		const known = traces.get(step.trace);
		if (known === undefined) traces.set(step.trace, [step]);
		else known.push(step);
	}
	const notes = new Set<string>();
	const read = [...traces].map(([id, all]) => joined(id, inTime(all), notes));
	if (!steps.some(({ question, answer, messages, documents }) => question ?? answer ?? messages ?? documents[0]))
		notes.add(
			'Its spans carry no texts. Record them with the content of messages, for example with OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY.',
		);
	return { traces: read, notes: [...notes] };
}

/**
 * Finds the traces that may lack steps: those before and behind each place at which the file is broken. An answer without the documents that were
 * retrieved for it would be judged wrongly.
 */
function brokenTraces(steps: readonly Step[], problems: ProblemList): ReadonlySet<string> {
	const broken = new Set<string>();
	for (const { code, range } of problems.list()) {
		if (code !== errorNumbers.malformedJsonLine && code !== errorNumbers.malformedCsv) continue;
		const places = steps.map(({ record, trace }) => ({ trace, at: rangeOf(record).start })).toSorted((a, b) => a.at - b.at);
		const last = places.findLast(({ at }) => at < range.start);
		const next = places.find(({ at }) => at >= range.start);
		for (const near of [last, next]) {
			if (near === undefined || broken.has(near.trace)) continue;
			broken.add(near.trace);
			problems.add(
				errorNumbers.incompleteTrace,
				`Trace '${near.trace}' is left out: the file is damaged next to it, so steps of it may be missing.`,
				'Mend the file, or export it again.',
				() => ({ start: near.at, end: near.at + 1 }),
			);
		}
	}
	return broken;
}

/** In the order of time, where all steps say a time of one kind. */
function inTime(steps: readonly Step[]): readonly Step[] {
	if (steps.every(({ began }) => typeof began === 'number')) return steps.toSorted((a, b) => Number(a.began) - Number(b.began));
	if (steps.every(({ began }) => typeof began === 'string'))
		return steps.toSorted((a, b) => (String(a.began) < String(b.began) ? -1 : String(a.began) > String(b.began) ? 1 : 0));
	return steps;
}

function joined(id: string, steps: readonly Step[], notes: Set<string>): ForeignTrace {
	const ids = new Set(steps.map((step) => step.id));
	const root = steps.find(({ parent }) => parent === undefined || !ids.has(parent));
	const model = steps.findLast(({ kind, answer }) => kind === 'model' && answer !== undefined);
	const chat = lastTurn(model?.messages ?? []);
	const retrievers = steps.filter(({ kind }) => kind === 'retriever');
	const query = root?.question ?? retrievers[0]?.question ?? chat.query;
	const documents = retrievedBy(steps);
	const tools = steps.flatMap(({ kind, answer, record }): ForeignContext[] =>
		kind === 'tool' && answer !== undefined && record !== model?.record ? [{ text: answer }] : [],
	);
	const found = [documents, onlyOnce(tools), onlyOnce(chat.toolResults)].find((contexts) => contexts.length > 0) ?? [];
	const given = found.length > 0 ? { contexts: found, system: chat.system } : inPrompt(chat, query, notes);
	const withSystem = given.system !== undefined && !given.contexts.some(({ text }) => given.system?.text.includes(text.text) === true);
	return {
		record: root?.record ?? steps[0]!.record,
		id,
		model: model?.model ?? steps.find((step) => step.model !== undefined)?.model,
		group: root?.session ?? steps.find(({ session }) => session !== undefined)?.session,
		query,
		history: chat.history,
		contexts: given.contexts,
		// Contexts within the instructions would be there even where a model reads without contexts.
		system: withSystem ? given.system : undefined,
		response: root?.answer ?? model?.answer,
		scores: [...new Map(steps.flatMap(({ scores = [] }) => scores).map((score) => [score.name, score])).values()],
	};
}

/** What rerankers left, or else what retrievers found. A retriever within another returns the same documents. */
function retrievedBy(steps: readonly Step[]): ForeignContext[] {
	const of = (kind: StepKind): ForeignContext[] =>
		onlyOnce(steps.filter((step) => step.kind === kind).flatMap(({ documents }) => documents));
	const reranked = of('reranker');
	return reranked.length > 0 ? reranked : of('retriever');
}

function onlyOnce(contexts: readonly ForeignContext[]): ForeignContext[] {
	const seen = new Set<string>();
	return contexts.filter(({ text }) => seen.size < seen.add(text.text).size);
}

/** Contexts that are part of the instructions, or of the message with the question. */
function inPrompt(
	{ system, query: asked }: ReturnType<typeof lastTurn>,
	query: MappedText | undefined,
	notes: Set<string>,
): { contexts: ForeignContext[]; system?: MappedText | undefined } {
	const at = asked === undefined || query === undefined || asked === query ? -1 : asked.text.lastIndexOf(query.text);
	if (asked !== undefined && query !== undefined && at !== -1) {
		const before = trimmedPart(asked, 0, at);
		const behind = trimmedPart(asked, at + query.text.length);
		const text = before.text.length >= behind.text.length ? before : behind;
		if (text.text.length >= shortestContext) {
			notes.add('No retrieved documents were recorded. The prompt around the question was read as one context.');
			return { contexts: [{ id: 'prompt', text }], system };
		}
	}
	if (system !== undefined && system.text.length >= shortestContext) {
		notes.add('No retrieved documents were recorded. The instructions of the system were read as one context.');
		return { contexts: [{ id: 'instructions', text: system }] };
	}
	return { contexts: [], system };
}
