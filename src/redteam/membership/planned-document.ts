import { SessionTargets } from '../../analysis/queries/session-targets.ts';
import { isAbove } from '../../methods/mirabel/thresholds.ts';
import type { ScreeningRule } from '../../formats/query-screen-record.ts';
import type { Probe } from './membership-attack.ts';
import type { SeenQuery } from './memory-index.ts';

/** Who is asked about. */
export interface Target {
	readonly text: string;
	readonly member: boolean;
}

/** A query about a document, with what the pipeline reads for it. */
export interface PlannedQuery {
	readonly query: string;
	/** Whether the document is among what is read without a defense. */
	readonly retrieved: boolean;
	/** Whether detect-and-hide hides the nearest. */
	readonly hidden: boolean;
	readonly read: readonly string[];
	/** The same as `read` where nothing is hidden. */
	readonly readDefended: readonly string[];
}

/** All queries about a document, as one session. */
export interface PlannedDocument {
	readonly target: Target;
	readonly probe: Probe;
	readonly queries: readonly PlannedQuery[];
	/** Whether the session signal was raised. */
	readonly session: boolean;
}

/** What the pipeline reads for each query, as it is and with detect-and-hide. @param seen of the probe's queries, with one row more than `k` */
export function plannedDocument(
	target: Target,
	probe: Probe,
	seen: readonly SeenQuery[],
	{ texts, k, rule }: { readonly texts: readonly string[]; readonly k: number; readonly rule: ScreeningRule },
): PlannedDocument {
	const sessions = new SessionTargets();
	let session = false;
	const queries = probe.queries.map((query, i): PlannedQuery => {
		const { found, max, thresholds } = seen[i]!;
		const signalled = sessions.add('one', seen[i]!, false)?.flagged === true;
		session ||= signalled;
		const hidden = signalled || isAbove(max, thresholds[rule]);
		const rows = (from: number): string[] => found.slice(from, from + k).map((row) => texts[row]!);
		const read = rows(0);
		return { query, retrieved: read.includes(target.text), hidden, read, readDefended: hidden ? rows(1) : read };
	});
	return { target, probe, queries, session };
}
