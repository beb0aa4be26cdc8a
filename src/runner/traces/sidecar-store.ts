import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
import { changeFile } from '../../files/change-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { emptySidecar, isEmptySidecar, type Sidecar } from '../../formats/sidecar.ts';
import { formatSidecar, readSidecar } from '../../formats/sidecar-file.ts';

/** The sidecar at `path`, an empty one where there is none. Rejects with RA506 or RA513 for one that cannot be read, with RA111 for one that cannot be understood. */
export async function loadSidecar(path: string): Promise<Sidecar> {
	const text = await readText(path, fileKinds.sidecar);
	return text === undefined ? emptySidecar : readSidecar(text, path);
}

/**
 * Changes the sidecar at `path`: whole or not at all; one that becomes empty goes. Another process that changes it at the same time loses nothing, so that `change`
 * may be called again. Rejects with RA111, RA505, RA506 or RA513.
 */
export function changeSidecar(path: string, change: (sidecar: Sidecar) => Sidecar): Promise<void> {
	return changeFile(
		path,
		(text) => {
			const changed = change(text === undefined ? emptySidecar : readSidecar(text, path));
			return { text: isEmptySidecar(changed) ? undefined : formatSidecar(changed), result: undefined };
		},
		{
			kind: fileKinds.sidecar,
			notWritable: (cause) =>
				new UserError(errorNumbers.unwritableSidecar, `The sidecar cannot be written: ${systemReason(cause)}.`, {
					place: { file: path },
					hint: 'Make its folder writable, or save the file somewhere else.',
					cause,
				}),
		},
	);
}
