import type { ForeignFormat, ForeignReading } from './foreign-format.ts';
import type { LocatedObject } from './located.ts';
import { holdsText, memberAmong, readRow, rowTraces, type RowNames } from './row-reader.ts';
import { contextsIn } from './texts-in.ts';

const names = {
	query: ['question', 'query', 'user_query', 'user_input', 'input', 'prompt'],
	contexts: [
		'retrieved_contexts',
		'retrieval_context',
		'contexts',
		'context',
		'documents',
		'passages',
		'retrieved_documents',
		'retrieved_docs',
		'source_documents',
		'source_nodes',
		'knowledge',
		'source',
		'document',
		'chunks',
	],
	response: ['response', 'answer', 'output', 'summary', 'actual_output', 'generated_answer', 'prediction', 'result'],
} satisfies RowNames;

/** Members that hold a text to be summarized: nobody has asked about it. */
const summarized: readonly string[] = ['source', 'document', 'documents', 'context'];

/** Rows as many data sets have them, RAGBench's and FaithDial's among them: a question, texts and an answer under usual names. */
export const plainRows: ForeignFormat = {
	name: 'rows with a question, contexts and an answer',
	recognizes: (record) => {
		if (record.kind !== 'object') return false;
		const given = memberAmong(record, names.contexts);
		const answered = memberAmong(record, names.response);
		if (given === undefined || answered === undefined || !holdsText(answered[1])) return false;
		const contexts = contextsIn(given[1]);
		if (contexts === undefined || contexts.length === 0) return false;
		const asked = memberAmong(record, names.query);
		return asked === undefined ? answered[0] === 'summary' && summarized.includes(given[0]) : holdsText(asked[1]);
	},
	read: ({ values }, problems): ForeignReading => {
		const unread = new Map<string, string>();
		const traces = rowTraces(values(problems), (row) => {
			for (const [used, other] of alternatives(row)) unread.set(other, used);
			return readRow(row, names, problems);
		});
		return { traces, notes: [...unread].map(([other, used]) => `\`${used}\` was read, and not \`${other}\`.`) };
	},
};

/** Members that could be the answer or the contexts, too, each with the one that is read. */
function* alternatives(row: LocatedObject): Generator<readonly [used: string, other: string]> {
	for (const role of [names.contexts, names.response]) {
		const used = memberAmong(row, role);
		if (used === undefined) continue;
		for (const other of role) {
			const value = row.members.get(other);
			if (other !== used[0] && value !== undefined && value.kind !== 'null') yield [used[0], other];
		}
	}
}
