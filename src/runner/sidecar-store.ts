import { rm } from 'node:fs/promises';
import { errorNumbers } from '../error-numbers.ts';
import { systemReason, UserError } from '../errors.ts';
import { fileKinds } from '../files/file-kind.ts';
import { readText } from '../files/read-file.ts';
import { emptySidecar, isEmptySidecar, type Sidecar } from '../formats/sidecar.ts';
import { formatSidecar, readSidecar } from '../formats/sidecar-file.ts';
import { writeWhole } from './write-whole.ts';

/** The sidecar at `path`, an empty one where there is none. Rejects with RA506 or RA513 for one that cannot be read, with RA111 for one that cannot be understood. */
export async function loadSidecar(path: string): Promise<Sidecar> {
	const text = await readText(path, fileKinds.sidecar);
	return text === undefined ? emptySidecar : readSidecar(text, path);
}

/** Sidecars are written one after another: two quick fixes at once must not lose one another's entry. */
let last: Promise<void> = Promise.resolve();

/** Changes the sidecar at `path`: whole or not at all; one that becomes empty goes. Rejects with RA111, RA505, RA506 or RA513. */
export function changeSidecar(path: string, change: (sidecar: Sidecar) => Sidecar): Promise<void> {
	const before = last;
	const mine = (async () => {
		await before;
		await saveSidecar(path, change(await loadSidecar(path)));
	})();
	last = mine.catch(() => undefined); // Its caller has the error.
	return mine;
}

async function saveSidecar(path: string, sidecar: Sidecar): Promise<void> {
	try {
		if (isEmptySidecar(sidecar)) return await rm(path, { force: true });
		await writeWhole(path, formatSidecar(sidecar), { flush: true });
	} catch (cause) {
		throw new UserError(errorNumbers.unwritableSidecar, `The sidecar cannot be written: ${systemReason(cause)}.`, {
			place: { file: path },
			hint: 'Make its folder writable, or save the file somewhere else.',
			cause,
		});
	}
}
