import type { TextRange } from '../../text/tagged-text.ts';
import type { MappedText } from '../../text/text-map.ts';
import { readLabels } from '../ragtruth-labels.ts';
import type { ProblemList } from '../problem-list.ts';
import type { TraceLabel } from '../trace.ts';
import type { ForeignFormat } from './foreign-format.ts';
import { idOf, itemsOf, memberOf, numberOf, rangeOf, stringOf, valueAt, type Located, type LocatedObject } from './located.ts';
import { holdsText, readRow, rowTraces } from './row-reader.ts';

const names = { query: [], contexts: ['source'], response: ['summary'], id: ['sample_id'], model: ['meta_model'] };

/**
 * Samples of FaithBench (Bao et al., 2024): a text, its summary, and spans of the summary that annotators have marked. What they call unwanted is wrong;
 * what they call questionable or benign is undecided.
 */
export const faithBench: ForeignFormat = {
	name: 'FaithBench samples',
	recognizes: (record) =>
		holdsText(memberOf(record, 'source')) && holdsText(memberOf(record, 'summary')) && memberOf(record, 'annotations')?.kind === 'array',
	read: ({ values }, problems) => ({
		traces: rowTraces(values(problems), (row) => {
			const trace = readRow(row, names, problems);
			if (trace?.response === undefined) return trace;
			const model = trace.model ?? idOf(valueAt(row, 'metadata', 'summarizer'));
			return { ...trace, model, ...annotated(row, trace.response, problems) };
		}),
	}),
};

function annotated(row: LocatedObject, { text }: MappedText, problems: ProblemList): { labels?: TraceLabel[]; undecided?: TextRange[] } {
	const unwanted: Parameters<typeof readLabels>[1]['labels'] & object = [];
	const open: typeof unwanted = [];
	for (const annotation of itemsOf(row.members.get('annotations'))) {
		const types = labelNames(memberOf(annotation, 'label'));
		const [start, end] = [numberOf(memberOf(annotation, 'summary_start')), numberOf(memberOf(annotation, 'summary_end'))];
		if (types.length === 0 || start === undefined || end === undefined) continue;
		const span = {
			start,
			end,
			text: stringOf(memberOf(annotation, 'summary_span')),
			label_type: types.at(-1) ?? '',
			meta: stringOf(memberOf(annotation, 'note')),
			due_to_null: undefined,
			implicit_true: undefined,
		};
		(types.some((type) => type.startsWith('Unwanted')) ? unwanted : open).push(span);
	}
	const { labels, undecided, mistakes } = readLabels(text, { labels: unwanted, undecided: open });
	for (const { code, message, hint } of mistakes)
		problems.add(code, message, `${hint} Sample '${idOf(row.members.get('sample_id')) ?? ''}' counts as one without labels.`, () =>
			rangeOf(row.members.get('annotations') ?? row),
		);
	return mistakes.length > 0 ? {} : { labels, undecided };
}

function labelNames(label: Located | undefined): string[] {
	if (label?.kind === 'string') return [stringOf(label) ?? ''].filter((name) => name !== '');
	return itemsOf(label).flatMap((one) => stringOf(one) ?? []);
}
