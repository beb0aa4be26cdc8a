import { stillFlaggedWords } from '../../wording/still-flagged.ts';
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { z } from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import {
	memoryArguments,
	memoryCommands,
	type MemoryArguments,
	type MemoryCommand,
	type memoryCommandResult,
} from '../../protocol/memory-editor.ts';
import { describeMismatch } from '../../protocol/typed-connection.ts';
import { plural } from '../../wording/plural.ts';
import { uriOf } from '../uris.ts';
import { isAddress, type MemoryScans } from './memory-scans.ts';
import type { MemoryWork } from './memory-work.ts';
import type { OpenDocuments } from './open-documents.ts';

/** What the commands work on. */
export interface MemoryCommandRoom {
	readonly work: MemoryWork;
	readonly scans: MemoryScans;
	readonly open: OpenDocuments;
}

type Done = z.infer<typeof memoryCommandResult>;

export function isMemoryCommand(command: string): command is MemoryCommand {
	return Object.values(memoryCommands).some((one) => one === command);
}

/** Executes a command about memories, then scans the store again. Rejects with a `ResponseError` for bad arguments, or a `UserError`. */
export async function executeMemoryCommand(command: MemoryCommand, args: readonly unknown[], room: MemoryCommandRoom): Promise<Done> {
	const checked = memoryArguments.safeParse(args[0]);
	if (!checked.success) throw new ResponseError(ErrorCodes.InvalidParams, `${command}: ${describeMismatch('arguments.0', checked.error)}`);
	const given = checked.data;
	const { scans, open } = room;
	requireSaved(given.store, scans, open);
	const done = await perform(command, given, room);
	// What was found is out of date, whatever the disk's watcher says and when.
	await scans.scan(given.store);
	return done;
}

async function perform(command: MemoryCommand, { store, ids, note }: MemoryArguments, { work, scans }: MemoryCommandRoom): Promise<Done> {
	switch (command) {
		case memoryCommands.quarantine: {
			const reason = note ?? reasonOf(scans, store, ids);
			const { moved, file, says } = await work.quarantine({ store, ids, reason, write: true });
			return { file, says: [`Quarantined ${entries(moved.length)}.`, ...says].join(' ') };
		}
		case memoryCommands.restore: {
			const { restored, identical, file, says } = await work.restore({ store, ids, write: true });
			return {
				file,
				says: [
					...(restored.length === 0
						? []
						: [`Restored ${entries(restored.length)}${identical ? ': the file is what it was, byte by byte' : ''}.`]),
					...says,
				].join(' '),
			};
		}
		case memoryCommands.benign:
		case memoryCommands.notBenign: {
			const { changed, file } = await work.benign({ store, ids, note: note ?? '', benign: command === memoryCommands.benign });
			return {
				file,
				says:
					command === memoryCommands.benign ? `Marked ${entries(changed)} as benign.` : `No longer treated as benign: ${entries(changed)}.`,
			};
		}
		case memoryCommands.sign: {
			const { signed, file, says } = await work.sign({ store, ...(ids.length === 0 ? {} : { ids }), write: true, rotate: false });
			return { file, says: [`Signed ${entries(signed)}.`, ...says].join(' ') };
		}
		case memoryCommands.approve: {
			const { approved, added, gone, flagged, file } = await work.approve({ store, ...(ids.length === 0 ? {} : { ids }), write: true });
			const news = [
				...(added > 0 ? [`${added.toLocaleString('en')} new`] : []),
				...(gone > 0 ? [`${gone.toLocaleString('en')} gone`] : []),
			];
			const stay = flagged === 0 ? '' : ` ${stillFlaggedWords(flagged)}`;
			return { file, says: `Approved ${entries(approved)}${news.length === 0 ? '' : ` (${news.join(', ')})`}.${stay}` };
		}
	}
}

function entries(count: number): string {
	return plural(count, 'entry', 'entries');
}

/** What the scan said against the entries, where nobody gives another reason. */
function reasonOf(scans: MemoryScans, store: string, ids: readonly string[]): string {
	const said = (scans.scanned(store).last?.records ?? [])
		.filter(({ id }) => ids.includes(id))
		.flatMap(({ findings }) => findings.map(({ message }) => message));
	return said.length === 0 ? 'by hand' : [...new Set(said)].join(' ');
}

/** @throws {UserError} RA821 where what is open is not what lies on the disk, as far as the last scan knows. */
function requireSaved(store: string, scans: MemoryScans, open: OpenDocuments): void {
	if (isAddress(store)) return;
	const document = open.get(uriOf(store));
	const { last, before } = scans.scanned(store);
	// An editor takes a moment to load what another command has just changed.
	const known = [last?.text, before?.text].filter((text) => typeof text === 'string');
	if (document === undefined || known.length === 0 || known.includes(document.getText())) return;
	throw new UserError(errorNumbers.unsavedMemory, 'This memory is open with changes that are not saved, or that no scan has seen yet.', {
		place: { file: store },
		hint: 'Save the file, then try again.',
	});
}
