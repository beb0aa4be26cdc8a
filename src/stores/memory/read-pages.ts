import type * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import { unlessAborted } from '../../unless-aborted.ts';
import type { MemoryBatch } from './memory-store.ts';

/** What a record of a database became: `null` where it holds no text. */
export interface PageItem {
	readonly entry: MemoryEntry | null;
	readonly problems: readonly FormatProblem[];
}

/** Some records behind a position, and the position of the last one. */
export interface Page<Position> {
	readonly items: readonly PageItem[];
	/** `null`: there were none. */
	readonly last: Position | null;
	/** Whether there is certainly nothing behind it. */
	readonly isEnd: boolean;
}

/** How a kind of store is read by position, never by counting off what was read. */
export interface Paging<Position> {
	/** How messages name the store. */
	readonly name: string;
	/** Of what a cursor says. */
	readonly position: z.ZodType<Position>;
	/** At most `limit` records behind `after`, in an order that stays. */
	readonly page: (after: Position | null, limit: number, signal: AbortSignal) => Promise<Page<Position>>;
}

/** Records that are asked for at first, before it is known how large they are. */
const first = 64;
/** UTF-16 units of text and numbers of embeddings that a page should have: some 16 MiB. */
const wanted = 2 ** 21;

/** Reads a store page by page; pages get larger while their records are small. Rejects with the signal's reason. */
export async function* readPages<Position>(
	{ name, position, page }: Paging<Position>,
	{ after, batch, signal }: { readonly after?: string; readonly batch: number; readonly signal: AbortSignal },
): AsyncGenerator<MemoryBatch> {
	const max = Math.max(1, Math.floor(batch));
	let at = after === undefined ? null : positionOf(after, position, name);
	for (let limit = Math.min(first, max); ; ) {
		signal.throwIfAborted();
		// oxlint-disable-next-line no-await-in-loop -- one behind the other
		const { items, last, isEnd } = await unlessAborted(page(at, limit, signal), signal);
		if (last === null) return;
		at = last;
		const entries = items.flatMap(({ entry }) => entry ?? []);
		const problems = items.flatMap((item) => item.problems);
		if (entries.length > 0 || problems.length > 0) yield { entries, problems, cursor: cursorOf(at) };
		if (isEnd) break;
		limit = Math.min(max, nextLimit(limit, entries));
	}
	signal.throwIfAborted();
}

function nextLimit(limit: number, entries: readonly MemoryEntry[]): number {
	const size = entries.reduce((sum, { text, embedding }) => sum + text.length + 2 * (embedding?.length ?? 0), 0);
	if (size > wanted) return Math.max(1, Math.floor(limit / 2));
	return size < wanted / 4 ? 2 * limit : limit;
}

function cursorOf(position: unknown): string {
	return JSON.stringify(position);
}

/** @throws {UserError} RA349 where a cursor is not of this store. */
function positionOf<Position>(cursor: string, schema: z.ZodType<Position>, name: string): Position {
	try {
		return schema.parse(JSON.parse(cursor));
	} catch (cause) {
		throw staleCursor(name, cause);
	}
}

/** The error of a reading that cannot go on where another one ended. */
export function staleCursor(name: string, cause?: unknown): UserError {
	return new UserError(errorNumbers.memoryStoreChanged, `Reading '${name}' cannot go on where it ended: the store has changed since.`, {
		hint: 'Scan it from its beginning, without --resume.',
		cause,
	});
}
