import { writeFile } from 'node:fs/promises';
import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';

/** Writes a file that a user named. Rejects with RA507. */
export async function writeTextFile(path: string, text: string): Promise<void> {
	try {
		await writeFile(path, text);
	} catch (cause) {
		throw cannotWriteText(path, cause);
	}
}

/** RA507, with what the system says. */
export function cannotWriteText(path: string, cause: unknown): UserError {
	return new UserError(errorNumbers.unwritableFile, `This file cannot be written: ${systemReason(cause)}.`, {
		place: { file: path },
		hint: 'Name a file in a folder that exists and is writable.',
		cause,
	});
}
