import { errorNumbers } from '../error-numbers.ts';
import { systemReason, UserError } from '../errors.ts';
import { ChangedMeanwhile, writeDurably, writeOrKeep } from '../files/durable-file.ts';
import { replaceSeen, type SeenFile } from '../files/change-file.ts';

/**
 * Writes what was released or is private, readable by its owner alone, also where a file with other permissions lies there.
 * @param seen what lay there before the work; absent: whatever lies there is replaced
 * @throws {UserError} RA507; RA704 where another program has written there since. Either says where the text is kept instead.
 */
export async function writeOwnerOnly(file: string, text: string, seen?: SeenFile): Promise<void> {
	const write = async (place: string): Promise<void> => {
		try {
			await (place === file && seen !== undefined ? replaceSeen(place, text, seen) : writeDurably(place, text));
		} catch (cause) {
			throw cause instanceof ChangedMeanwhile ? writtenMeanwhile(place) : cannotWrite(place, cause);
		}
	};
	await writeOrKeep(file, write, (_folder, kept) => `It is saved in ${kept}, readable only by you. Move that file to where you want it.`);
}

function writtenMeanwhile(file: string): UserError {
	return new UserError(
		errorNumbers.refusedOutputFile,
		'Another program has created this file meanwhile, so RAG Assay does not overwrite it.',
		{
			place: { file },
		},
	);
}

/** RA507, with what the system says. */
export function cannotWrite(file: string, cause: unknown): UserError {
	return new UserError(errorNumbers.unwritableFile, `This file cannot be written: ${systemReason(cause)}.`, {
		place: { file },
		hint: 'Name a file in a folder that exists and is writable.',
		cause,
	});
}
