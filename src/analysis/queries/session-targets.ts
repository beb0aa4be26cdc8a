import { distinctTargets, type AskedQuery } from '../../methods/mirabel/distinct-targets.ts';
import { sessionSignal, defaultSession } from '../../methods/mirabel/session-signal.ts';
import type { QueryScreenRecord } from '../../formats/query-screen-record.ts';

/** Sessions that are remembered: of a log without end those that were quiet longest are forgotten. */
const maxSessions = 100_000;

/** Each session's last different queries, with the documents that lie nearest to them. */
export class SessionTargets {
	readonly #asked = new Map<string, readonly AskedQuery[]>();

	/**
	 * Takes a session's next query in, unless a person has marked it benign: what the session has asked for with it.
	 * `null`: it is of no session, or has no target.
	 */
	add(session: string | null, query: AskedQuery, isBenign: boolean): QueryScreenRecord['sessionSignal'] {
		if (session === null) return null;
		const before = this.#asked.get(session) ?? [];
		const asked = distinctTargets([...before, query]).slice(-defaultSession.window);
		// Behind the others: it was heard of last.
		this.#asked.delete(session);
		this.#asked.set(session, isBenign ? before : asked);
		for (const first of this.#asked.keys()) if (this.#asked.size > maxSessions) this.#asked.delete(first);
		return query.target === null ? null : sessionSignal(asked.map(({ target }) => target));
	}
}
