import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { isAbsent } from '../files/absent-file.ts';
import type { SeenFile } from '../files/seen-file.ts';
import { tryToWrite } from '../files/try-to-write.ts';
import { cannotWrite } from './owner-only-file.ts';

/**
 * Before an answer is paid for: whether what is made of it can be written there, and overwrites nothing that nobody wants overwritten (an earlier answer was paid for
 * as well).
 * @returns what lies there: nothing, or, with `force`, `undefined`, which is whatever lies there when it is written.
 * @param option by which the file was named. @param force whether a file that is there may be replaced.
 * @throws {UserError} RA703 without a folder, RA704 for what is there, RA507 where nothing can be written.
 */
export async function requirePlace(
	named: string,
	{ option, force }: { readonly option: string; readonly force: boolean },
): Promise<SeenFile | undefined> {
	const file = resolve(named);
	const [there, folder] = [await isFileAt(file), await isFileAt(dirname(file))];
	if (folder === undefined)
		throw new UserError(errorNumbers.outputFolderNotFound, 'The folder for the output does not exist.', {
			place: { file: dirname(file) },
			hint: `Make it, or name a file elsewhere with ${option}. Nothing was spent.`,
		});
	if (there === false)
		throw new UserError(errorNumbers.refusedOutputFile, 'This is no file, so that nothing is written in its place.', {
			place: { file },
			hint: `Name a file with ${option}. Nothing was spent.`,
		});
	if (there && !force)
		throw new UserError(errorNumbers.refusedOutputFile, 'There is a file here already, and it is not overwritten.', {
			place: { file },
			hint: `Name another one with ${option}, or overwrite it with --force. Nothing was spent.`,
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
