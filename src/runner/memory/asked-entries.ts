import type { MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import { plural } from '../../wording/plural.ts';
import type { ScanHistory } from './scan-memory.ts';

/** Entries of a store that stand in its history of queries, too, which says that the one was made from the other. */
export class AskedEntries {
	readonly #history: ScanHistory;
	readonly #trigger: string | undefined;
	readonly #queries: ReadonlySet<string>;
	readonly #found = new Set<string>();

	/** @param trigger that is joined to each query */
	constructor(history: ScanHistory, trigger: string | undefined) {
		this.#history = history;
		this.#trigger = trigger;
		this.#queries = new Set(history.queries.map((query) => query.trim()));
	}

	add(text: string): void {
		const asked = (this.#trigger === undefined ? text : `${text.trim()} ${this.#trigger}`).trim();
		if (this.#queries.has(asked)) this.#found.add(asked);
	}

	/** A single entry may well repeat a question: MINJA's do. Half of all queries do not by chance. */
	remarks(): MemoryScanSummary['remarks'] {
		const { name, problems } = this.#history;
		return [
			...(2 * this.#found.size < this.#queries.size
				? []
				: [
						{
							message: `${this.#found.size.toLocaleString('en')} of ${plural(this.#queries.size, 'query', 'queries')} of ${name} are entries of this store, word for word: it is compared with itself, and its scores say nothing.`,
							hint: 'Name what the agent was asked with --history, not what it remembers.',
						},
					]),
			...(problems === 0
				? []
				: [
						{
							message: `Could not read ${plural(problems, 'part', 'parts')} of ${name}.`,
							hint: 'Its other queries count: mend it where that is too few.',
						},
					]),
		];
	}
}
