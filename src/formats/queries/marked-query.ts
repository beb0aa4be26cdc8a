import type { QueryScreenRecord } from '../query-screen-record.ts';

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
