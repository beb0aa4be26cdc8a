import { errorNumbers } from '../../error-numbers.ts';
import { linePlaces } from '../../text/lines.ts';
import { piecewiseMap } from '../../text/piecewise-map.ts';
import { distinctContextIds, isLostId } from '../context-id.ts';
import type { ProblemList } from '../problem-list.ts';
import { maxSections } from '../sections.ts';
import type { Trace, TraceContext } from '../trace.ts';
import type { ForeignContext, ForeignTrace } from './foreign-format.ts';
import { rangeOf, type Located } from './located.ts';

/** A record without an answer is no trace: tools keep failed runs, and questions that wait for an answer. */
function missingAnswer(record: Located, problems: ProblemList): void {
	problems.add(
		errorNumbers.noResponse,
		'This record has no answer.',
		'It is left out. The other records were read.',
		() => headOf(record),
		{ severity: 'warning' },
	);
}

/** The beginning of a record, at most to the end of its line: a message needs its place, and not all of it. */
function headOf(record: Located): { start: number; end: number } {
	const { start, end } = rangeOf(record);
	return { start, end: Math.min(end, start + 1) };
}

/** What comes before a text in its document, if it is read in parts. */
export interface BeforeText {
	readonly lines: number;
	/** IDs of the traces before it. Those of the text are added. */
	readonly ids: Set<string>;
}

/**
 * Turns what tools recorded into traces, in the order of the document. Traces get IDs that are different within the document: the tool's own, or
 * else `line 12`, the line on which the record begins. Contexts get IDs that are different within the trace. A record without an answer is a
 * warning.
 */
export function toTraces(
	found: readonly ForeignTrace[],
	text: string,
	problems: ProblemList,
	{ lines, ids }: BeforeText = { lines: 0, ids: new Set() },
): Trace[] {
	const places = linePlaces(text);
	return found.flatMap((one) => {
		const { record, response, contexts } = one;
		if (response === undefined) {
			missingAnswer(record, problems);
			return [];
		}
		if (contexts.length > maxSections) {
			problems.add(
				errorNumbers.tooManySections,
				`A trace has at most ${maxSections} contexts, and this record has ${contexts.length}.`,
				'No model has room for as many: keep those that were retrieved for this question.',
				() => headOf(record),
			);
			return [];
		}
		const range = rangeOf(record);
		const line = `line ${lines + places(range.start).line}`;
		const { model, group, system, history, query, reference, labels, undecided, scores = [] } = one;
		return [
			{
				id: free(one.id ?? line, line, ids),
				tags: [],
				sections: [],
				record: range,
				query: query ?? { document: response.document, text: '', map: piecewiseMap([{ text: 0, document: range.start }], 0) },
				contexts: withIds(contexts),
				response,
				...(model === undefined ? {} : { model }),
				...(group === undefined ? {} : { group }),
				...(system === undefined ? {} : { system }),
				...(history === undefined || history.length === 0 ? {} : { history }),
				...(reference === undefined ? {} : { reference }),
				...(labels === undefined ? {} : { labels }),
				...(scores.length === 0 ? {} : { scores }),
				...(undecided === undefined || undecided.length === 0 ? {} : { undecided }),
			},
		];
	});
}

/** Contexts without an ID are numbered from 1. */
function withIds(contexts: readonly ForeignContext[]): TraceContext[] {
	const ids = distinctContextIds(contexts.map(({ id }, i) => (id === undefined || isLostId(id) ? String(i + 1) : id)));
	return contexts.map(({ text, score }, i) => ({ id: ids[i]!, text, ...(score === undefined ? {} : { score }) }));
}

/** An ID that no trace before has: a second one of a name says its line as well. */
function free(name: string, line: string, taken: Set<string>): string {
	let id = name;
	for (let count = 1; taken.has(id); count++) id = count === 1 && name !== line ? `${name} (${line})` : `${name} (${line}, ${count})`;
	taken.add(id);
	return id;
}
