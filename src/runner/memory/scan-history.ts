import { basename } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText, requireText } from '../../files/read-file.ts';
import type { MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import { readQueryHistory } from '../../formats/memory/query-history.ts';
import { lastQueries, withTrigger } from '../../methods/memsad/query-history.ts';
import { plural } from '../../wording/phrases.ts';
import type { ScanHistory } from './scan.ts';

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
							message: `${this.#found.size.toLocaleString('en')} of ${plural(this.#queries.size, 'query', 'queries')} of ${name} are entries of this store, word for word. The store is compared with itself, so its scores mean nothing.`,
							hint: 'With --history, name what users asked the agent, not what it remembers.',
						},
					]),
			...(problems === 0
				? []
				: [
						{
							message: `Could not read ${plural(problems, 'part', 'parts')} of ${name}.`,
							hint: 'Its other queries count. If they are too few, correct the file.',
						},
					]),
		];
	}
}

/**
 * The last queries of a file, as entries are compared with them.
 * @param trigger joined to each of them; `undefined`: none is suspected
 * @param length how many of the last queries count; `undefined`: as many as in the paper
 * @throws {UserError} RA506 or RA146 for a file that cannot be read or holds something else, RA678 for one that holds no query
 */
export async function readHistory(
	file: string,
	{ trigger, length }: { readonly trigger?: string | undefined; readonly length?: number | undefined } = {},
): Promise<ScanHistory> {
	const text = await requireText(file, fileKinds.dataSet);
	const { queries, problems } = await readQueryHistory({ document: file, text }, (other) => readText(other, fileKinds.dataSet));
	if (queries.length === 0)
		throw new UserError(errorNumbers.emptyHistory, 'The history has no query.', {
			place: { file },
			hint: 'Expected one query per line, such as {"query": "What does Ada like?"}. Without a history, entries are judged only by what they say.',
		});
	const last = lastQueries(queries, length).map(({ query }) => query);
	return { name: basename(file), queries: trigger === undefined ? last : withTrigger(last, trigger), problems: problems.length };
}
