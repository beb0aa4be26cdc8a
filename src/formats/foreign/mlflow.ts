import { answerIn, decoded, questionIn } from './answers-in.ts';
import { chatOf } from './chat.ts';
import type { ForeignFormat } from './foreign-format.ts';
import { idOf, itemsOf, memberOf, numberOf, stringOf, valueAt, type Located, type LocatedObject } from './located.ts';
import { scoresOf } from './recorded-scores.ts';
import { recordsOf } from './rows.ts';
import { joinSteps, type Step } from './steps.ts';
import { contextsIn } from './texts-in.ts';

/** Traces of MLflow: `{"info": {…}, "data": {"spans": […]}}`. */
export const mlflowTraces: ForeignFormat = {
	name: 'MLflow traces',
	recognizes: (record) => memberOf(record, 'info')?.kind === 'object' && valueAt(record, 'data', 'spans')?.kind === 'array',
	read: ({ values }, problems) => {
		const steps: Step[] = [];
		for (const value of values(problems)) for (const trace of recordsOf(value)) steps.push(...stepsOf(trace));
		return joinSteps(steps, problems);
	},
};

function stepsOf(trace: LocatedObject): Step[] {
	const info = trace.members.get('info');
	const id = idOf(memberOf(info, 'trace_id')) ?? idOf(memberOf(info, 'request_id')) ?? '';
	const session = idOf(valueAt(info, 'trace_metadata', 'mlflow.trace.session'));
	return itemsOf(valueAt(trace, 'data', 'spans')).flatMap((span): Step[] => {
		if (span.kind !== 'object' || span.cut) return [];
		const attributes = memberOf(span, 'attributes');
		// Each value is JSON in a string.
		const attribute = (name: string): Located | undefined => decoded(memberOf(attributes, name));
		const parent = idOf(memberOf(span, 'parent_span_id')) ?? idOf(memberOf(span, 'parent_id'));
		const type = stringOf(attribute('mlflow.spanType')) ?? stringOf(memberOf(span, 'span_type')) ?? '';
		const kind = kinds[type] ?? 'other';
		const [input, output] = [
			attribute('mlflow.spanInputs') ?? memberOf(span, 'inputs'),
			attribute('mlflow.spanOutputs') ?? memberOf(span, 'outputs'),
		];
		return [
			{
				// What is outermost is the trace: its record is all of it.
				record: parent === undefined ? trace : span,
				trace: id,
				id: idOf(memberOf(span, 'span_id')) ?? idOf(valueAt(span, 'context', 'span_id')),
				parent,
				began: numberOf(memberOf(span, 'start_time_unix_nano')) ?? numberOf(memberOf(span, 'start_time')),
				kind,
				question: questionIn(input),
				answer: kind === 'retriever' || kind === 'reranker' ? undefined : answerIn(output),
				documents: kind === 'retriever' || kind === 'reranker' ? (contextsIn(output) ?? []) : [],
				messages: kind === 'model' ? chatOf(memberOf(input, 'messages') ?? input) : undefined,
				model: idOf(memberOf(input, 'model')) ?? idOf(attribute('mlflow.llm.model')),
				...(parent === undefined && { scores: scoresOf(trace) }),
				session,
			},
		];
	});
}

const kinds: Readonly<Record<string, Step['kind']>> = {
	RETRIEVER: 'retriever',
	RERANKER: 'reranker',
	LLM: 'model',
	CHAT_MODEL: 'model',
	TOOL: 'tool',
};
