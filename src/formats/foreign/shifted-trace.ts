import type { MappedText } from '../../text/text-map.ts';
import type { AnsweredTrace } from '../read-traces.ts';
import type { DocumentRange } from '../trace.ts';

/** Returns a trace of a part of a file with its places in the whole file. @param by UTF-16 units of the file before the part */
export function shiftedTrace(trace: AnsweredTrace, by: number): AnsweredTrace {
	const moved = ({ document, text, map }: MappedText): MappedText => ({
		document,
		text,
		map: {
			length: map.length,
			toDocument: (offset) => map.toDocument(offset) + by,
			toText: (offset) => map.toText(offset - by),
		},
	});
	const range = ({ start, end }: DocumentRange): DocumentRange => ({ start: start + by, end: end + by });
	const { system, history, query, contexts, response, reference, record } = trace;
	return {
		...trace,
		query: moved(query),
		contexts: contexts.map((context) => ({ ...context, text: moved(context.text) })),
		response: moved(response),
		...(system === undefined ? {} : { system: moved(system) }),
		...(history === undefined ? {} : { history: history.map((turn) => ({ ...turn, text: moved(turn.text) })) }),
		...(reference === undefined ? {} : { reference: moved(reference) }),
		...(record === undefined ? {} : { record: range(record) }),
	};
}
