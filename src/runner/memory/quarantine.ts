import { isDeepStrictEqual } from 'node:util';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { realSystem, type WritingSystem } from '../../files/durable-file.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import { quarantineFile, type HeldEntry, type Quarantine } from '../../formats/quarantine-file.ts';
import type { Quarantined } from '../../protocol/memory.ts';
import { changedMeanwhile, asOnlyMemoryWriter, readMemoryFile, replaceMemory, stateOf, type MemoryFile } from './memory-file.ts';
import { inPlace, openQuarantine, saveOutcome, saveQuarantine, settled } from './quarantine-store.ts';

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
	readonly moved: Quarantined;
	readonly file: string;
	/** What became of what another program wrote meanwhile. */
	readonly says: readonly string[];
}

/**
 * Takes an entry out of the file that holds it, into the quarantine beside it. Written ahead: the quarantine holds it, with what it takes to put it back, before
 * the file is replaced; whatever ends the process in between, the entry is in one of the two.
 * @param find reads the entry from the file as it is then
 * @throws {UserError} RA672 where another program changes the file meanwhile, RA675 where it cannot be written, RA676 for an entry that has no place in it; as `find`
 */
export async function quarantineEntry(named: string, find: () => Promise<MemoryEntry>, wish: QuarantineWish): Promise<QuarantineResult> {
	const { write, signal, system = realSystem } = wish;
	if (!write) {
		const { taken, memory } = await takenOut(named, find, wish);
		return { moved: asQuarantined(taken), file: quarantineFile(memory.path), says: [] };
	}
	return asOnlyMemoryWriter(named, signal, async () => {
		const { memory, taken, after } = await takenOut(named, find, wish);
		const found = await openQuarantine(memory.path);
		const before = settled(found.quarantine, memory);
		const { id, content, reason, who, when } = taken;
		const line = { what: 'quarantine' as const, id, content, reason, who, when };
		const next: Quarantine = {
			...before,
			entries: [...before.entries, taken],
			pending: { what: 'quarantine', taken: 1, staying: null, told: 1, before: memory.state, after: stateOf(after) },
			journal: [...before.journal, line],
		};
		const over = await saveQuarantine(memory, next, { over: found.text, system });
		const without = (theirs: Quarantine): Quarantine => ({
			...theirs,
			entries: theirs.entries.filter((entry) => !isDeepStrictEqual(entry, taken)),
			journal: theirs.journal.filter((one) => !isDeepStrictEqual(one, line)),
			pending: null,
		});
		let late: string | null;
		try {
			late = await replaceMemory(memory, after, system);
		} catch (error) {
			// The file stands as it stood.
			await saveOutcome(memory, { quarantine: before, joined: without }, { over, system });
			throw error;
		}
		const outcome = {
			quarantine: { ...next, left: stateOf(after), pending: null },
			joined: (theirs: Quarantine): Quarantine => {
				const others = inPlace(without(theirs), memory.bytes);
				return { ...others, entries: [...others.entries, taken], journal: [...others.journal, line], left: stateOf(after) };
			},
		};
		try {
			await saveOutcome(memory, outcome, { over, system });
		} catch (error) {
			// Another program has put something else in the quarantine's place: what was taken out would be nowhere.
			if (error instanceof UserError && error.code === errorNumbers.malformedQuarantine)
				await replaceMemory({ ...memory, bytes: after, state: stateOf(after) }, memory.bytes, system);
			throw error;
		}
		return { moved: asQuarantined(taken), file: quarantineFile(memory.path), says: late === null ? [] : [late] };
	});
}

export function asQuarantined({ id, text, content, reason, who, when }: HeldEntry): Quarantined {
	return { id, text, content, reason, who, when };
}

/** The file is read before the entry is looked for in it: where it changes in between, it is no longer what was read when it is to be replaced. */
async function takenOut(
	named: string,
	find: () => Promise<MemoryEntry>,
	{ reason, who, when }: QuarantineWish,
): Promise<{ memory: MemoryFile; taken: HeldEntry; after: Buffer }> {
	const memory = await readMemoryFile(named);
	const text = memory.bytes.toString('utf8');
	const { whole, id, content, text: says } = await find();
	if (whole === null)
		throw new UserError(errorNumbers.entryHasNoPlace, `The entry '${id}' is not in a text file, so it cannot be taken out of one.`, {
			hint: 'Delete it with the program that its store belongs to.',
		});
	const removed = text.slice(whole.start, whole.end);
	if (removed === '' || whole.end > text.length) throw changedMeanwhile(named);
	const at = Buffer.byteLength(text.slice(0, whole.start), 'utf8');
	const after = Buffer.concat([memory.bytes.subarray(0, at), memory.bytes.subarray(at + Buffer.byteLength(removed, 'utf8'))]);
	const proof = { removed: stateOf(Buffer.from(removed, 'utf8')).sha256, before: memory.state };
	return { memory, taken: { id, text: says, content, reason, who, when, at, removed, proof }, after };
}
