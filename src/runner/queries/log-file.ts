import { fileKinds } from '../../files/file-kind.ts';
import { readText, requireText } from '../../files/read-file.ts';
import { sidecarFile } from '../../formats/file-names.ts';
import { labeledTextsKind, readLabeledTexts } from '../../formats/labeled-texts.ts';
import type { LoggedQuery } from '../../formats/queries/logged-query.ts';
import { readQueryLog } from '../../formats/queries/query-log.ts';
import { problemErrors } from '../../formats/read-traces.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import type { QueryScreenSummary } from '../../formats/query-screen-record.ts';
import { loadSidecar } from '../traces/sidecar-store.ts';

/** A log as it is now. */
export interface ReadLog {
	readonly queries: readonly LoggedQuery[];
	readonly problems: number;
	/** The same with their ranges in the file. */
	readonly unread: readonly FormatProblem[];
	/** Problems with their places, for people. */
	readonly remarks: QueryScreenSummary['remarks'];
}

/** Rejects with RA506 or RA146 for a file that cannot be read or holds something else, and as `readQueryLog`. */
export async function readLogFile(file: string): Promise<ReadLog> {
	const text = await requireText(file, fileKinds.dataSet);
	const { queries, problems } = await readQueryLog({ document: file, text }, (other) => readText(other, fileKinds.dataSet));
	return {
		queries,
		problems: problems.length,
		unread: problems,
		remarks: remarksOf(problems, (document) => (document === file ? text : '')),
	};
}

/** Problems that are told with the result; others are counted. */
const maxListed = 20;

/** Problems as sentences, with line and column. @param part how many are told, and lines of the file before the text; of a part of a log all are told */
export function remarksOf(
	problems: readonly FormatProblem[],
	textOf: (document: string) => string,
	part?: { readonly before: number },
): QueryScreenSummary['remarks'] {
	const { before } = part ?? { before: 0 };
	return problemErrors(part === undefined ? problems.slice(0, maxListed) : problems, textOf).map(({ code, message, place, hint }) => ({
		message: `${place?.file ?? ''}:${before + (place?.line ?? 1)}:${place?.column ?? 1}: ${message} (${code})`,
		hint: hint ?? '',
	}));
}

/** Different queries that somebody names as benign; those that are labeled as fishing are none. Rejects as `readLogFile`. */
export async function readBenignQueries(file: string): Promise<string[]> {
	if (labeledTextsKind(file) === 'query') {
		const { texts } = readLabeledTexts({ document: file, text: await requireText(file, fileKinds.dataSet) }, 'query');
		return [...new Set(texts.filter(({ label }) => label !== 'fishing').map(({ text }) => text))];
	}
	return [...new Set((await readLogFile(file)).queries.map(({ text }) => text))];
}

/** Whether a person has marked a text of a log benign, by its hash: its query may have another id today. Rejects with RA111 or RA506. */
export async function benignQueriesOf(log: string): Promise<(content: string) => boolean> {
	const { labels } = await loadSidecar(sidecarFile(log));
	const benign = new Set(
		labels.filter(({ label, subject }) => subject.kind === 'query' && label === 'ordinary').map(({ textSha256 }) => textSha256),
	);
	return (content) => benign.has(content);
}
