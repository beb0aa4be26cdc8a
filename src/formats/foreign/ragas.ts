import { memberOf, type Located, type LocatedObject } from './located.ts';
import type { ForeignFormat, ForeignTrace } from './foreign-format.ts';
import type { ProblemList } from '../problem-list.ts';
import { annotatedScores, scoresInColumns } from './recorded-scores.ts';
import { holdsText, readRow, rowTraces, type RowNames } from './row-reader.ts';

const samples: RowNames = {
	query: ['user_input'],
	contexts: ['retrieved_contexts', 'reference_contexts'],
	response: ['response'],
	reference: ['reference'],
	contextIds: ['retrieved_context_ids'],
};

const olderRows: RowNames = {
	query: ['question'],
	contexts: ['contexts', 'retrieved_contexts'],
	response: ['answer'],
	reference: ['ground_truth', 'ground_truths', 'reference'],
};

/** RAGAS's samples, results with metrics among them: `user_input`, `retrieved_contexts`, `response`, `reference`. */
export const ragasSamples: ForeignFormat = {
	name: 'RAGAS samples',
	recognizes: (record) =>
		memberOf(record, 'user_input') !== undefined &&
		['retrieved_contexts', 'reference_contexts', 'response', 'reference'].some((name) => memberOf(record, name) !== undefined),
	read: ({ values }, problems) => ({ traces: rowTraces(values(problems), (row) => readScored(row, samples, problems)) }),
};

/** RAGAS's rows before version 0.2: `question`, `contexts`, `answer`, `ground_truth`. */
export const ragasRows: ForeignFormat = {
	name: 'RAGAS rows (before version 0.2)',
	recognizes: (record) =>
		holdsText(memberOf(record, 'question')) && memberOf(record, 'contexts') !== undefined && memberOf(record, 'answer') !== undefined,
	read: ({ values }, problems) => ({ traces: rowTraces(values(problems), (row) => readScored(row, olderRows, problems)) }),
};

/** What people said of metrics in RAGAS's app: `{"faithfulness": [{"metric_input": {…}, "is_accepted": true, …}]}`. */
export const ragasAnnotations: ForeignFormat = {
	name: 'RAGAS annotations',
	recognizes: (record) => annotationsIn(record).next().done === false,
	read: ({ values }, problems) => ({
		traces: [...values(problems)].flatMap((value) =>
			[...annotationsIn(value)].flatMap(({ metric, annotation, sample }) => {
				const trace = readRow(sample, sample.members.has('user_input') ? samples : olderRows, problems);
				return trace === null ? [] : [{ ...trace, scores: annotatedScores(metric, annotation) }];
			}),
		),
	}),
};

interface Annotation {
	readonly metric: string;
	readonly annotation: Located;
	readonly sample: LocatedObject;
}

function* annotationsIn(value: Located): Generator<Annotation> {
	if (value.kind !== 'object') return;
	for (const [metric, list] of value.members) {
		if (list.kind !== 'array') continue;
		for (const annotation of list.items) {
			const sample = memberOf(annotation, 'metric_input');
			if (sample?.kind === 'object' && !sample.cut) yield { metric, annotation, sample };
		}
	}
}

/** Reads a row with the metrics in its other columns. */
function readScored(row: LocatedObject, names: RowNames, problems: ProblemList): ForeignTrace | null {
	const trace = readRow(row, names, problems);
	return trace === null ? null : { ...trace, scores: scoresInColumns(row, new Set(Object.values(names).flat())) };
}
