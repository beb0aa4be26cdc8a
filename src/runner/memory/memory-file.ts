import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
import { replaceDurably, sweepDrafts, type WritingSystem } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireBytes } from '../../files/read-file.ts';
import { asOnlyWriter } from '../../files/writer-lock.ts';
import { ReplacedMemory } from './concurrent-writes.ts';
import { quarantineFile, type FileState } from '../../formats/quarantine-file.ts';

/** A memory file as it is now. */
export interface MemoryFile {
	/** Where it really lies: through a link its target is changed, and the link stays. */
	readonly path: string;
	readonly bytes: Buffer;
	readonly state: FileState;
	/** Permission bits. */
	readonly mode: number;
}

export function stateOf(bytes: Uint8Array): FileState {
	return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

/** @throws {UserError} RA506 or RA513 where it cannot be read, RA672 where it is no UTF-8: what was read of it could not be put back byte by byte. */
export async function readMemoryFile(named: string): Promise<MemoryFile> {
	const bytes = await requireBytes(named, fileKinds.memory);
	const path = await realpath(named);
	if (!Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes))
		throw new UserError(
			errorNumbers.unwritableMemory,
			'This file is not valid UTF-8, so RAG Assay does not change it. It could not restore the file exactly.',
			{
				place: { file: named },
				hint: 'Save it as UTF-8 first.',
			},
		);
	return { path, bytes, state: stateOf(bytes), mode: (await stat(path)).mode & 0o7777 };
}

/**
 * Gives the file other bytes, whole or not at all, mode kept. @returns what is to be said of what another program has written meanwhile (`concurrent-writes.ts`); `null`: nothing
 * @throws {UserError} RA672 where another program has changed it since it was read, and then nothing is overwritten; RA675 where it cannot be written.
 */
export async function replaceMemory(
	{ path, state, mode, bytes: known }: MemoryFile,
	bytes: Uint8Array,
	system: WritingSystem,
): Promise<string | null> {
	await using replaced = await ReplacedMemory.hold(path);
	const lastLook = async (): Promise<void> => {
		const now = await requireBytes(path, fileKinds.memory);
		if (stateOf(now).sha256 === state.sha256) return;
		throw now.subarray(0, known.length).equals(known) ? addedMeanwhile(path) : changedMeanwhile(path);
	};
	try {
		await replaceDurably(path, bytes, { mode, lastLook }, system);
	} catch (cause) {
		throw cause instanceof UserError ? cause : unwritable(path, cause);
	}
	try {
		return await replaced.keepLate(known, mode, system);
	} catch (cause) {
		// The file is replaced: what is done now is not undone.
		return `Another program wrote to this memory while RAG Assay replaced it, and what it wrote is lost: ${systemReason(cause)}.`;
	}
}

export function changedMeanwhile(file: string): UserError {
	return new UserError(errorNumbers.memoryChanged, 'Another program has just changed this memory. Nothing was overwritten.', {
		place: { file },
		hint: 'Scan it again, then try again. If a program writes to it all the time, stop that program first.',
	});
}

/**
 * What others have added is not taken over, although it could be: a program that adds all the time may keep the file open, and would go on writing into a file
 * that no name leads to.
 */
function addedMeanwhile(file: string): UserError {
	return new UserError(errorNumbers.memoryChanged, 'Another program has just added to this memory. Nothing was overwritten.', {
		place: { file },
		hint: 'Try again. If the program adds to it all the time, stop it first. Otherwise it may keep writing into a file that no longer exists.',
	});
}

export function unwritable(file: string, cause: unknown): UserError {
	return new UserError(errorNumbers.unwritableMemory, `This memory cannot be changed: ${systemReason(cause)}.`, {
		place: { file },
		hint: 'Make the file and its folder writable.',
		cause,
	});
}

/** Runs `task` while no other RAG Assay changes the memory at `file`. @throws {UserError} RA675 where its folder cannot be written to. */
export async function asOnlyMemoryWriter<T>(file: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
	const path = await realpath(file);
	return asOnlyWriter(
		dirname(path),
		{ signal, name: `.${basename(path)}.rag-assay-lock`, notWritable: (folder, cause) => unwritable(folder, cause) },
		async () => {
			// Whoever had the lock before may have been killed.
			// oxlint-disable-next-line no-await-in-loop -- two
			for (const one of [path, quarantineFile(path)])
				await sweepDrafts(one).catch((cause: unknown) => Promise.reject(unwritable(one, cause)));
			return task();
		},
	);
}
