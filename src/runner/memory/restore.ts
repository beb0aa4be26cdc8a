import { isDeepStrictEqual } from 'node:util';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { realSystem, type WritingSystem } from '../../files/durable-file.ts';
import { parsedJson } from '../../files/read-file.ts';
import { quarantineFile, type FileState, type HeldEntry, type Quarantine } from '../../formats/quarantine-file.ts';
import { plural } from '../../wording/phrases.ts';
import type { Quarantined } from '../../protocol/memory.ts';
import { backAgain } from './restored-elsewhere.ts';
import { asOnlyMemoryWriter, changedMeanwhile, readMemoryFile, replaceMemory, stateOf, type MemoryFile } from './memory-file.ts';
import { piecesDropping, piecesWithout, placeNow } from './removed-ranges.ts';
import { asQuarantined } from './quarantine.ts';
import { provenAnew, provenWhole, requireUnaltered, unproven } from './quarantine-proof.ts';
import { requireMemory, loadQuarantine, openQuarantine, saveOutcome, saveQuarantine, settled } from './quarantine-store.ts';

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
	/** Those that were in the file again: they are not put back, and leave the quarantine. */
	readonly already: readonly Quarantined[];
	/** Whether the whole file is, byte by byte, what it was before anything was taken out of it: proven by hashes, with nothing left in quarantine. */
	readonly identical: boolean;
	readonly file: string;
	readonly says: readonly string[];
}

/**
 * Puts entries back where they stood. Where others have only appended to the file since, that is still their place; where they have changed it otherwise, an entry
 * that is a line goes to its end, and any other is refused. What is in the file again is not put back a second time.
 * @param ids of entries in quarantine, or hashes of their texts; of several with one id the one that was taken out last
 * @throws {UserError} RA671 for one that is not there, RA672 where it has no place any more, RA675, RA688 for one whose record was changed, RA689
 */
export async function restoreEntries(named: string, ids: readonly string[], wish: RestoreWish): Promise<RestoreResult> {
	const { write, signal, who, when, system = realSystem } = wish;
	await requireMemory(named);
	if (!write) {
		const memory = await readMemoryFile(named);
		return resultOf(memory, await putBack(memory, settled(await loadQuarantine(memory.path), memory), ids, signal), false);
	}
	return asOnlyMemoryWriter(named, signal, async () => {
		const memory = await readMemoryFile(named);
		const read = await openQuarantine(memory.path);
		const before = settled(read.quarantine, memory);
		const found = await putBack(memory, before, ids, signal);
		const { restored, already, staying, after } = found;
		const gone = [...restored, ...already];
		const lines = gone.map(({ id, content, reason }) => ({ what: 'restore' as const, id, content, reason, who, when }));
		const journal = [...before.journal, ...lines];
		if (restored.length === 0) {
			if ((await readMemoryFile(named)).state.sha256 !== memory.state.sha256) throw changedMeanwhile(memory.path);
			await saveQuarantine(memory, { ...before, entries: [...staying], journal }, { over: read.text, system });
			return resultOf(memory, found, true);
		}
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
			journal,
		};
		const over = await saveQuarantine(memory, begun, { over: read.text, system });
		const isOurs = (one: Quarantine['journal'][number]): boolean => lines.some((line) => isDeepStrictEqual(line, one));
		let late: string | null;
		try {
			late = await replaceMemory(memory, after, system);
		} catch (error) {
			const joined = (theirs: Quarantine): Quarantine => ({
				...theirs,
				journal: theirs.journal.filter((one) => !isOurs(one)),
				pending: null,
			});
			await saveOutcome(memory, { quarantine: before, joined }, { over, system });
			throw error;
		}
		const outcome = {
			quarantine: { ...begun, entries: [...staying], left: stateOf(after), pending: null },
			joined: (theirs: Quarantine): Quarantine => ({
				...theirs,
				entries: isDeepStrictEqual(theirs.entries, begun.entries) ? [...staying] : placeless(theirs.entries, gone),
				journal: [...theirs.journal.filter((one) => !isOurs(one)), ...lines],
				left: stateOf(after),
				pending: null,
			}),
		};
		await saveOutcome(memory, outcome, { over, system });
		const done = resultOf(memory, found, true);
		return late === null ? done : { ...done, identical: false, says: [...done.says, late] };
	});
}

