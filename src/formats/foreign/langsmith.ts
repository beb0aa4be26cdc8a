import { answerIn, questionIn } from './answers-in.ts';
import { chatOf } from './chat.ts';
import type { ForeignFormat } from './foreign-format.ts';
import { idOf, memberOf, stringOf, valueAt, type Located, type LocatedObject } from './located.ts';
import { scoresOf } from './recorded-scores.ts';
import { recordsOf } from './rows.ts';
import { joinSteps, type Step } from './steps.ts';
import { contextsIn, textIn, unpacked } from './texts-in.ts';

/** Runs of LangSmith, as JSON Lines, as a list, or in an envelope `runs` or `data`. */
export const langSmithRuns: ForeignFormat = {
	name: 'LangSmith runs',
	joins: true,
	recognizes: (record) => stringOf(memberOf(record, 'run_type')) !== undefined && memberOf(record, 'inputs') !== undefined,
	read: ({ values }, problems) => {
		const steps: Step[] = [];
		for (const value of values(problems)) for (const run of recordsOf(value)) steps.push(...stepsOf(run));
		return joinSteps(steps, problems);
	},
};

/** A run, and the runs that are nested in it. */
function stepsOf(run: LocatedObject, above?: { readonly trace: string; readonly id: string | undefined }): Step[] {
	const member = (name: string): Located | undefined => run.members.get(name);
	const [inputs, outputs] = [member('inputs'), member('outputs')].map((value) => (value === undefined ? undefined : unpacked(value)));
	const id = idOf(member('id'));
	const order = stringOf(member('dotted_order'));
	const parts = order?.split('.') ?? [];
	// Runs as they are posted name no parent. A part of the order is a time and the ID of a run.
	const parent = idOf(member('parent_run_id')) ?? (parts.length > 1 ? parts.at(-2)?.replace(/^.*Z/, '') : above?.id);
	const trace = idOf(member('trace_id')) ?? parts[0]?.replace(/^.*Z/, '') ?? above?.trace ?? id ?? '';
	const type = stringOf(member('run_type')) ?? '';
	const kind = type === 'llm' ? 'model' : type === 'retriever' || type === 'tool' ? type : 'other';
	const documents =
		kind === 'retriever' ? (contextsIn(memberOf(outputs, 'documents') ?? memberOf(outputs, 'output') ?? outputs) ?? []) : [];
	const prompt = textIn(valueAt(inputs, 'prompts', 0)) ?? textIn(memberOf(inputs, 'prompt'));
	const step: Step = {
		record: run,
		trace,
		id,
		parent,
		began: order ?? stringOf(member('start_time')),
		kind,
		question: questionIn(inputs),
		answer: kind === 'retriever' ? undefined : answerIn(outputs),
		documents,
		messages: chatOf(memberOf(inputs, 'messages')) ?? (prompt === undefined ? undefined : [{ role: 'user', text: prompt }]),
		model: modelOf(run),
		scores: scoresOf(run),
		session: idOf(valueAt(run, 'extra', 'metadata', 'session_id')) ?? idOf(valueAt(run, 'extra', 'metadata', 'thread_id')),
	};
	const nested = member('child_runs');
	const children = nested?.kind === 'array' ? nested.items : [];
	return [step, ...children.flatMap((child) => (child.kind === 'object' && !child.cut ? stepsOf(child, { trace, id }) : []))];
}

function modelOf(run: Located): string | undefined {
	const extra = memberOf(run, 'extra');
	return (
		idOf(valueAt(extra, 'metadata', 'ls_model_name')) ??
		idOf(valueAt(extra, 'invocation_params', 'model')) ??
		idOf(valueAt(extra, 'invocation_params', 'model_name'))
	);
}
