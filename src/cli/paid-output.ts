import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { isAbsent, tryToWrite } from '../files/unreadable.ts';
import type { SeenFile } from '../files/change-file.ts';
import { cannotWrite } from './owner-only-file.ts';

export interface PlaceOptions {
	/** By which the file was named. */
	readonly option: string;
	/** Whether a file that is there may be replaced. */
	readonly force: boolean;
	/** Whether the work is paid for from a privacy budget: then the errors say that nothing was spent. */
	readonly spends: boolean;
}

/**
 * Checks before work that takes long or is paid for whether its result can be written there, and overwrites nothing that nobody wants overwritten.
 * @returns what lies there: nothing, or, with `force`, `undefined`, which is whatever lies there when it is written.
 * @throws {UserError} RA703 without a folder, RA704 for what is there, RA507 where nothing can be written.
 */
export async function requirePlace(named: string, { option, force, spends }: PlaceOptions): Promise<SeenFile | undefined> {
	const hint = (advice: string): string => (spends ? `${advice} Nothing was spent.` : advice);
	const file = resolve(named);
	const [there, folder] = [await isFileAt(file), await isFileAt(dirname(file))];
	if (folder === undefined)
		throw new UserError(errorNumbers.outputFolderNotFound, 'The folder for the output does not exist.', {
			place: { file: dirname(file) },
			hint: hint(`Make it, or name a file elsewhere with ${option}.`),
		});
	if (there === false)
		throw new UserError(errorNumbers.refusedOutputFile, 'This is not a file, so RAG Assay does not replace it.', {
			place: { file },
			hint: hint(`Name a file with ${option}.`),
		});
	if (there && !force)
		throw new UserError(errorNumbers.refusedOutputFile, 'This file already exists, so RAG Assay does not overwrite it.', {
			place: { file },
			hint: hint(`Name another one with ${option}, or overwrite it with --force.`),
		});
	await tryToWrite(file).catch((cause: unknown) => {
		throw cannotWrite(file, cause);
	});
	return force ? undefined : { state: null };
}

/** Whether what is there is a file; `undefined`: nothing is. */
async function isFileAt(path: string): Promise<boolean | undefined> {
	try {
		return (await stat(path)).isFile();
	} catch (cause) {
		if (isAbsent(cause)) return undefined;
		throw cannotWrite(path, cause);
	}
}
