import { basename } from 'node:path';
import { replaceDurably, type WritingSystem } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import {
	emptyQuarantine,
	formatQuarantine,
	quarantineFile,
	readQuarantine,
	type FileState,
	type Quarantine,
} from '../../formats/quarantine-file.ts';
import { stateOf, unwritable, type MemoryFile } from './memory-file.ts';

/** What lies in quarantine of the memory at `path`, as it was written. @throws {UserError} RA506, RA513 or RA674. */
export async function loadQuarantine(path: string): Promise<Quarantine> {
	const file = quarantineFile(path);
	const text = await readText(file, fileKinds.quarantine);
	return text === undefined ? emptyQuarantine(basename(path)) : readQuarantine(text, file);
}

/** On the disk when it resolves. @throws {UserError} RA675. */
export async function saveQuarantine({ path, mode }: MemoryFile, quarantine: Quarantine, system: WritingSystem): Promise<void> {
	const file = quarantineFile(path);
	try {
		// Who may read the memory may read what was in it.
		await replaceDurably(file, formatQuarantine(quarantine), { mode }, system);
	} catch (cause) {
		throw unwritable(file, cause);
	}
}

/**
 * What a change that was broken off has left: it is done where the file is as it was to become, and undone where the file is as it was. Where another program has
 * changed the file since, what was being taken out stays in quarantine, and what was being put back, too: twice is better than not at all.
 */
export function settled(quarantine: Quarantine, { state, bytes }: Pick<MemoryFile, 'state' | 'bytes'>): Quarantine {
	const { pending, ...rest } = quarantine;
	if (pending === null) return inPlace(quarantine, bytes);
	const { what, taken, staying, told, before, after } = pending;
	if (state.sha256 === before.sha256) {
		const undone = {
			entries: rest.entries.slice(0, rest.entries.length - taken),
			journal: rest.journal.slice(0, rest.journal.length - told),
		};
		return inPlace({ ...rest, ...undone, pending: null }, bytes);
	}
	const isDone = isContinued(after, bytes);
	const entries = isDone && what === 'restore' ? staying! : rest.entries;
	return inPlace({ ...rest, entries, left: isDone ? after : null, pending: null }, bytes);
}

/** Whether the file is what it was then, or others have only added to it: places in it are the same. */
export function isContinued(then: FileState | null, bytes: Buffer): boolean {
	return then !== null && bytes.length >= then.bytes && stateOf(bytes.subarray(0, then.bytes)).sha256 === then.sha256;
}

/** Where others have changed the file, what was taken out before has lost its place. */
function inPlace(quarantine: Quarantine, bytes: Buffer): Quarantine {
	if (isContinued(quarantine.left, bytes)) return quarantine;
	return { ...quarantine, entries: quarantine.entries.map((entry) => ({ ...entry, at: null })) };
}
