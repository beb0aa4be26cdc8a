import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { realSystem, type WritingSystem } from '../../files/durable-file.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import { quarantineFile, type HeldEntry, type Quarantine } from '../../formats/quarantine-file.ts';
import type { Quarantined } from '../../protocol/memory.ts';
import { changedMeanwhile, asOnlyMemoryWriter, readMemoryFile, replaceMemory, stateOf } from './memory-file.ts';
import { loadQuarantine, saveQuarantine, settled } from './quarantine-store.ts';

export interface QuarantineWish {
	readonly reason: string;
	readonly who: string;
	/** ISO 8601. */
	readonly when: string;
	readonly write: boolean;
	readonly signal: AbortSignal;
	/** Replaced in tests that stop between the steps. */
	readonly system?: WritingSystem;
}

/** What was done, or would be. */
export interface QuarantineResult {
	readonly moved: readonly Quarantined[];
	readonly file: string;
}

/**
 * Takes entries out of the file that holds them, into the quarantine beside it. Written ahead: the quarantine holds them, with what it takes to put them back,
 * before the file is replaced; whatever ends the process in between, an entry is in one of the two.
 * @param entries of this file, as a reading of it has just given them
 * @throws {UserError} RA672 where the file is no longer what was read, RA675 where it cannot be written, RA676 for an entry that has no place in it
 */
export async function quarantineEntries(named: string, entries: readonly MemoryEntry[], wish: QuarantineWish): Promise<QuarantineResult> {
	const { write, signal, system = realSystem } = wish;
	if (!write) {
		const { taken, path } = await takenOut(named, entries, wish);
		return { moved: taken.map(told), file: quarantineFile(path) };
	}
	return asOnlyMemoryWriter(named, signal, async () => {
		const { memory, taken, after, path } = await takenOut(named, entries, wish);
		const before = settled(await loadQuarantine(path), memory);
		const lines = taken.map(({ id, content, reason, who, when }) => ({ what: 'quarantine' as const, id, content, reason, who, when }));
		const next: Quarantine = {
			...before,
			entries: [...before.entries, ...taken],
			pending: {
				what: 'quarantine',
				taken: taken.length,
				staying: null,
				told: lines.length,
				before: memory.state,
				after: stateOf(after),
			},
			journal: [...before.journal, ...lines],
		};
		await saveQuarantine(memory, next, system);
		try {
			await replaceMemory(memory, after, system);
		} catch (error) {
			// The file stands as it stood.
			await saveQuarantine(memory, before, system);
			throw error;
		}
		await saveQuarantine(memory, { ...next, left: stateOf(after), pending: null }, system);
		return { moved: taken.map(told), file: quarantineFile(path) };
	});
}

export function told({ id, text, content, reason, who, when }: HeldEntry): Quarantined {
	return { id, text, content, reason, who, when };
}

/** What of the file goes, last first: so that each place is one of the file as it was read. */
async function takenOut(named: string, entries: readonly MemoryEntry[], { reason, who, when }: QuarantineWish) {
	const memory = await readMemoryFile(named);
	const text = memory.bytes.toString('utf8');
	let after = memory.bytes;
	const taken: HeldEntry[] = [];
	for (const entry of entries.toSorted((a, b) => (b.whole?.start ?? 0) - (a.whole?.start ?? 0))) {
		const { whole, id, content } = entry;
		if (whole === null)
			throw new UserError(errorNumbers.entryHasNoPlace, `The entry '${id}' stands in no text file, and cannot be taken out of one.`, {
				hint: 'Delete it with the program that its store belongs to.',
			});
		const removed = text.slice(whole.start, whole.end);
		const at = Buffer.byteLength(text.slice(0, whole.start), 'utf8');
		const end = at + Buffer.byteLength(removed, 'utf8');
		// Entries of one file do not overlap, and are of the text that was read.
		if (removed === '' || whole.end > text.length || end > after.length) throw changedMeanwhile(named);
		taken.push({ id, text: entry.text, content, reason, who, when, at, removed });
		after = Buffer.concat([after.subarray(0, at), after.subarray(end)]);
	}
	return { memory, taken, after, path: memory.path };
}
