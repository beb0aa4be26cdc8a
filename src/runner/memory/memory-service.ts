import { dirname } from 'node:path';
import type * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { MemoryCheck, MemoryScanRecord, MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import { quarantineFile } from '../../formats/quarantine-file.ts';
import type { SubjectPlace } from '../../formats/subject.ts';
import type {
	ApproveMemory,
	ListQuarantine,
	MarkEntriesBenign,
	QuarantineEntries,
	Quarantined,
	RestoreEntries,
	SignEntries,
	checkEntryParams,
	memoryScanParams,
} from '../../protocol/memory.ts';
import type { Params, Result } from '../../protocol/rpc.ts';
import { namedTarget, storePath } from '../../stores/memory/named-target.ts';
import type { ScanAdvice } from '../../wording/memory-phrases.ts';
import { listInWords } from '../../wording/phrases.ts';
import { authorIn } from '../labels/author.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import { requireTrust } from '../lsp/workspace-trust.ts';
import type { ModelService } from '../models/model-service.ts';
import { approveEntries } from './approve.ts';
import { isBenignIn, markBenign, sidecarOfStore } from './benign-marks.ts';
import { storeToCome } from '../../stores/memory/store-to-come.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import { checkEntry } from './check-entry.ts';
import { heldByFile, idsByFile } from './held-by-file.ts';
import { heldEntries, requireMemory } from './quarantine-store.ts';
import { quarantineEntry, asQuarantined } from './quarantine.ts';
import { restoreEntries, type RestoreResult } from './restore.ts';
import { scanParts, takenOut } from './scan-inputs.ts';
import { loadApproval } from './scan-rules.ts';
import { scanMemory } from './scan.ts';
import { signEntries } from './sign.ts';
import { SignatureStore } from './signature-store.ts';
import { batchesOf, named, withStore } from './store-access.ts';
import { isStoreAddress, shownStore } from '../../wording/store-names.ts';

export interface MemoryServiceOptions {
	readonly context: RunnerContext;
	readonly models: Pick<ModelService, 'openEncoder'>;
	readonly now: () => Date;
}

export interface ApprovedStore {
	readonly files: readonly { readonly file: string; readonly texts: readonly string[] }[];
	/** Of the last approval, ISO 8601. */
	readonly when: string;
	readonly who: string;
}

interface ScanOn {
	readonly signal: AbortSignal;
	readonly onProgress?: (message: string, done: number, total: number) => void;
	readonly onRecords: (records: readonly MemoryScanRecord[], done: number, of: number | null) => Promise<void> | void;
	/** What messages tell people to do. */
	readonly advice: ScanAdvice;
	/** Told of a query history that cannot be read; then rules judge alone. Absent: the scan rejects. */
	readonly onHistoryError?: (error: UserError) => void;
}

const never = new AbortController().signal;
const dryRun = 'Nothing has changed yet. To make the change, add --write.';

/** What the runner does to memories: its requests ask for it, and so do editors. Everything rejects with a `UserError`. */
export class MemoryService {
	readonly #options: MemoryServiceOptions;

	constructor(options: MemoryServiceOptions) {
		this.#options = options;
	}

	/** Judges every entry of a store; files are not changed. Rejects with the signal's reason, and then goes on with `resume`. */
	async scan(
		given: z.infer<typeof memoryScanParams>,
		{ signal, onRecords, advice, onHistoryError, onProgress = () => undefined }: ScanOn,
	): Promise<MemoryScanSummary> {
		const target = named(given.store);
		return withStore(target, signal, this.#options.context, async (store) => {
			const parts = await scanParts(given, target, !isStoreAddress(target), this.#options, { signal, onProgress, onHistoryError, advice });
			return scanMemory(store, target, given, parts, { signal, onProgress, onRecords });
		});
	}

	/** Judges a text before it is stored; the store is only read, and may be one that its first entry will make. Rejects as `scan` does. */
	async check(
		given: z.infer<typeof checkEntryParams>,
		{ signal, advice, onProgress = () => undefined }: Omit<ScanOn, 'onRecords' | 'onHistoryError'>,
	): Promise<MemoryCheck> {
		const target = named(given.store);
		const judged = async (store: MemoryStore): Promise<MemoryCheck> => {
			const wish = { ...given, copies: false, resume: false };
			const parts = await scanParts(wish, target, !isStoreAddress(target), this.#options, { signal, onProgress, advice });
			return checkEntry(store, given, parts, { signal, onProgress });
		};
		if ((await namedTarget(target)) !== 'nothing') return withStore(target, signal, this.#options.context, judged);
		const { calibration, ...found } = await judged(storeToCome(target));
		return { ...found, calibration: { ...calibration, says: `There is no such memory yet: this is its first entry. ${calibration.says}` } };
	}

	/** @throws {UserError} RA671 for an entry that is not there, RA673 for a store that is no text file, and as `quarantineEntry`. */
	async quarantine({ store, ids, reason, who, write }: Params<typeof QuarantineEntries>): Promise<Result<typeof QuarantineEntries>> {
		if (write) requireTrust(this.#options.context.settings, 'memories');
		const target = named(store);
		const { found, store: shown } = await this.#some(target, new Set(ids));
		// Of several, one may have been moved before something ended the process.
		const held = isStoreAddress(target) || (await namedTarget(target)) !== 'file' ? [] : await heldEntries(storePath(target));
		const isFound = (id: string): boolean => found.some((entry) => entry.id === id || entry.content === id);
		const already = ids.filter((id) => !isFound(id) && held.some((entry) => entry.id === id || entry.content === id));
		const wanted = ids.filter((id) => !already.includes(id));
		requireIds(found, wanted, shown);
		const name = await this.#who(who, target);
		const moved: Quarantined[] = [];
		const late: string[] = [];
		let file = quarantineFile(storePath(target));
		// The last one first: what stands before it keeps its id and its place.
		for (const { id, place } of inFiles(target, found).toReversed()) {
			const find = async (): Promise<MemoryEntry> => (await this.#entriesOf(target, [id]))[0]!;
			// oxlint-disable-next-line no-await-in-loop -- each changes where the others stand
			const done = await quarantineEntry(place.file, find, { reason, who: name, when: this.#now(), write, signal: never });
			moved.unshift(done.moved);
			late.push(...done.says);
			({ file } = done);
		}
		const said =
			already.length === 0
				? []
				: [`${listInWords(already.map((id) => `'${id}'`))} ${already.length === 1 ? 'is' : 'are'} in quarantine already.`];
		return { moved, file, says: [...said, ...late, ...(write ? [] : [dryRun])] };
	}

	/** @throws {UserError} RA673 for an address, and as `restoreEntries`. */
	async restore({ store, ids, who, write }: Params<typeof RestoreEntries>): Promise<Result<typeof RestoreEntries>> {
		if (write) requireTrust(this.#options.context.settings, 'memories');
		const target = named(store);
		if (isStoreAddress(target)) throw keepsItsEntries(target, 'Nothing of it is in quarantine.');
		const path = storePath(target);
		await requireMemory(path);
		const wish = { who: await this.#who(who, target), when: this.#now(), write, signal: never };
		const results: RestoreResult[] = [];
		// oxlint-disable-next-line no-await-in-loop -- one file changes at a time
		for (const [file, some] of idsByFile(path, await heldByFile(path, never), ids)) results.push(await restoreEntries(file, some, wish));
		return {
			restored: results.flatMap(({ restored }) => restored),
			already: results.flatMap(({ already }) => already),
			identical: results.length > 0 && results.every(({ identical }) => identical),
			file: results[0]?.file ?? quarantineFile(path),
			says: [...new Set(results.flatMap(({ says }) => says)), ...(write ? [] : [dryRun])],
		};
	}

	/** What lies in quarantine of a file, of those that it imports or links to, or of the instruction files of a folder; of an address nothing does. */
	async listQuarantine({ store }: Params<typeof ListQuarantine>): Promise<Result<typeof ListQuarantine>> {
		const target = named(store);
		if (isStoreAddress(target)) return [];
		return (await heldByFile(storePath(target), never)).flatMap(({ entries }) => entries.map(asQuarantined));
	}

	/** @throws {UserError} RA670 for a store of no instructions, RA145, RA506, RA675. */
	async approve({ store, ids, who, write }: Params<typeof ApproveMemory>): Promise<Result<typeof ApproveMemory>> {
		if (write) requireTrust(this.#options.context.settings, 'memories');
		const target = named(store);
		const entries = await this.#entriesOf(target, null);
		if (ids !== undefined) requireIds(entries, ids, shownStore(target));
		return approveEntries(target, entries, {
			who: await this.#who(who, target),
			when: this.#now(),
			write,
			ids: ids === undefined ? null : new Set(ids),
			isBenign: await isBenignIn(sidecarOfStore(storePath(target), !isStoreAddress(target), this.#options.context.dataDirectory)),
		});
	}

	/** What was approved of a store, of a folder file by file, and the last time that anything was; `null`: nothing was. */
	async approved(store: string): Promise<ApprovedStore | null> {
		const target = named(store);
		if (isStoreAddress(target)) return null;
		const files = (await namedTarget(target)) === 'folder' ? filesOf(await this.#entriesOf(target, null)) : [target];
		const approvals = await Promise.all(files.map(async (file) => ({ file, entries: (await loadApproval(file))?.entries ?? [] })));
		const [last] = approvals.flatMap(({ entries }) => entries).toSorted((a, b) => (a.when < b.when ? 1 : -1));
		if (last === undefined) return null;
		return {
			files: approvals
				.filter(({ entries }) => entries.length > 0)
				.map(({ file, entries }) => ({ file, texts: entries.map(({ text }) => text) })),
			when: last.when,
			who: last.who,
		};
	}

	/** @throws {UserError} RA671, and as `signEntries`. */
	async sign({ store, ids, who, write, rotate }: Params<typeof SignEntries>): Promise<Result<typeof SignEntries>> {
		if (write) requireTrust(this.#options.context.settings, 'memories');
		const target = named(store);
		// All of them: what a named one was made from, and what only moved to another id, is seen by the others.
		const entries = await this.#entriesOf(target, null);
		if (ids !== undefined) requireIds(entries, ids, shownStore(target));
		const wish = {
			who: await this.#who(who, target),
			when: this.#now(),
			write,
			rotate,
			ids: ids === undefined ? null : new Set(ids),
			taken: isStoreAddress(target) ? [] : await takenOut(storePath(target)),
			signal: never,
		};
		return signEntries(new SignatureStore(this.#options.context.dataDirectory), storePath(target), entries, wish);
	}

	async benign({ store, ids, who, note, benign }: Params<typeof MarkEntriesBenign>): Promise<Result<typeof MarkEntriesBenign>> {
		requireTrust(this.#options.context.settings, 'memories');
		const target = named(store);
		const entries = await this.#entriesOf(target, ids);
		const sidecar = sidecarOfStore(storePath(target), !isStoreAddress(target), this.#options.context.dataDirectory);
		return markBenign(sidecar, entries, { who: await this.#who(who, target), note, benign, when: this.#now() });
	}

	/** Who does it: named, or as in sidecars. */
	async #who(who: string | undefined, target: string): Promise<string> {
		return who ?? authorIn(isStoreAddress(target) ? undefined : dirname(target), this.#options.context.settings.author);
	}

	#now(): string {
		return this.#options.now().toISOString();
	}

	/** The entries of these ids (or hashes of texts), or all, in the store's order. @throws {UserError} RA671. */
	async #entriesOf(target: string, ids: readonly string[] | null): Promise<MemoryEntry[]> {
		const { found, store } = await this.#some(target, ids === null ? null : new Set(ids));
		if (ids !== null) requireIds(found, ids, store);
		return found;
	}

	/** Those of these ids (or hashes of texts) that there are, or all; and the store as it is named to people. */
	async #some(target: string, wanted: ReadonlySet<string> | null): Promise<{ found: MemoryEntry[]; store: string }> {
		return withStore(target, never, this.#options.context, async (store) => {
			const found: MemoryEntry[] = [];
			for await (const { entries } of batchesOf(store, never))
				for (const entry of entries) if (wanted === null || wanted.has(entry.id) || wanted.has(entry.content)) found.push(entry);
			return { found, store: store.name };
		});
	}
}

/** In which entries stand. */
function filesOf(entries: readonly MemoryEntry[]): string[] {
	return [...new Set(entries.flatMap(({ place }) => (place === null ? [] : [place.file])))];
}

/** @throws {UserError} RA671 where an entry is missing. */
function requireIds(entries: readonly MemoryEntry[], ids: readonly string[], store: string): void {
	const missing = ids.find((id) => entries.every((entry) => entry.id !== id && entry.content !== id));
	if (missing === undefined) return;
	throw new UserError(errorNumbers.noSuchEntry, `The store has no entry '${missing}'.`, {
		place: { file: store },
		hint: 'Scan it. The result has the ids of the entries.',
	});
}

type PlacedEntry = MemoryEntry & { readonly place: SubjectPlace };

/** @throws {UserError} RA673 where entries do not stand in text files. */
function inFiles(target: string, entries: readonly MemoryEntry[]): PlacedEntry[] {
	return entries.map((entry) => {
		const { place } = entry;
		if (place !== null) return { ...entry, place };
		throw keepsItsEntries(target, 'Delete the entry with the program that owns the store, or mark it as benign.');
	});
}

function keepsItsEntries(target: string, hint: string): UserError {
	return new UserError(errorNumbers.storeKeepsItsEntries, 'This store is not a text file. RAG Assay reads it but never changes it.', {
		place: { file: shownStore(target) },
		hint,
	});
}

/** What the runner does to memories, as its requests do it: the editor asks for the same, without a connection. All reject with a `UserError`. */
export type EditorMemoryService = Pick<
	MemoryService,
	'scan' | 'quarantine' | 'restore' | 'listQuarantine' | 'approve' | 'approved' | 'sign' | 'benign'
>;
