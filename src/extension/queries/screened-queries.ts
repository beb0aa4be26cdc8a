import { asMarked } from '../../formats/queries/logged-query.ts';
import type { QueryScreenRecord, QueryScreenSummary } from '../../formats/query-screen-record.ts';
import type { QueryRow } from '../../protocol/query-panel.ts';
import { cutTo } from '../../wording/phrases.ts';

/** Longest beginning of a query that the list gets, in user-perceived characters. */
const maxOfQuery = 400;

/** What the panel's list shows of a record. */
export function rowOf(record: QueryScreenRecord, at: number): QueryRow {
	const { id, query, session, target, max, threshold, z, findings, flagged } = record;
	return {
		at,
		id,
		query: cutTo(query, maxOfQuery),
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

/** Records that are kept: a log may have millions, and each has the texts of its documents. */
export const maxKept = { withFindings: 20_000, others: 10_000 } as const;

/** What a run has screened so far. */
export class ScreenedQueries {
	readonly #k: number;
	readonly #max: Readonly<Record<keyof typeof maxKept, number>>;
	readonly #records = new Map<number, QueryScreenRecord>();
	readonly #kept = { withFindings: 0, others: 0 };
	/** By the hash of a text: what was marked since the run began, of which it does not know. */
	readonly #marks = new Map<string, boolean>();
	#queries = 0;
	#judged = true;
	#unlistedFlagged = 0;

	/** @param k documents that retrieval returns */
	constructor(k: number, max: Readonly<Record<keyof typeof maxKept, number>> = maxKept) {
		this.#k = k;
		this.#max = max;
	}

	get queries(): number {
		return this.#queries;
	}
	/** Whether a threshold decides: the same one for all queries of a run. */
	get judged(): boolean {
		return this.#judged;
	}
	get flagged(): number {
		return this.#unlistedFlagged + this.records().filter(({ flagged }) => flagged).length;
	}
	get unlisted(): number {
		return this.#queries - this.#records.size;
	}

	/** In the order of the log. */
	records(): QueryScreenRecord[] {
		return [...this.#records.values()];
	}
	rows(): QueryRow[] {
		return [...this.#records].map(([at, record]) => rowOf(record, at));
	}
	of(at: number): QueryScreenRecord | undefined {
		return this.#records.get(at);
	}

	/** Adds records, and returns the rows of those that are listed. */
	take(records: readonly QueryScreenRecord[]): QueryRow[] {
		return records.flatMap((given) => {
			const mark = this.#marks.get(given.content);
			const record = mark === undefined ? given : asMarked(given, mark, this.#k);
			const at = this.#queries++;
			this.#judged = record.rule !== null;
			const kind = record.findings.length > 0 ? 'withFindings' : 'others';
			if (this.#kept[kind] >= this.#max[kind]) {
				if (record.flagged) this.#unlistedFlagged++;
				return [];
			}
			this.#kept[kind]++;
			this.#records.set(at, record);
			return [rowOf(record, at)];
		});
	}

	/** Marks all queries of a text, by its hash or the id of one, and returns the rows that are other than before. */
	mark(ids: readonly string[], benign: boolean): QueryRow[] {
		const wanted = new Set(ids);
		for (const { id, content } of this.#records.values()) if (wanted.has(id)) wanted.add(content);
		for (const content of wanted) this.#marks.set(content, benign);
		return [...this.#records].flatMap(([at, record]) => {
			if (!wanted.has(record.content)) return [];
			const marked = asMarked(record, benign, this.#k);
			this.#records.set(at, marked);
			return [rowOf(marked, at)];
		});
	}

	/** A summary with what was marked since. @param label what the store is called for short */
	summary(of: QueryScreenSummary, label = of.store.name): QueryScreenSummary {
		const records = this.records();
		const sessions = new Set(records.flatMap(({ flagged, session }) => (flagged && session !== null ? [session] : [])));
		return {
			...of,
			store: { ...of.store, name: label },
			flagged: this.flagged,
			ignored: records.filter(({ flagged, findings }) => !flagged && findings.length > 0).length,
			sessions: of.sessions === null ? null : { ...of.sessions, flagged: sessions.size },
		};
	}
}