/** Records that another program has changed, without those that are back: where the others stood is not known any more. */
function placeless(theirs: readonly HeldEntry[], gone: readonly HeldEntry[]): HeldEntry[] {
	const others = theirs.filter((entry) => !gone.some((one) => isDeepStrictEqual({ ...one, at: null }, { ...entry, at: null })));
	return unproven(others).map((entry) => ({ ...entry, at: null }));
}

function resultOf({ path }: MemoryFile, { restored, already, identical, says }: PutBack, isWritten: boolean): RestoreResult {
	const one = already.length === 1;
	const cleared = `${one ? 'Its record' : 'Their records'} in the quarantine ${isWritten ? (one ? 'was' : 'were') : 'would be'} cleared.`;
	const back = `${already.map(({ id }) => `'${id}'`).join(', ')} ${one ? 'is' : 'are'} already in the file again, so nothing is put back a second time.`;
	return {
		restored: restored.map(asQuarantined),
		already: already.map(asQuarantined),
		identical,
		file: quarantineFile(path),
		says: [...(already.length === 0 ? [] : [`${back} ${cleared}`]), ...says],
	};
}

interface PutBack {
	readonly restored: readonly HeldEntry[];
	readonly already: readonly HeldEntry[];
	readonly staying: readonly HeldEntry[];
	readonly after: Buffer;
	readonly identical: boolean;
	readonly says: readonly string[];
}

async function putBack(memory: MemoryFile, quarantine: Quarantine, ids: readonly string[], signal: AbortSignal): Promise<PutBack> {
	const { entries, left } = quarantine;
	const wanted = wantedOf(memory, quarantine, ids);
	requireUnaltered(wanted, memory.path);
	const already = await inFileAgain(memory, [...wanted], left, signal);
	let pieces = entries.flatMap((entry) =>
		entry.at === null ? [] : [{ at: entry.at, length: Buffer.byteLength(entry.removed, 'utf8'), entry }],
	);
	for (const entry of already) {
		const index = pieces.findIndex((piece) => piece.entry === entry);
		if (index >= 0) pieces = piecesDropping(pieces, index).flatMap(({ piece, at }) => (at === null ? [] : [{ ...piece, at }]));
	}
	let after = memory.bytes;
	const lost: HeldEntry[] = [];
	// What was taken out last goes back first, whatever the order of the names.
	for (const entry of entries.toReversed()) {
		if (!wanted.has(entry) || already.has(entry)) continue;
		const index = pieces.findIndex((piece) => piece.entry === entry);
		if (index === -1) {
			lost.push(entry);
			continue;
		}
		const at = placeNow(pieces, index);
		if (at === null)
			throw new UserError(errorNumbers.memoryChanged, `The entry '${entry.id}' was part of an entry that was taken out later.`, {
				place: { file: quarantineFile(memory.path) },
				hint: 'Restore that one first, or both at once.',
			});
		after = Buffer.concat([after.subarray(0, at), Buffer.from(entry.removed, 'utf8'), after.subarray(at)]);
		pieces = piecesWithout(pieces, index);
	}
	for (const entry of lost.toReversed()) after = appended(after, entry, memory.path);
	const moved = new Map(pieces.map(({ entry, at }) => [entry, at]));
	const isAppendedTo = left !== null && memory.bytes.length > left.bytes;
	const restored = [...wanted].filter((entry) => !already.has(entry));
	const proven = provenChange(memory, quarantine, { wanted, already, after, placeOf: (entry) => moved.get(entry) ?? null });
	/** But for what stays in quarantine. */
	const isAsItWas = proven.identical && already.size === 0 && lost.length === 0;
	return {
		restored,
		already: [...already],
		staying: proven.staying,
		after,
		identical: isAsItWas && proven.staying.length === 0,
		says: [
			...(isAsItWas && proven.staying.length > 0
				? [
						`${plural(proven.staying.length, 'entry is', 'entries are')} still in quarantine. Apart from ${proven.staying.length === 1 ? 'it' : 'them'}, the file is what it was.`,
					]
				: []),
			...(proven.isUnknown && lost.length === 0
				? ['RAG Assay cannot check whether the file is byte for byte what it was, because its quarantine has no hash of the file.']
				: []),
			...((isAppendedTo || proven.isLonger) && lost.length === 0 && restored.length > 0
				? ['Other programs have added to the file since then. What was there before is restored.']
				: []),
			...(lost.length === 0
				? []
				: [
						`Other programs have changed the file since then. The old place of ${plural(lost.length, 'entry', 'entries')} is gone, so the end of the file is the new place.`,
					]),
		],
	};
}

