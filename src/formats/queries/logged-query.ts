import type { Break } from '../../text/piecewise-map.ts';
import type { QueryScreenRecord } from '../query-screen-record.ts';
import type { SubjectPlace } from '../subject.ts';

/** Whether a file says by its name that its queries are ordinary ones: `benign.queries.jsonl` or `NAME.benign.queries.jsonl`. It is no log to judge. */
export function isBenignQueriesFile(file: string): boolean {
	return /(?:^|[\\/.])benign\.queries\.jsonl$/.test(file);
}

/** A record as screening writes it once a person has marked its query benign, or has taken that back. @param k documents that retrieval returns */
export function asMarked(record: QueryScreenRecord, benign: boolean, k: number): QueryScreenRecord {
	const flagged = record.findings.length > 0 && !benign;
	const hidden = flagged ? record.target : null;
	return {
		...record,
		findings: record.findings.map((finding) => ({ ...finding, ignored: benign })),
		flagged,
		hidden,
		kept: record.retrieved
			.map(({ id }) => id)
			.filter((id) => id !== hidden)
			.slice(0, k),
	};
}

/** One query of a log, in the order of the log. */
export interface LoggedQuery {
	/** Of this log alone: the log's own where it has one, else the number of its line. */
	readonly id: string;
	/** As the user wrote it; never blank. */
	readonly text: string;
	/** SHA-256 of `text` (`textSha256`). */
	readonly content: string;
	/** Where `text` stands; `null`: in no text file. */
	readonly place: SubjectPlace | null;
	/** On which `text` begins, from 1; `null`: it stands in no text file. */
	readonly line: number | null;
	/** As in `MemoryEntry`. */
	readonly breaks?: readonly Break[];
	/** Session, else user; `null`: the log has neither. */
	readonly session: string | null;
	/** ISO 8601; `null`: the log does not say. */
	readonly when: string | null;
}
