import type { QueryScreenRecord } from '../../formats/query-screen-record.ts';
import type { QueryRow } from '../../protocol/query-panel.ts';

/** Longest beginning of a query that the list gets, UTF-16 units. */
const mostOfQuery = 400;

/** What the panel's list shows of a record. */
export function rowOf(record: QueryScreenRecord, at: number): QueryRow {
	const { id, query, session, target, max, threshold, z, findings, flagged } = record;
	return {
		at,
		id,
		query: query.length > mostOfQuery ? `${query.slice(0, mostOfQuery - 1)}…` : query,
		session,
		target,
		max,
		threshold,
		z,
		reasons: findings.map(({ reason }) => reason),
		flagged,
		benign: findings.length > 0 && !flagged,
	};
}
