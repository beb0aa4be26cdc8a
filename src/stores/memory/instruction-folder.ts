import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { unreadable } from '../../files/unreadable.ts';
import { isInstructionFile, passedOver } from '../../formats/memory/instruction-files.ts';

/** Folders and files that are looked at: a disk is no memory. */
const maxLookedAt = 500_000;

/** A file below a folder, or a folder there that cannot be looked into. */
export interface FoundFile {
	/** With `/`, from the folder on. */
	readonly path: string;
	readonly error: UserError | null;
}

/**
 * Every file below a folder that a coding agent reads as instructions or memory, in the order of the UTF-16 units of their paths. Links are not
 * followed, so that nothing outside of the folder is read, and nothing twice.
 * @throws UserError RA148 for a folder that holds more than can be a project; RA147 where it cannot be read itself.
 */
export async function instructionFiles(folder: string, signal: AbortSignal): Promise<FoundFile[]> {
	// What somebody has named may be `skills` or `.claude/rules` itself; what lies further above says nothing of it.
	const named = resolve(folder);
	const parent = basename(dirname(named));
	const own = parent.startsWith('.') ? `${parent}/${basename(named)}` : basename(named);
	const found: FoundFile[] = [];
	const open = [''];
	let lookedAt = 0;
	for (let within = open.pop(); within !== undefined; within = open.pop()) {
		signal.throwIfAborted();
		// oxlint-disable-next-line no-await-in-loop -- one folder at a time is held
		const listed = await listOf(join(folder, within));
		if (listed instanceof UserError) {
			if (within === '') throw listed;
			found.push({ path: within, error: listed });
			continue;
		}
		for (const one of listed) {
			const path = within === '' ? one.name : `${within}/${one.name}`;
			if (one.isDirectory() && !passedOver.has(one.name)) open.push(path);
			else if (one.isFile() && isInstructionFile(`${own}/${path}`)) found.push({ path, error: null });
		}
		lookedAt += listed.length;
		if (lookedAt > maxLookedAt)
			throw new UserError(errorNumbers.tooManyMemoryFiles, `More than ${maxLookedAt} files and folders lie below this one.`, {
				place: { file: folder },
				hint: 'Name the folder of one project, or a file.',
			});
	}
	return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function listOf(folder: string): Promise<Dirent[] | UserError> {
	try {
		return await readdir(folder, { withFileTypes: true });
	} catch (error) {
		return unreadable(folder, fileKinds.instructions, error);
	}
}
