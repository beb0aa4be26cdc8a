import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { HeldEntry } from '../../formats/quarantine-file.ts';
import { parsedJson } from '../../files/read-file.ts';
import { openMemoryStore } from '../../stores/memory/open-store.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { batchesOf } from './store-access.ts';

/**
 * Which entries in quarantine stand in the file again: somebody has undone the change, or has written them there anew. Each entry of the file counts for one of
 * them, so that of two copies that were taken out the second is still missing when one is back.
 * @param text of the file. `from`: offset behind which an entry has to begin, UTF-16 units
 * @throws {UserError} as `openMemoryStore`
 */
export async function backAgain(
	file: string,
	text: string,
	held: readonly HeldEntry[],
	{ from, signal }: { readonly from: number; readonly signal: AbortSignal },
): Promise<Set<HeldEntry>> {
	const missing = new Set(held);
	const contents = new Set(held.map(({ content }) => content));
	const store = await openMemoryStore(file, undefined, { signal });
	try {
		for await (const { entries } of batchesOf(store, signal))
			for (const entry of entries) {
				if (!contents.has(entry.content) || entry.whole === null || entry.whole.start < from) continue;
				const removed = text.slice(entry.whole.start, entry.whole.end);
				const found = [...missing].find((one) => isSame(one, entry, removed));
				if (found !== undefined) missing.delete(found);
			}
	} finally {
		await store.close();
	}
	return new Set(held.filter((one) => !missing.has(one)));
}

/** Two users may have one wish: the same words alone do not make it the same record. */
function isSame(held: HeldEntry, { id, content }: MemoryEntry, removed: string): boolean {
	if (held.content !== content) return false;
	const [before, now] = [parsedJson(held.removed), parsedJson(removed)];
	if (!isRecord(before)) return held.id === id;
	// An id that stands in the record is its own; another one is made from the words.
	if (held.id === id && held.removed.includes(JSON.stringify(id))) return true;
	return isRecord(now) && canonicalJson(before) === canonicalJson(now);
}

function isRecord(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
