import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { realSystem, type WritingSystem } from '../../files/durable-file.ts';
import { parsedJson } from '../../files/parsed-json.ts';
import { quarantineFile, type HeldEntry, type Quarantine } from '../../formats/quarantine-file.ts';
import { plural } from '../../wording/plural.ts';
import type { Quarantined } from '../../protocol/memory.ts';
import { asOnlyMemoryWriter, readMemoryFile, replaceMemory, stateOf, type MemoryFile } from './memory-file.ts';
import { piecesWithout, placeNow } from './pieces.ts';
import { told } from './quarantine-entry.ts';
import { loadQuarantine, saveQuarantine, settled } from './quarantine-store.ts';

export interface RestoreWish {
	readonly who: string;
	/** ISO 8601. */
	readonly when: string;
	readonly write: boolean;
	readonly signal: AbortSignal;
	readonly system?: WritingSystem;
}

export interface RestoreResult {
	readonly restored: readonly Quarantined[];
	/** Whether the file is, byte by byte, what it would be had they never been taken out. */
	readonly identical: boolean;
	readonly file: string;
	readonly says: readonly string[];
}

/**
 * Puts entries back where they stood. Where others have only appended to the file since, that is still their place; where they have changed it otherwise, an entry
 * that is a line goes to its end, and any other is refused.
 * @param ids of entries in quarantine, or hashes of their texts; of several with one id the one that was taken out last
 * @throws {UserError} RA671 for one that is not there, RA672 where it has no place any more, RA675
 */
export async function restoreEntries(named: string, ids: readonly string[], wish: RestoreWish): Promise<RestoreResult> {
	const { write, signal, who, when, system = realSystem } = wish;
	if (!write) {
		const memory = await readMemoryFile(named);
		const { restored, identical, says } = putBack(memory, settled(await loadQuarantine(memory.path), memory), ids);
		return { restored: restored.map(told), identical, file: quarantineFile(memory.path), says };
	}
	return asOnlyMemoryWriter(named, signal, async () => {
		const memory = await readMemoryFile(named);
		const before = settled(await loadQuarantine(memory.path), memory);
		const { restored, identical, says, staying, after } = putBack(memory, before, ids);
		const lines = restored.map(({ id, content, reason }) => ({ what: 'restore' as const, id, content, reason, who, when }));
		const begun: Quarantine = {
			...before,
			pending: {
				what: 'restore',
				taken: 0,
				staying: [...staying],
				told: lines.length,
				before: memory.state,
				after: stateOf(after),
			},
			journal: [...before.journal, ...lines],
		};
		await saveQuarantine(memory, begun, system);
		try {
			await replaceMemory(memory, after, system);
		} catch (error) {
			await saveQuarantine(memory, before, system);
			throw error;
		}
		await saveQuarantine(memory, { ...begun, entries: [...staying], left: stateOf(after), pending: null }, system);
		return { restored: restored.map(told), identical, file: quarantineFile(memory.path), says };
	});
}

interface PutBack {
	readonly restored: readonly HeldEntry[];
	readonly staying: readonly HeldEntry[];
	readonly after: Buffer;
	readonly identical: boolean;
	readonly says: readonly string[];
}

function putBack(memory: MemoryFile, { entries, left, file }: Quarantine, ids: readonly string[]): PutBack {
	const wanted = new Set<HeldEntry>();
	for (const id of ids) {
		const found = entries.findLast((entry) => (entry.id === id || entry.content === id) && !wanted.has(entry));
		if (found === undefined)
			throw new UserError(errorNumbers.noSuchEntry, `No entry '${id}' is in the quarantine of ${file}.`, {
				place: { file: quarantineFile(memory.path) },
				hint: entries.length === 0 ? 'Nothing is in it.' : `In it: ${entries.map((entry) => `'${entry.id}'`).join(', ')}.`,
			});
		wanted.add(found);
	}
	let pieces = entries.flatMap((entry) =>
		entry.at === null ? [] : [{ at: entry.at, length: Buffer.byteLength(entry.removed, 'utf8'), entry }],
	);
	let after = memory.bytes;
	const lost: HeldEntry[] = [];
	// What was taken out last goes back first, whatever the order of the names.
	for (const entry of entries.toReversed()) {
		if (!wanted.has(entry)) continue;
		const index = pieces.findIndex((piece) => piece.entry === entry);
		if (index === -1) {
			lost.push(entry);
			continue;
		}
		const at = placeNow(pieces, index);
		if (at === null)
			throw new UserError(errorNumbers.memoryChanged, `The entry '${entry.id}' stood within one that was taken out later.`, {
				place: { file: quarantineFile(memory.path) },
				hint: 'Restore that one first, or both at once.',
			});
		after = Buffer.concat([after.subarray(0, at), Buffer.from(entry.removed, 'utf8'), after.subarray(at)]);
		pieces = piecesWithout(pieces, index);
	}
	for (const entry of lost.toReversed()) after = appended(after, entry, memory.path);
	const moved = new Map(pieces.map(({ entry, at }) => [entry, at]));
	const isAppendedTo = left !== null && memory.bytes.length > left.bytes;
	return {
		restored: [...wanted],
		staying: entries.filter((entry) => !wanted.has(entry)).map((entry) => ({ ...entry, at: moved.get(entry) ?? null })),
		after,
		identical: lost.length === 0 && !isAppendedTo,
		says: [
			...(isAppendedTo && lost.length === 0 ? ['Others have added to the file since; what was there before is again as it was.'] : []),
			...(lost.length === 0
				? []
				: [`Others have changed the file since: ${plural(lost.length, 'entry', 'entries')} went to its end, not to the old place.`]),
		],
	};
}

/** The file with an entry as its last line. @throws {UserError} RA672 for one that is no line by itself. */
function appended(bytes: Buffer, { id, removed }: HeldEntry, file: string): Buffer {
	const line = removed.trim();
	const isJsonLines = line.split('\n').every((one) => parsedJson(one) !== undefined);
	if (!isJsonLines && !/\.(?:md|mdc|txt)$/i.test(file))
		throw new UserError(errorNumbers.memoryChanged, `The file has changed since '${id}' was taken out, and its place in it is not found.`, {
			place: { file },
			hint: `Its text stands in ${quarantineFile(file)}: put it back by hand.`,
		});
	const end = bytes.includes('\r\n') ? '\r\n' : '\n';
	const separated = bytes.length === 0 || bytes.at(-1) === 0x0a ? '' : end;
	return Buffer.concat([bytes, Buffer.from(`${separated}${isJsonLines ? '' : end}${line}${end}`, 'utf8')]);
}
