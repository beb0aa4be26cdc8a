import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isWithin } from '../../files/confinement.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { unreadable } from '../../files/unreadable.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import { isInstructionFile, isScript, isSkillFile, passedOver } from '../../formats/memory/instruction-files.ts';

/** Folders and files that are looked at: a disk is no memory. */
const maxLookedAt = 500_000;
/** Scripts of skills that are read: a repository that is a skill as a whole has thousands. */
const maxScripts = 500;

/** A file below a folder, or a folder there that cannot be looked into. */
export interface FoundFile {
	/** With `/`, from the folder on. */
	readonly path: string;
	readonly error: UserError | null;
	/** Whether another file imports it: its name need not be one that agents read. */
	readonly isImported?: boolean;
	/** What it imports and is not read. */
	readonly problems?: readonly FormatProblem[];
}

/**
 * Every file below a folder that a coding agent reads as instructions or memory, and the scripts of skills, which it runs: files in the order of the
 * UTF-16 units of their paths, and then links. A link is followed if it ends in the folder. One that leads out of it is found with an error, because an agent would follow it.
 * @throws UserError RA148 for a folder that holds more than can be a project; RA147 where it cannot be read itself.
 */
export async function instructionFiles(folder: string, signal: AbortSignal): Promise<FoundFile[]> {
	// What somebody has named may be `skills` or `.claude/rules` itself; what lies further above says nothing of it.
	const named = resolve(folder);
	const parent = basename(dirname(named));
	const own = parent.startsWith('.') ? `${parent}/${basename(named)}` : basename(named);
	const found: FoundFile[] = [];
	const links: FoundFile[] = [];
	const isRead = (path: string): boolean => isInstructionFile(`${own}/${path}`);
	const linked = new Set<string>();
	/** Folders of skills, and those below them. */
	const ofSkills = new Set<string>();
	const open = [''];
	let [lookedAt, scripts] = [0, 0];
	for (let within = open.pop(); within !== undefined; within = open.pop()) {
		signal.throwIfAborted();
		// oxlint-disable-next-line no-await-in-loop -- one folder at a time is held
		const listed = await listOf(join(folder, within));
		if (listed instanceof UserError) {
			if (within === '') throw listed;
			found.push({ path: within, error: listed });
			continue;
		}
		const isOfSkill = ofSkills.has(dirname(within)) || listed.some(({ name }) => isSkillFile(name));
		if (isOfSkill) ofSkills.add(within === '' ? '.' : within);
		for (const one of listed) {
			const path = within === '' ? one.name : `${within}/${one.name}`;
			if (one.isDirectory() && !passedOver.has(one.name)) open.push(path);
			else if (one.isFile() && isOfSkill && isScript(one.name) && !isRead(path)) {
				if (scripts < maxScripts) found.push({ path, error: null });
				else if (scripts === maxScripts) found.push({ path, error: tooManyScripts() });
				scripts++;
			} else if (one.isFile() && isRead(path)) (linkedFrom(within, linked) ? links : found).push({ path, error: null });
			else if (one.isSymbolicLink() && !passedOver.has(one.name)) {
				// oxlint-disable-next-line no-await-in-loop -- links are few
				const to = await linkTarget(join(folder, path), named);
				if (to.kind === 'folder' && to.isWithin && !linked.has(to.real)) {
					linked.add(to.real);
					linked.add(path);
					open.push(path);
				} else if (to.kind === 'file' && (isRead(path) || (isOfSkill && isScript(path))))
					links.push({ path, error: to.isWithin ? null : leadsOut() });
				else if (to.kind === 'folder' && !to.isWithin && isRead(`${path}/a.md`)) links.push({ path, error: leadsOut() });
			}
		}
		lookedAt += listed.length;
		if (lookedAt > maxLookedAt)
			throw new UserError(errorNumbers.tooManyMemoryFiles, `More than ${maxLookedAt} files and folders lie below this one.`, {
				place: { file: folder },
				hint: 'Name the folder of one project, or a file.',
			});
	}
	const byPath = (a: FoundFile, b: FoundFile): number => (a.path < b.path ? -1 : 1);
	return [...found.toSorted(byPath), ...links.toSorted(byPath)];
}

/** Whether a folder is a link, or lies below one. */
function linkedFrom(within: string, linked: ReadonlySet<string>): boolean {
	return linked.size > 0 && [...linked].some((link) => within === link || within.startsWith(`${link}/`));
}

/** Where a link ends. `other`: nowhere, or at what is neither a file nor a folder. */
async function linkTarget(
	link: string,
	folder: string,
): Promise<{ readonly kind: 'file' | 'folder' | 'other'; readonly real: string; readonly isWithin: boolean }> {
	try {
		const [real, root, found] = await Promise.all([realpath(link), realpath(folder), stat(link)]);
		return { kind: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other', real, isWithin: isWithin(root, real) };
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		return { kind: 'other', real: '', isWithin: false };
	}
}

function leadsOut(): UserError {
	return new UserError(errorNumbers.unreadableMemory, 'This link leads out of the scanned folder. What it leads to was not read.', {
		hint: 'Scan that, too.',
	});
}

function tooManyScripts(): UserError {
	return new UserError(
		errorNumbers.unreadableMemory,
		`More than ${maxScripts} scripts belong to skills here. This one and those behind it were not read.`,
		{
			hint: 'Scan the folder of each skill.',
		},
	);
}

async function listOf(folder: string): Promise<Dirent[] | UserError> {
	try {
		const listed = await readdir(folder, { withFileTypes: true });
		// A limit leaves out the same files on each machine.
		return listed.toSorted((a, b) => (a.name < b.name ? -1 : 1));
	} catch (error) {
		return unreadable(folder, fileKinds.instructions, error);
	}
}