interface PlacedBack {
	readonly wanted: ReadonlySet<HeldEntry>;
	readonly already: ReadonlySet<HeldEntry>;
	readonly after: Buffer;
	/** Of one that stays: where it stands now. */
	readonly placeOf: (entry: HeldEntry) => number | null;
}

/** Whether the file becomes what it was by the hashes of it, and what those of the records that stay are then. @throws {UserError} RA688 */
function provenChange(
	{ path, bytes }: MemoryFile,
	{ entries }: Quarantine,
	{ wanted, already, after, placeOf }: PlacedBack,
): { readonly staying: readonly HeldEntry[]; readonly identical: boolean; readonly isUnknown: boolean; readonly isLonger: boolean } {
	const staying = entries.filter((entry) => !wanted.has(entry)).map((entry) => ({ ...entry, at: placeOf(entry) }));
	const from = entries.findIndex((entry) => wanted.has(entry) && !already.has(entry) && entry.at !== null);
	if (from === -1)
		return { staying: already.size === 0 ? staying : unproven(staying), identical: false, isUnknown: false, isLonger: false };
	const proven = provenWhole(bytes, entries, { from, memory: path });
	// What is back by other means stands elsewhere: what the file was cannot come again.
	if (proven === null || already.size > 0)
		return { staying: unproven(staying), identical: false, isUnknown: proven === null, isLonger: false };
	const later = entries.slice(0, from).filter((entry) => !wanted.has(entry)).length;
	const { held, whole } = provenAnew(after, staying, { from: later, added: proven.added });
	const isIdentical = stateOf(whole).sha256 === proven.before.sha256;
	return { staying: held, identical: isIdentical, isUnknown: false, isLonger: whole.length > proven.before.bytes };
}

/** @throws {UserError} RA671 for one that is not in quarantine. */
function wantedOf(memory: MemoryFile, { entries, file }: Quarantine, ids: readonly string[]): Set<HeldEntry> {
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
	return wanted;
}

/** An entry that still has its place can only be in what others have added; one that has lost it, anywhere. */
async function inFileAgain(
	{ path, bytes }: MemoryFile,
	wanted: readonly HeldEntry[],
	left: FileState | null,
	signal: AbortSignal,
): Promise<Set<HeldEntry>> {
	const [placed, lost] = [wanted.filter(({ at }) => at !== null), wanted.filter(({ at }) => at === null)];
	const text = bytes.toString('utf8');
	const isAppendedTo = left !== null && bytes.length > left.bytes;
	const added =
		placed.length === 0 || !isAppendedTo
			? new Set<HeldEntry>()
			: await backAgain(path, text, placed, { from: bytes.subarray(0, left.bytes).toString('utf8').length, signal });
	const anywhere = lost.length === 0 ? new Set<HeldEntry>() : await backAgain(path, text, lost, { from: 0, signal });
	return new Set([...added, ...anywhere]);
}

/** The file with an entry as its last line. @throws {UserError} RA672 for one that is no line by itself. */
function appended(bytes: Buffer, { id, removed }: HeldEntry, file: string): Buffer {
	const line = removed.trim();
	const isJsonLines = line.split('\n').every((one) => parsedJson(one) !== undefined);
	if (!isJsonLines && !/\.(?:md|mdc|txt)$/i.test(file))
		throw new UserError(errorNumbers.memoryChanged, `The file has changed since '${id}' was taken out, and its place is not found.`, {
			place: { file },
			hint: `Its text is in ${quarantineFile(file)}. Put it back by hand.`,
		});
	const end = bytes.includes('\r\n') ? '\r\n' : '\n';
	const separated = bytes.length === 0 || bytes.at(-1) === 0x0a ? '' : end;
	return Buffer.concat([bytes, Buffer.from(`${separated}${isJsonLines ? '' : end}${line}${end}`, 'utf8')]);
}
