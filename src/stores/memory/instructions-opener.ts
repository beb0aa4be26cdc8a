import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readBytes, readHead, otherEncoding } from '../../files/read-file.ts';
import { fileKind } from '../../formats/file-names.ts';
import { readInstructions, readScript } from '../../formats/memory/instruction-entries.ts';
import { isInstructionText, isScript, isSkillFile } from '../../formats/memory/instruction-files.ts';
import { notUtf8 } from '../../formats/memory/memory-line.ts';
import { DocumentStore, type StoreDocument } from './document-store.ts';
import { instructionFiles, type FoundFile } from './instruction-folder.ts';
import { withImports } from './instruction-imports.ts';
import type { MemoryStore, StoreOpener } from './memory-store.ts';
import { namedTarget } from './named-target.ts';

/** Instruction and memory files of coding agents: one that is named, or all below a folder, with the files that they import and the scripts of skills. */
export const instructions: StoreOpener = {
	kind: 'instructions',
	example: 'AGENTS.md',
	async open(target, { signal }) {
		switch (await namedTarget(target)) {
			case 'file':
				return (await isReadable(target)) ? storeOf(target, dirname(resolve(target)), (stop) => withScripts(target, stop)) : null;
			case 'folder':
				return (await instructionFiles(target, signal)).length === 0
					? null
					: storeOf(target, target, (stop) => instructionFiles(target, stop));
			case 'address':
			case 'other':
			case 'nothing':
				return null;
		}
	},
};

/** Returns the paths of all files that make up such a memory, also of those without an entry; none for another store. Reads no entry. */
export async function instructionFilesOf(target: string, signal: AbortSignal): Promise<string[]> {
	const kind = await namedTarget(target);
	if (kind !== 'folder' && (kind !== 'file' || !(await isReadable(target)))) return [];
	const folder = kind === 'folder' ? target : dirname(resolve(target));
	const fileOf = (path: string): string => (path === '' ? target : join(folder, path));
	const listed = kind === 'folder' ? await instructionFiles(target, signal) : await withScripts(target, signal);
	const found = await withImports(folder, listed, { fileOf, signal });
	return found.filter(({ error }) => error === null).map(({ path }) => fileOf(path));
}

/** The named file, and the scripts of the skill that it describes. */
async function withScripts(file: string, signal: AbortSignal): Promise<FoundFile[]> {
	const own: FoundFile = { path: '', error: null };
	if (!isSkillFile(basename(file))) return [own];
	return [own, ...(await instructionFiles(dirname(resolve(file)), signal)).filter(({ path }) => isScript(path))];
}

/** Whether it is a text for people that is no trace. */
async function isReadable(file: string): Promise<boolean> {
	if (!isInstructionText(file) || fileKind(file) !== null) return false;
	const head = await readHead(file, 4096, fileKinds.instructions);
	return head !== undefined && !head.includes(0);
}

/** @param folder nothing outside of it is read */
function storeOf(target: string, folder: string, list: (signal: AbortSignal) => Promise<readonly FoundFile[]>): MemoryStore {
	const fileOf = (path: string): string => (path === '' ? target : join(folder, path));
	return new DocumentStore({
		kind: 'instructions',
		name: target,
		async *documents(signal) {
			for (const found of await withImports(folder, await list(signal), { fileOf, signal })) {
				signal.throwIfAborted();
				const { path: file, error } = found;
				// oxlint-disable-next-line no-await-in-loop -- one file is held at a time
				const document = error === null ? await readDocument(fileOf(file), found) : refused(error, fileOf(file), file);
				if (document !== null) yield document;
			}
		},
		remarks: () => [],
	});
}

/** `null`: it has gone since the folder was looked at. A file that cannot be read costs no other one of its folder. */
async function readDocument(
	path: string,
	{ path: file, isImported = false, problems: imports = [] }: FoundFile,
): Promise<StoreDocument | null> {
	let bytes: Buffer | undefined;
	try {
		bytes = await readBytes(path, fileKinds.instructions);
	} catch (error) {
		if (!(error instanceof UserError) || file === '') throw error;
		return refused(error, path, file);
	}
	if (bytes === undefined || (isImported && bytes.includes(0))) return null;
	const encoding = otherEncoding(bytes);
	if (encoding !== null)
		return refused(
			new UserError(errorNumbers.unreadableMemory, `This file is encoded in ${encoding}, and is not read.`, { hint: 'Save it in UTF-8.' }),
			path,
			file,
		);
	const text = bytes.toString('utf8');
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const problems = [...(isUtf8(bytes) ? [] : [notUtf8(path, { start: 0, end: text.length })]), ...imports];
	return {
		file,
		entries: isScript(path) ? readScript({ document: path, text }) : readInstructions({ document: path, text }),
		problems,
		sha256,
	};
}

function refused({ code, message, hint }: UserError, path: string, file: string): StoreDocument {
	const problem = { code, message, ...(hint === undefined ? {} : { hint }), document: path, range: { start: 0, end: 0 } };
	return { file, entries: [], problems: [problem], sha256: '' };
}
