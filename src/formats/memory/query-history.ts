import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isDataSetFile, fileKind } from '../file-names.ts';
import { plainQueryExample, readQueryRecords } from '../queries/query-records.ts';
import { readNamedTraces, type ReadText } from '../read-traces.ts';
import type { SubjectPlace } from '../subject.ts';
import type { FormatProblem, ParsedTraces, TextDocumentInput } from '../trace.ts';

/** A question that was put to an agent or its memory. */
interface PastQuery {
	readonly query: string;
	/** ISO 8601; `null`: nobody has said when. */
	readonly when: string | null;
	/** Of its words; of a JSON string the range within its quotes. */
	readonly place: SubjectPlace;
}

export interface QueryHistory {
	/** In the order of time; those that say no time stand behind the one before them in the file. */
	readonly queries: readonly PastQuery[];
	readonly problems: readonly FormatProblem[];
}

/**
 * Reads the queries of a file: JSON Lines or a JSON list of records with `query`, `question` or `text`; runs of LangSmith and spans of OpenInference, of
 * each trace what was asked of the retriever, or else of the whole; and traces of this product (`*.rag.md`, pairs, RAGTruth). Blank queries are none.
 * @throws UserError RA146 where no query stands in it; as `readNamedTraces` for half of a pair or data set.
 */
export async function readQueryHistory({ document, text }: TextDocumentInput, readText: ReadText): Promise<QueryHistory> {
	if (fileKind(document) !== null || isDataSetFile(document))
		return queriesOfTraces(document, await readNamedTraces(document, text, readText));
	const { records, problems } = readQueryRecords({ document, text });
	if (records.length === 0 && text.trim() !== '') throw noQuery(document);
	return { queries: inTime(records), problems };
}

/** Queries of traces that were read already, in their order: traces say no time. */
function queriesOfTraces(file: string, { traces, problems }: ParsedTraces): QueryHistory {
	const queries = traces.flatMap(({ query }): PastQuery[] =>
		query.text.trim() === ''
			? []
			: [
					{
						query: query.text,
						when: null,
						place: {
							file: query.document === '' ? file : query.document,
							start: query.map.toDocument(0),
							end: query.map.toDocument(query.text.length),
						},
					},
				],
	);
	return { queries, problems };
}

/** For a file in which nobody asks anything. */
export function noQuery(document: string): UserError {
	return new UserError(errorNumbers.noQueryInHistory, 'This file holds no query.', {
		place: { file: document },
		hint: `Expected one query per line, such as ${plainQueryExample}, or LangSmith runs, OpenInference spans, or traces (\`*.rag.md\`). Write plain texts in the same way.`,
	});
}

function inTime(queries: readonly PastQuery[]): PastQuery[] {
	let last = -Infinity;
	const timed = queries.map(({ query, when, place }) => {
		if (when !== null) last = Date.parse(when);
		return { time: last, query: { query, when, place } };
	});
	return timed.toSorted((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ query }) => query);
}
