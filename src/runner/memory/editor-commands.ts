import { stillFlaggedWords, takenBackFrom, leftOutWords, signedWords } from '../../wording/memory-phrases.ts';
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import {
	memoryArguments,
	memoryCommands,
	type MemoryArguments,
	type MemoryCommand,
	type memoryCommandResult,
} from '../../protocol/memory.ts';
import { describeMismatch } from '../../protocol/rpc.ts';
import { plural } from '../../wording/phrases.ts';
import { uriOf } from '../lsp/uris.ts';
import type { MemoryScans } from './editor-scans.ts';
import type { EditorMemoryService } from './memory-service.ts';
import type { OpenDocuments } from '../lsp/open-documents.ts';
import { isStoreAddress } from '../../wording/store-names.ts';

/** What the commands work on. */
export interface MemoryCommandRoom {
	readonly service: EditorMemoryService;
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
	const { scans, open } = room;
	const given = await asOnDisk(command, checked.data, scans, open);
	const done = await perform(command, given, room);
	// What was found is out of date, whatever the disk's watcher says and when.
	await scans.scan(given);
	return done;
}

async function perform(
	command: MemoryCommand,
	{ store, ids, note }: MemoryArguments,
	{ service, scans }: MemoryCommandRoom,
): Promise<Done> {
	switch (command) {
		case memoryCommands.quarantine: {
			const reason = note ?? reasonOf(scans, store, ids);
			const { moved, file, says } = await service.quarantine({ store, ids, reason, write: true });
			return { file, says: [`Quarantined ${entries(moved.length)}.`, ...says].join(' ') };
		}
		case memoryCommands.restore: {
			const { restored, identical, file, says } = await service.restore({ store, ids, write: true });
			const whole = identical ? ': the file is byte for byte what it was' : '';
			return {
				file,
				says:
					restored.length > 0
						? [`Restored ${entries(restored.length)}${whole}.`, ...says].join(' ')
						: nothing(says, 'restored', 'the entries are in the file already'),
			};
		}
		case memoryCommands.benign:
		case memoryCommands.notBenign: {
			const benign = command === memoryCommands.benign;
			const { changed, file, by } = await service.benign({ store, ids, note: note ?? '', benign });
			if (changed === 0)
				return {
					file,
					says: nothing([], 'changed', benign ? 'the entry is marked as benign already' : 'the entry is not marked as benign'),
				};
			return {
				file,
				says: benign ? `Marked ${entries(changed)} as benign.` : `Removed the benign mark from ${entries(changed)}${takenBackFrom(by)}.`,
			};
		}
		case memoryCommands.sign: {
			const { file, ...counts } = await service.sign({ store, ...(ids.length === 0 ? {} : { ids }), write: true, rotate: false });
			const { altered, lineage, wording } = counts.left;
			const says = [...leftOutWords(counts), ...(altered + lineage + wording === 0 ? [] : ['A quick fix signs each.'])];
			return {
				file,
				says:
					counts.signed > 0
						? [`Signed ${entries(counts.signed)} (${signedWords(counts)}).`, ...says].join(' ')
						: nothing(says, 'signed', 'the memory has no entry'),
			};
		}
		case memoryCommands.approve: {
			const { approved, added, gone, flagged, files } = await service.approve({ store, ...(ids.length === 0 ? {} : { ids }), write: true });
			const news = [
				...(added > 0 ? [`${added.toLocaleString('en')} new`] : []),
				...(gone > 0 ? [`${gone.toLocaleString('en')} gone`] : []),
			];
			const stay = flagged === 0 ? '' : ` ${stillFlaggedWords(flagged)}`;
			return { file: files[0]!, says: `Approved ${entries(approved)}${news.length === 0 ? '' : ` (${news.join(', ')})`}.${stay}` };
		}
	}
}

/** What was not done, and why. */
function nothing(says: readonly string[], done: string, why: string): string {
	return says.length === 0 ? `Nothing was ${done}: ${why}.` : [`Nothing was ${done}.`, ...says].join(' ');
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

/**
 * What is asked for, as it stands on the disk. Where the last scan saw another text than lies there, it is scanned again, and the entries are found by what they say.
 * @throws {UserError} RA821 where what is open is not what lies on the disk; RA671 where an entry is no longer there
 */
async function asOnDisk(command: MemoryCommand, given: MemoryArguments, scans: MemoryScans, open: OpenDocuments): Promise<MemoryArguments> {
	const { store, ids } = given;
	if (isStoreAddress(store)) return given;
	const document = open.get(uriOf(store));
	const { last, before } = scans.scanned(store);
	if (document === undefined && (last === undefined || last.text === null)) return given;
	const onDisk = withoutMark(await readText(store, fileKinds.documents));
	if (document !== undefined) {
		const shown = sameLines(document.getText());
		// An editor takes a moment to load what another command has just changed.
		const known = [onDisk, last?.text, before?.text].filter((text) => typeof text === 'string');
		if (!known.some((text) => sameLines(text) === shown))
			throw new UserError(errorNumbers.unsavedMemory, 'This memory is open with changes that are not saved.', {
				place: { file: store },
				hint: 'Save the file, then try again.',
			});
	}
	const isOfEntries = command !== memoryCommands.restore && command !== memoryCommands.approve && ids.length > 0;
	if (!isOfEntries || last === undefined || last.text === null || onDisk === undefined || last.text === onDisk) return given;
	const contents = ids.map((id) => last.records.find((record) => record.id === id)?.content);
	await scans.scan({ store });
	const now = scans.scanned(store).last?.records ?? [];
	return {
		...given,
		ids: ids.map((id, i) => {
			const same = now.filter(({ content }) => content === contents[i]);
			const found = same.find((record) => record.id === id) ?? same[0];
			if (found !== undefined) return found.id;
			throw new UserError(errorNumbers.noSuchEntry, 'The entry has changed or gone since the last scan.', {
				place: { file: store },
				hint: 'The memory was scanned again. Look at what is flagged now.',
			});
		}),
	};
}

function withoutMark(text: string | undefined): string | undefined {
	return text?.replace(/^\uFEFF/, '');
}

/** Editors give every line the same end, whatever a file has. */
function sameLines(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n');
}
