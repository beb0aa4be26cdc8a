import { sessionSignal, usualSession } from '../../methods/mirabel/session-signal.ts';
import type { QueryScreenRecord } from '../../formats/query-screen-record.ts';

/** Sessions that are remembered: of a log without end those that were quiet longest are forgotten. */
const mostSessions = 100_000;

/** The documents that lie nearest to each session's last queries. */
export class SessionTargets {
	readonly #targets = new Map<string, string[]>();

	/** Takes a session's next query in. `null`: it is of no session. */
	add(session: string | null, target: string): QueryScreenRecord['sessionSignal'] {
		if (session === null) return null;
		const targets = [...(this.#targets.get(session) ?? []), target].slice(-usualSession.window);
		// Behind the others: it was heard of last.
		this.#targets.delete(session);
		this.#targets.set(session, targets);
		for (const first of this.#targets.keys()) if (this.#targets.size > mostSessions) this.#targets.delete(first);
		return sessionSignal(targets);
	}
}
