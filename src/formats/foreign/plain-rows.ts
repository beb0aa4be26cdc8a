import type { ForeignFormat, ForeignReading } from './foreign-format.ts';
import { stringOf, type Located, type LocatedObject } from './located.ts';
import { holdsText, memberAmong, readRow, rowTraces, type RowNames } from './row-reader.ts';
import { scoresInColumns } from './recorded-scores.ts';
import { namesSource } from './source-names.ts';
import { contextsIn, unpacked } from './texts-in.ts';

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

/** Members that some tools keep the retrieved texts in, and others their names: `"source": "handbook.pdf"`. */
const namesOrTexts: ReadonlySet<string> = new Set(['source', 'document', 'documents', 'source_documents']);

const noScores: ReadonlySet<string> = new Set(Object.values(names).flat());

/** Names of the members that may hold contexts of a row, without those in which it only says where its texts are from. */
function contextNames({ members }: LocatedObject): string[] {
	return names.contexts.filter((name) => !(namesOrTexts.has(name) && holdsNames(members.get(name))));
}

/** Whether a value is the name of a source, or a list of such names. A document with a text of its own is none, however short the text is. */
function holdsNames(value: Located | undefined): boolean {
	if (value === undefined) return false;
	const inner = unpacked(value);
	const texts = inner.kind === 'array' ? inner.items : [inner];
	return texts.length > 0 && texts.every((text) => text.kind === 'string' && namesSource(stringOf(text) ?? ''));
}

/** Members that hold a text to be summarized: nobody has asked about it. */
const summarized: readonly string[] = ['source', 'document', 'documents', 'context'];

/** Rows as many data sets have them, RAGBench's and FaithDial's among them: a question, texts and an answer under usual names. */
export const plainRows: ForeignFormat = {
	name: 'rows with a question, contexts and an answer',
	recognizes: (record) => {
		if (record.kind !== 'object') return false;
		const given = memberAmong(record, contextNames(record));
		const answered = memberAmong(record, names.response);
		if (given === undefined || answered === undefined || !holdsText(answered[1])) return false;
		const contexts = contextsIn(given[1]);
		if (contexts === undefined || contexts.length === 0 || holdsNames(given[1])) return false;
		const asked = memberAmong(record, names.query);
		return asked === undefined ? answered[0] === 'summary' && summarized.includes(given[0]) : holdsText(asked[1]);
	},
	read: ({ values }, problems): ForeignReading => {
		const unread = new Map<string, string>();
		const traces = rowTraces(values(problems), (row) => {
			for (const [used, other] of alternatives(row)) unread.set(other, used);
			const trace = readRow(row, { ...names, contexts: contextNames(row) }, problems);
			return trace === null ? null : { ...trace, scores: scoresInColumns(row, noScores) };
		});
		return { traces, notes: [...unread].map(([other, used]) => `\`${used}\` was read, and not \`${other}\`.`) };
	},
};

/** Members that could be the answer or the contexts, too, each with the one that is read. */
function* alternatives(row: LocatedObject): Generator<readonly [used: string, other: string]> {
	for (const role of [contextNames(row), names.response]) {
		const used = memberAmong(row, role);
		if (used === undefined) continue;
		for (const other of role) {
			const value = row.members.get(other);
			if (other !== used[0] && value !== undefined && value.kind !== 'null') yield [used[0], other];
		}
	}
}
