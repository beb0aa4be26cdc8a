import { realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../errors.ts';
import type { FileKind } from '../files/file-kind.ts';
import { readText } from '../files/read-file.ts';
import { asOnlyWriter } from '../files/writer-lock.ts';
import { writeWhole } from './write-whole.ts';

/** What becomes of a file: another text, no file (`null`), or what it is (`undefined`); and what whoever changes it wants to know. */
export interface FileChange<T> {
	readonly text: string | null | undefined;
	readonly result: T;
}

export interface ChangeFileOptions {
	/** Of the new file. */
	readonly mode?: number;
	/** The error of a file that cannot be written. */
	readonly notWritable: (cause: unknown) => UserError;
	/** How long other windows and terminals are waited for, milliseconds. */
	readonly patience?: number;
}

/** How often a file is read again that others write again and again. */
const mostTries = 8;

/**
 * Changes a text file that others may change, too, whole or not at all. Other RAG Assays wait. Where any other program has written it since it was read, `change`
 * is asked again, with what stands there now; between the last look and the renaming of the new file a moment remains.
 * @param change of the file's text (`undefined`: there is none)
 * @throws {UserError} `notWritable`'s, also where others do not leave the file alone; as `readText`; what `change` throws
 */
export async function changeFile<T>(
	path: string,
	kind: FileKind,
	change: (text: string | undefined) => FileChange<T> | Promise<FileChange<T>>,
	{ mode, notWritable, patience = 30_000 }: ChangeFileOptions,
): Promise<T> {
	const tries = async (): Promise<T> => {
		for (let tried = 0; tried < mostTries; tried++) {
			const before = await readText(path, kind);
			const { text, result } = await change(before);
			if (text === undefined || text === before || (text === null && before === undefined)) return result;
			const lastLook = async (): Promise<void> => {
				if ((await readText(path, kind)) !== before) throw new Changed();
			};
			try {
				if (text === null) {
					await lastLook();
					await rm(path, { force: true });
				} else await writeWhole(path, text, { flush: true, lastLook, ...(mode === undefined ? {} : { mode }) });
				return result;
			} catch (cause) {
				if (cause instanceof Changed) continue;
				throw cause instanceof UserError ? cause : notWritable(cause);
			}
		}
		throw notWritable(new Error('another program writes it again and again'));
	};
	const folder = dirname(path);
	// A folder that is gone is not made again for a lock.
	await realpath(folder).catch((cause: unknown) => Promise.reject(notWritable(cause)));
	const signal = AbortSignal.timeout(patience);
	try {
		return await asOnlyWriter(folder, { signal, name: `.${basename(path)}.lock`, notWritable: (_, cause) => notWritable(cause) }, tries);
	} catch (error) {
		throw error === signal.reason ? notWritable(new Error(`another RAG Assay is writing it (${join(folder, `.${basename(path)}.lock`)})`)) : error;
	}
}

class Changed extends Error {}
