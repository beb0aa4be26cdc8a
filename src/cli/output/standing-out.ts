import type { QueryScreenRecord } from '../../formats/query-screen-record.ts';

/** Queries that are shown where there is no verdict. */
const most = 10;

/** The queries whose nearest documents stand out most, for people to look at where no threshold decides; those that are marked benign are left out. */
export class StandingOut {
	#first: QueryScreenRecord[] = [];

	/** The one that stands out most first, in the log's order among equals. */
	get first(): readonly QueryScreenRecord[] {
		return this.#first;
	}

	add(record: QueryScreenRecord): void {
		if (record.z === null || record.findings.length > 0) return;
		this.#first = [...this.#first, record].toSorted((a, b) => b.z! - a.z!).slice(0, most);
	}
}
