import type { TraceLabel } from '../trace.ts';
import type { ForeignFormat, ForeignTrace } from './foreign-format.ts';
import { idOf, itemsOf, memberOf, stringOf, valueAt, type LocatedObject } from './located.ts';
import { holdsText, readRow, rowTraces, type RowNames } from './row-reader.ts';

const names: RowNames = { query: ['question'], contexts: ['documents'], response: ['response'] };

/** Rows of RAGBench (Friel et al., 2024): `question`, `documents`, `response`, and the keys of the sentences that nothing supports. */
export const ragBench: ForeignFormat = {
	name: 'RAGBench rows',
	recognizes: (record) =>
		holdsText(memberOf(record, 'response')) &&
		memberOf(record, 'documents') !== undefined &&
		memberOf(record, 'response_sentences') !== undefined,
	read: ({ values }, problems) => ({
		traces: rowTraces(values(problems), (row) => {
			const trace = readRow(row, names, problems);
			return trace === null ? null : { ...trace, labels: labelsOf(row, trace) };
		}),
	}),
};

/** The unsupported sentences of the response. `undefined` if there are no keys, or a sentence is not in the response as it is written. */
function labelsOf(row: LocatedObject, { response }: ForeignTrace): TraceLabel[] | undefined {
	const keys = row.members.get('unsupported_response_sentence_keys');
	if (keys?.kind !== 'array' || response === undefined) return undefined;
	const unsupported = new Set(keys.items.map(idOf));
	const labels: TraceLabel[] = [];
	let from = 0;
	for (const pair of itemsOf(row.members.get('response_sentences'))) {
		const sentence = stringOf(valueAt(pair, 1))?.trim() ?? '';
		const start = response.text.indexOf(sentence, from);
		if (sentence === '' || start === -1) return undefined;
		from = start + sentence.length;
		if (unsupported.delete(idOf(valueAt(pair, 0)))) labels.push({ start, end: from, type: 'unsupported' });
	}
	return unsupported.size === 0 ? labels : undefined;
}
