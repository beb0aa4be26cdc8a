import { errorNumbers } from '../error-numbers.ts';
import { systemReason, UserError } from '../errors.ts';
import { writeDurably } from '../files/durable-file.ts';

/** Writes what was released or is private, readable by its owner alone, also where a file with other permissions lies there. @throws {UserError} RA507. */
export async function writeOwnerOnly(file: string, text: string): Promise<void> {
	try {
		await writeDurably(file, text);
	} catch (cause) {
		throw cannotWrite(file, cause);
	}
}

/** RA507, with what the system says. */
export function cannotWrite(file: string, cause: unknown): UserError {
	return new UserError(errorNumbers.unwritableFile, `This file cannot be written: ${systemReason(cause)}.`, {
		place: { file },
		hint: 'Name a file in a folder that exists and is writable.',
		cause,
	});
}
