import { basename } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError, hasCode } from '../../errors.ts';
import { ChangedMeanwhile, replaceDurably, type WritingSystem } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import {
	emptyQuarantine,
	formatQuarantine,
	quarantineFile,
	readQuarantine,
	type FileState,
	type HeldEntry,
	type Quarantine,
} from '../../formats/quarantine-file.ts';
import { namedTarget } from '../../stores/memory/named-target.ts';
import { plural } from '../../wording/phrases.ts';
import { readMemoryFile, stateOf, unwritable, type MemoryFile } from './memory-file.ts';

/** A quarantine as it was read. */
export interface ReadQuarantineFile {
	readonly quarantine: Quarantine;
	/** Of its file; `undefined`: there is none. */
	readonly text: string | undefined;
}

/** What lies in quarantine of the memory at `path`, and what its file says. @throws {UserError} RA506, RA513 or RA674. */
export async function openQuarantine(path: string): Promise<ReadQuarantineFile> {
	const file = quarantineFile(path);
	const text = await readText(file, fileKinds.quarantine);
	return { text, quarantine: text === undefined ? emptyQuarantine(basename(path)) : readQuarantine(text, file) };
}

/** What lies in quarantine of the memory at `path`, as it was written. @throws {UserError} RA506, RA513 or RA674. */
export async function loadQuarantine(path: string): Promise<Quarantine> {
	return (await openQuarantine(path)).quarantine;
}

export interface SaveOptions {
	/** What its file said when it was read last; `undefined`: there was none. */
	readonly over: string | undefined;
	readonly system: WritingSystem;
}

/** On the disk when it resolves. @returns what its file says now. @throws {UserError} RA672 where it says something else than `over` by now, and then nothing is overwritten; RA675. */
export async function saveQuarantine(memory: MemoryFile, quarantine: Quarantine, { over, system }: SaveOptions): Promise<string> {
	const file = quarantineFile(memory.path);
	const text = formatQuarantine(quarantine);
	try {
		// Who may read the memory may read what was in it.
		await replaceDurably(file, text, { mode: memory.mode, lastLook: () => requireSame(file, over), isNew: over === undefined }, system);
	} catch (cause) {
		if (cause instanceof ChangedMeanwhile || (over === undefined && hasCode(cause, 'EEXIST'))) throw quarantineChanged(file, cause);
		throw cause instanceof UserError ? cause : unwritable(file, cause);
	}
	return text;
}

async function requireSame(file: string, over: string | undefined): Promise<void> {
	if ((await readText(file, fileKinds.quarantine)) !== over) throw new ChangedMeanwhile();
}

/** Other programs that write the quarantine again and again are let go first so many times. */
const maxTries = 20;

/**
 * Saves what a change has come to, once the memory is as it stays. Where another program has changed the quarantine since, that is kept, and `joined` adds what the
 * change has come to: what was taken out of a memory must not be missing here.
 * @throws {UserError} as `saveQuarantine` and `openQuarantine`
 */
export async function saveOutcome(
	memory: MemoryFile,
	outcome: { readonly quarantine: Quarantine; readonly joined: (theirs: Quarantine) => Quarantine },
	{ over, system }: SaveOptions,
): Promise<void> {
	let [before, next] = [over, outcome.quarantine];
	for (let tries = 0; ; tries++)
		try {
			await saveQuarantine(memory, next, { over: before, system });
			return;
		} catch (error) {
			if (!(error instanceof UserError && error.code === errorNumbers.memoryChanged) || tries === maxTries) throw error;
			const now = await openQuarantine(memory.path);
			[before, next] = [now.text, outcome.joined(now.quarantine)];
		}
}

function quarantineChanged(file: string, cause: unknown): UserError {
	return new UserError(errorNumbers.memoryChanged, 'Another program has just changed this quarantine. Nothing was overwritten.', {
		place: { file },
		hint: 'Look at what it says now, then try again.',
		cause,
	});
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
export function inPlace(quarantine: Quarantine, bytes: Buffer): Quarantine {
	if (isContinued(quarantine.left, bytes)) return quarantine;
	return { ...quarantine, entries: quarantine.entries.map((entry) => ({ ...entry, at: null })) };
}

/**
 * What lies in quarantine of a memory, also when the memory itself is gone: its texts are all that is left then.
 * @throws {UserError} RA506 where neither is there; as `readMemoryFile` and `loadQuarantine`
 */
export async function heldEntries(named: string): Promise<readonly HeldEntry[]> {
	if ((await namedTarget(named)) === 'nothing') {
		const { entries } = await loadQuarantine(named);
		if (entries.length > 0) return entries;
	}
	const memory = await readMemoryFile(named);
	return settled(await loadQuarantine(memory.path), memory).entries;
}

/** @throws {UserError} RA689 where a memory is gone and its quarantine is not: with how its texts are had; as `heldEntries`. */
export async function requireMemory(named: string): Promise<void> {
	if ((await namedTarget(named)) !== 'nothing') return;
	const held = await heldEntries(named);
	throw new UserError(
		errorNumbers.memoryGone,
		`This memory is gone, and ${plural(held.length, 'entry', 'entries')} of it ${held.length === 1 ? 'is' : 'are'} in ${quarantineFile(named)}.`,
		{
			place: { file: named },
			hint: 'Put the file back, or create an empty file with this name. (RAG Assay does not create it.) Then restore again. Entries that are lines go to the end of the file. `memory restore FILE --list --json` prints all texts.',
		},
	);
}
