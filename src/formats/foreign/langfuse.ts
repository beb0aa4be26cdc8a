import { answerIn, decoded, questionIn } from './answers-in.ts';
import { chatOf } from './chat.ts';
import type { ForeignFormat } from './foreign-format.ts';
import { idOf, itemsOf, memberOf, stringOf, type Located, type LocatedObject } from './located.ts';
import { scoresOf } from './recorded-scores.ts';
import { recordsOf } from './rows.ts';
import { joinSteps, type Step } from './steps.ts';
import { contextsIn } from './texts-in.ts';

/** Traces and observations of Langfuse, from its user interface (JSON, JSON Lines, CSV) or its API. */
export const langfuseTraces: ForeignFormat = {
	name: 'Langfuse traces',
	joins: true,
	recognizes: (record) => isObservation(record) || isTrace(record) || isTrace(memberOf(record, 'trace')),
	read: ({ values }, problems) => {
		const steps: Step[] = [];
		for (const value of values(problems)) {
			for (const record of recordsIn(value)) if (!record.cut) steps.push(...stepsOf(record));
		}
		return joinSteps(steps, problems);
	},
};

/** A trace with its observations inside or beside it, as the user interface saves one, or a list of traces or observations. */
function* recordsIn(value: Located): Generator<LocatedObject> {
	const trace = isTrace(value) ? value : memberOf(value, 'trace');
	if (!isTrace(trace)) {
		yield* recordsOf(value);
		return;
	}
	yield trace;
	if (trace === value) return;
	for (const one of itemsOf(memberOf(value, 'observations'))) if (one.kind === 'object') yield one;
}

function has(record: Located, ...names: string[]): boolean {
	return record.kind === 'object' && names.some((name) => record.members.has(name));
}

function isObservation(record: Located): boolean {
	return (
		has(record, 'traceId', 'trace_id') &&
		has(record, 'type') &&
		has(record, 'parentObservationId', 'parent_observation_id', 'startTime', 'start_time') &&
		has(record, 'input', 'output')
	);
}

function isTrace(record: Located | undefined): record is LocatedObject {
	return (
		record !== undefined &&
		has(record, 'id') &&
		has(record, 'input') &&
		has(record, 'output') &&
		has(record, 'sessionId', 'session_id', 'userId', 'user_id', 'htmlPath', 'bookmarked')
	);
}

function stepsOf(record: LocatedObject): Step[] {
	const member = (...names: string[]): Located | undefined => {
		const found = names.map((name) => record.members.get(name)).find((value) => value !== undefined && value.kind !== 'null');
		return decoded(found);
	};
	const ofTrace = !isObservation(record);
	const id = idOf(member('id'));
	const type = (stringOf(member('type')) ?? '').toUpperCase();
	const kind = ofTrace ? 'other' : (kinds[type] ?? 'other');
	const [input, output] = [member('input'), member('output')];
	const name = stringOf(member('name')) ?? '';
	// Older versions have spans only: one that returns documents is a retriever.
	const found = kind === 'retriever' || (type === 'SPAN' && /retriev|search|lookup/i.test(name)) ? documentsIn(output) : [];
	const step: Step = {
		record,
		trace: (ofTrace ? id : idOf(member('traceId', 'trace_id'))) ?? '',
		id: ofTrace ? `trace ${id ?? ''}` : id,
		parent: ofTrace
			? undefined
			: (idOf(member('parentObservationId', 'parent_observation_id')) ?? `trace ${idOf(member('traceId', 'trace_id')) ?? ''}`),
		began: stringOf(member('startTime', 'start_time', 'timestamp')),
		kind: found.length > 0 ? 'retriever' : kind,
		question: questionIn(input),
		answer: found.length > 0 ? undefined : answerIn(output),
		documents: found,
		messages: kind === 'model' ? (chatOf(input) ?? undefined) : undefined,
		model: idOf(member('model', 'providedModelName')),
		scores: scoresOf(record),
		session: idOf(member('sessionId', 'session_id')),
	};
	const observations = itemsOf(member('observations'));
	return [step, ...observations.flatMap((one) => (one.kind === 'object' && !one.cut ? stepsOf(one) : []))];
}

const kinds: Readonly<Record<string, Step['kind']>> = { GENERATION: 'model', RETRIEVER: 'retriever', TOOL: 'tool' };

function documentsIn(output: Located | undefined): Step['documents'] {
	const inner = memberOf(output, 'documents') ?? memberOf(output, 'output') ?? memberOf(output, 'contexts') ?? output;
	return contextsIn(inner) ?? [];
}
