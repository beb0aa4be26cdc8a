import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { isWithin } from '../../files/confinement.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { importsIn, linksIn, type Import } from '../../formats/memory/instruction-files.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import type { FoundFile } from './instruction-folder.ts';

/** Files that import each other one after another, at most, as in the tools that read them. */
const maxHops = 5;

/**
 * Adds the files that instruction files import, and the texts that they link to, and what is to be said of those that are not read. Imports are followed from file to
 * file, as agents load them; a linked text is read, and its own links are not: they lead through all of a project's documentation.
 * @param folder what is scanned: nothing outside of it is read
 * @param found files of the folder, by their paths in it; an empty path is the scanned file itself
 */
export async function withImports(
	folder: string,
	found: readonly FoundFile[],
	{ fileOf, signal }: { readonly fileOf: (path: string) => string; readonly signal: AbortSignal },
): Promise<FoundFile[]> {
	const root = await realpath(folder);
	const all = new Map<string, FoundFile>();
	const linked: FoundFile[] = [];
	const open: { readonly found: FoundFile; readonly hops: number }[] = [];
	const add = async (one: FoundFile, hops: number): Promise<void> => {
		const real = one.error === null ? await realpath(fileOf(one.path)).catch(() => null) : null;
		if (real !== null && all.has(real)) return;
		all.set(real ?? `${one.path}\0`, one);
		if (real !== null) open.push({ found: one, hops });
	};
	// oxlint-disable-next-line no-await-in-loop -- the first of several names of a file stays
	for (const one of found) await add(one, 0);
	for (let next = open.shift(); next !== undefined; next = open.shift()) {
		signal.throwIfAborted();
		const file = fileOf(next.found.path);
		// oxlint-disable-next-line no-await-in-loop -- one file at a time is held
		const text = await textOf(file);
		if (text === null) continue;
		const problems: FormatProblem[] = [];
		for (const one of importsIn(text)) {
			// oxlint-disable-next-line no-await-in-loop -- as above
			const target = await targetOf(one.path, file, folder);
			if (target === null) {
				if (one.path.startsWith('~/')) problems.push(unread(file, one, 'imports', 'warning'));
			} else if (!isWithin(root, target)) problems.push(unread(file, one, 'imports', 'error'));
			else if (next.hops < maxHops) {
				const path = relative(root, target).split(sep).join('/');
				// oxlint-disable-next-line no-await-in-loop -- as above
				await add({ path, error: null, isImported: true }, next.hops + 1);
			}
		}
		for (const one of linksIn(text)) {
			const path = one.path.startsWith('/') ? `.${one.path}` : one.path;
			// oxlint-disable-next-line no-await-in-loop -- as above
			const target = await targetOf(path, one.path.startsWith('/') ? join(folder, 'a') : file, folder);
			if (target === null) continue;
			if (isWithin(root, target)) linked.push({ path: relative(root, target).split(sep).join('/'), error: null, isImported: true });
			else problems.push(unread(file, one, 'links to', 'warning'));
		}
		if (problems.length > 0) all.set(await realpath(file), { ...next.found, problems });
	}
	// oxlint-disable-next-line no-await-in-loop -- as above
	for (const one of linked) await add(one, maxHops);
	return [...all.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function textOf(file: string): Promise<string | null> {
	try {
		return (await readText(file, fileKinds.instructions)) ?? null;
	} catch (error) {
		// Whoever reads it for its entries says so.
		if (error instanceof UserError) return null;
		throw error;
	}
}

/** Where a regular file really lies that a path means, beside the file that imports it or in the folder; `null`: there is none. */
async function targetOf(path: string, from: string, folder: string): Promise<string | null> {
	const candidates = path.startsWith('~/') ? [join(homedir(), path.slice(2))] : [resolve(dirname(from), path), resolve(folder, path)];
	for (const one of candidates) {
		try {
			// oxlint-disable-next-line no-await-in-loop -- the first that is there
			if ((await stat(one)).isFile()) return await realpath(one);
		} catch (error) {
			// What cannot be looked at cannot be read by an agent of the same user.
			if (!(error instanceof Error && 'code' in error)) throw error;
		}
	}
	return null;
}

function unread(
	document: string,
	{ path, start, end }: Import,
	verb: 'imports' | 'links to',
	severity: 'error' | 'warning',
): FormatProblem {
	return {
		code: errorNumbers.unreadableMemory,
		...(severity === 'warning' ? { severity: 'hint' } : {}),
		message: `This ${verb} '${path}', which is outside of the scanned folder. It was not read.`,
		hint: 'Scan that file, too.',
		document,
		range: { start, end },
	};
}
