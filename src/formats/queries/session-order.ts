import type { LoggedQuery } from './logged-query.ts';

/**
 * Queries in the order of time where their own does not have a session's queries one after the other: many tools export the newest first. Those that say no
 * time stand behind the one before them.
 */
export function inSessionOrder(queries: readonly LoggedQuery[]): readonly LoggedQuery[] {
	const newest = new Map<string, number>();
	let last = -Infinity;
	let isInOrder = true;
	const timed = queries.map((query) => {
		const { session, when } = query;
		if (when !== null) {
			last = Date.parse(when);
			if (session !== null) {
				if (last < (newest.get(session) ?? -Infinity)) isInOrder = false;
				newest.set(session, last);
			}
		}
		return { query, time: last };
	});
	if (isInOrder) return queries;
	return timed.toSorted((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ query }) => query);
}
