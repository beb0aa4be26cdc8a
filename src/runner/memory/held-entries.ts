import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { quarantineFile, type HeldEntry } from '../../formats/quarantine-file.ts';
import { namedTarget } from '../../stores/memory/named-target.ts';
import { plural } from '../../wording/plural.ts';
import { readMemoryFile } from './memory-file.ts';
import { loadQuarantine, settled } from './quarantine-store.ts';

/**
 * What lies in quarantine of a memory, also when the memory itself is gone: its texts are all that is left then.
 * @throws {UserError} RA506 where neither is there; as `readMemoryFile` and `loadQuarantine`
 */
export async function heldEntries(named: string): Promise<readonly HeldEntry[]> {
	if ((await namedTarget(named)) === 'nothing') {
		const { entries } = await loadQuarantine(named);
		if (entries.length > 0) return entries;
	}
	const memory = await readMemoryFile(named);
	return settled(await loadQuarantine(memory.path), memory).entries;
}

/** @throws {UserError} RA689 where a memory is gone and its quarantine is not: with how its texts are had; as `heldEntries`. */
export async function requireMemory(named: string): Promise<void> {
	if ((await namedTarget(named)) !== 'nothing') return;
	const held = await heldEntries(named);
	throw new UserError(
		errorNumbers.memoryGone,
		`This memory is gone, and ${plural(held.length, 'entry', 'entries')} of it ${held.length === 1 ? 'lies' : 'lie'} in ${quarantineFile(named)}.`,
		{
			place: { file: named },
			hint: 'Put the file back, or make an empty file of this name yourself: RAG Assay makes none. Then restore again, and entries that are lines go to its end. `memory restore FILE --list --json` prints all texts.',
		},
	);
}
