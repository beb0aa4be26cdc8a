import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { quarantineFile, type HeldEntry } from '../../formats/quarantine-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { instructionFilesOf } from '../../stores/memory/instructions-opener.ts';
import { namedTarget } from '../../stores/memory/named-target.ts';
import { heldEntries } from './quarantine-store.ts';

/** A file of a store, and what was taken out of it. */
interface HeldOfFile {
	readonly file: string;
	readonly entries: readonly HeldEntry[];
}

/**
 * Lists what lies in quarantine of a store of text files: of the file itself, and of the files that agents read with it, each of which has a quarantine of its own. A
 * scan shows their entries together, so people name them by the same store.
 * @throws {UserError} as `heldEntries` of the file that is named
 */
export async function heldByFile(target: string, signal: AbortSignal): Promise<HeldOfFile[]> {
	const isFolder = (await namedTarget(target)) === 'folder';
	const own = isFolder ? [] : [{ file: target, entries: await heldEntries(target) }];
	const others: HeldOfFile[] = [];
	for (const file of await instructionFilesOf(target, signal)) {
		// oxlint-disable-next-line no-await-in-loop -- few files have one
		if (file === target || (await readText(quarantineFile(file), fileKinds.quarantine)) === undefined) continue;
		// oxlint-disable-next-line no-await-in-loop -- as above
		others.push({ file, entries: await heldEntries(file) });
	}
	return [...own, ...others];
}

/** Which ids are to be put back into which file. @throws {UserError} RA671 for an id that is in no quarantine of the store */
export function idsByFile(target: string, held: readonly HeldOfFile[], ids: readonly string[]): Map<string, string[]> {
	const byFile = new Map<string, string[]>();
	for (const id of ids) {
		const found = held.find(({ entries }) => entries.some((entry) => entry.id === id || entry.content === id));
		if (found === undefined) {
			const all = held.flatMap(({ entries }) => entries.map((entry) => `'${entry.id}'`));
			throw new UserError(errorNumbers.noSuchEntry, `No entry '${id}' is in the quarantine of ${target}.`, {
				place: { file: held[0]?.file === target ? quarantineFile(target) : target },
				hint: all.length === 0 ? 'Nothing is in it.' : `In it: ${all.join(', ')}.`,
			});
		}
		byFile.set(found.file, [...(byFile.get(found.file) ?? []), id]);
	}
	return byFile;
}
