import type { ForeignContext, ForeignFormat, ForeignTrace } from './foreign-format.ts';
import { idOf, memberOf, type LocatedObject } from './located.ts';
import { recordsOf } from './rows.ts';
import { textIn } from './texts-in.ts';

/** Rows of Open RAG Eval: one for each retrieved passage, with the answer in the first row of a question's run. */
export const openRagEvalRows: ForeignFormat = {
	name: 'Open RAG Eval rows',
	joins: true,
	recognizes: (record) =>
		['query_id', 'query', 'passage_id', 'passage'].every((name) => memberOf(record, name) !== undefined) &&
		record.kind === 'object' &&
		record.members.has('generated_answer'),
	read: ({ values }, problems) => {
		const runs = new Map<string, LocatedObject[]>();
		for (const value of values(problems)) {
			for (const row of recordsOf(value)) {
				const run = JSON.stringify(['query_id', 'query_run'].map((name) => idOf(row.members.get(name)) ?? ''));
				runs.set(run, [...(runs.get(run) ?? []), row]);
			}
		}
		return { traces: [...runs.values()].map(traceOf) };
	},
};

function traceOf(rows: readonly LocatedObject[]): ForeignTrace {
	const first = (name: string) => rows.map((row) => textIn(row.members.get(name))).find((text) => text !== undefined);
	const record = rows.find((row) => textIn(row.members.get('generated_answer')) !== undefined) ?? rows[0]!;
	const [id, run] = ['query_id', 'query_run'].map((name) => idOf(record.members.get(name)));
	return {
		record,
		id: run === undefined || id === undefined ? id : `${id}-${run}`,
		// The runs of a question belong together.
		group: id,
		query: first('query'),
		contexts: rows.flatMap((row): ForeignContext[] => {
			const text = textIn(row.members.get('passage'));
			// Answers cite passages as `[1]`.
			return text === undefined ? [] : [{ text, id: idOf(row.members.get('passage_id'))?.replace(/^\[(.+)\]$/, '$1') }];
		}),
		response: first('generated_answer'),
	};
}
