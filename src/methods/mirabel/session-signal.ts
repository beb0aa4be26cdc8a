/** Whether a session asks for one document again and again: what a single query cannot show, as one that rightly looks for a document is as near. */
export interface SessionSignal {
	/** How many of the last queries, the newest with them, have the newest one's nearest document; 0 where it has none. */
	readonly times: number;
	/** How many queries that is of. */
	readonly of: number;
	/** How many flag. */
	readonly least: number;
	readonly flagged: boolean;
}

/** The last ten queries, four of them. */
export const defaultSession = { window: 10, least: 4 } as const;

/**
 * @param targets nearest documents of the different queries (`distinctTargets`) of one session (or user) so far, the newest last; `null`: no document
 * lies nearer to a query than the others. A newest one without a target is never flagged, 0 times
 * @throws RangeError for no query
 */
export function sessionSignal(
	targets: readonly (string | null)[],
	{ window, least }: { readonly window: number; readonly least: number } = defaultSession,
): SessionSignal {
	const last = targets.slice(-window);
	const newest = last.at(-1);
	if (newest === undefined) throw new RangeError('a session without a query');
	const times = newest === null ? 0 : last.filter((target) => target === newest).length;
	return { times, of: last.length, least, flagged: times >= least };
}
