import { dirname } from 'node:path';
import type { z } from 'zod';
import type { MemoryScanRecord, MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import type { MemoryEntry } from '../../formats/memory/memory-entry.ts';
import type { SubjectPlace } from '../../formats/subject.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import {
	type ApproveMemory,
	type ListQuarantine,
	type MarkEntriesBenign,
	type memoryScanParams,
	type QuarantineEntries,
	type Quarantined,
	type RestoreEntries,
	type SignEntries,
} from '../../protocol/memory.ts';
import type { Params, Result } from '../../protocol/message.ts';
import { authorIn } from '../labels/author.ts';
import type { Log } from '../log.ts';
import type { ModelService } from '../model-service.ts';
import { requireTrust } from '../require-trust.ts';
import { approveEntries } from './approve-entries.ts';
import { markBenign, sidecarOfStore } from './benign-entries.ts';
import { readMemoryFile } from './memory-file.ts';
import { isAddress, named, withStore } from './named-store.ts';
import { quarantineEntry, told } from './quarantine-entry.ts';
import { quarantineFile } from '../../formats/quarantine-file.ts';
import { loadQuarantine, settled } from './quarantine-store.ts';
import { restoreEntries } from './restore-entries.ts';
import { scanMemory } from './scan-memory.ts';
import { scanParts } from './scan-parts.ts';
import { batchesOf } from './scan-store.ts';
import { signEntries } from './sign-entries.ts';
import { SignatureStore } from './signature-store.ts';
import { loadApproval } from './store-rules.ts';

export interface MemoryWorkOptions {
	readonly models: ModelService;
	readonly version: string;
	readonly log: Log;
	readonly now: () => Date;
}

interface ScanOn {
	readonly signal: AbortSignal;
	readonly onProgress?: (message: string, done: number, total: number) => void;
	readonly onRecords: (records: readonly MemoryScanRecord[], done: number, of: number | null) => Promise<void> | void;
}

const never = new AbortController().signal;

/** What the runner does to memories: its requests ask for it, and so do editors. Everything rejects with a `UserError`. */
export class MemoryWork {
	readonly #options: MemoryWorkOptions;

	constructor(options: MemoryWorkOptions) {
		this.#options = options;
	}

	/** Judges every entry of a store; files are not changed. Rejects with the signal's reason, and then goes on with `resume`. */
	async scan(
		given: z.infer<typeof memoryScanParams>,
		{ signal, onRecords, onProgress = () => undefined }: ScanOn,
	): Promise<MemoryScanSummary> {
		const target = named(given.store);
		return withStore(target, signal, this.#options.models, async (store) => {
			const parts = await scanParts(given, target, !isAddress(target), this.#options, { signal, onProgress });
			return scanMemory(store, target, given, parts, { signal, onProgress, onRecords });
		});
	}

	/** @throws {UserError} RA671 for an entry that is not there, RA673 for a store that is no text file, and as `quarantineEntry`. */
	async quarantine({ store, ids, reason, who, write }: Params<typeof QuarantineEntries>): Promise<Result<typeof QuarantineEntries>> {
		if (write) requireTrust(this.#options.models.settings, 'memories');
		const target = named(store);
		const entries = await this.#entriesOf(target, ids);
		const name = await this.#who(who, target);
		const moved: Quarantined[] = [];
		let file = quarantineFile(target);
		// The last one first: what stands before it keeps its id and its place.
		for (const { id, place } of inFiles(target, entries).toReversed()) {
			const find = async (): Promise<MemoryEntry> => (await this.#entriesOf(target, [id]))[0]!;
			// oxlint-disable-next-line no-await-in-loop -- each changes where the others stand
			const done = await quarantineEntry(place.file, find, { reason, who: name, when: this.#now(), write, signal: never });
			moved.unshift(done.moved);
			({ file } = done);
		}
		return { moved, file, says: write ? [] : ['Nothing was changed: --write does it.'] };
	}

	/** @throws {UserError} as `restoreEntries`. */
	async restore({ store, ids, who, write }: Params<typeof RestoreEntries>): Promise<Result<typeof RestoreEntries>> {
		if (write) requireTrust(this.#options.models.settings, 'memories');
		const target = named(store);
		const result = await restoreEntries(target, ids, { who: await this.#who(who, target), when: this.#now(), write, signal: never });
		return {
			...result,
			restored: [...result.restored],
			says: [...result.says, ...(write ? [] : ['Nothing was changed: --write does it.'])],
		};
	}

	async listQuarantine({ store }: Params<typeof ListQuarantine>): Promise<Result<typeof ListQuarantine>> {
		const target = named(store);
		if (isAddress(target)) return [];
		const memory = await readMemoryFile(target);
		return settled(await loadQuarantine(memory.path), memory).entries.map(told);
	}

	/** @throws {UserError} RA670 for a store of no instructions, RA145, RA506, RA675. */
	async approve({ store, ids, who, write }: Params<typeof ApproveMemory>): Promise<Result<typeof ApproveMemory>> {
		if (write) requireTrust(this.#options.models.settings, 'memories');
		const target = named(store);
		const entries = await this.#entriesOf(target, null);
		if (ids !== undefined) requireIds(entries, ids, target);
		return approveEntries(target, entries, {
			who: await this.#who(who, target),
			when: this.#now(),
			write,
			ids: ids === undefined ? null : new Set(ids),
		});
	}

	/** What was approved of a store; `null`: nothing was. */
	async approved(store: string): Promise<{ texts: string[]; when: string; who: string } | null> {
		const target = named(store);
		const approval = isAddress(target) ? null : await loadApproval(target);
		const last = approval?.entries.toSorted((a, b) => (a.when < b.when ? 1 : -1))[0];
		return approval === null || last === undefined
			? null
			: { texts: approval.entries.map(({ text }) => text), when: last.when, who: last.who };
	}

	/** @throws {UserError} RA671, and as `signEntries`. */
	async sign({ store, ids, who, write, rotate }: Params<typeof SignEntries>): Promise<Result<typeof SignEntries>> {
		if (write) requireTrust(this.#options.models.settings, 'memories');
		const target = named(store);
		const entries = await this.#entriesOf(target, ids ?? null);
		const wish = { who: await this.#who(who, target), when: this.#now(), write, rotate, isNamed: ids !== undefined, signal: never };
		return signEntries(new SignatureStore(this.#options.models.dataDirectory), target, entries, wish);
	}

	async benign({ store, ids, who, note, benign }: Params<typeof MarkEntriesBenign>): Promise<Result<typeof MarkEntriesBenign>> {
		requireTrust(this.#options.models.settings, 'memories');
		const target = named(store);
		const entries = await this.#entriesOf(target, ids);
		const sidecar = sidecarOfStore(target, !isAddress(target), this.#options.models.dataDirectory);
		return markBenign(sidecar, entries, { who: await this.#who(who, target), note, benign, when: this.#now() });
	}

	/** Who does it: named, or as in sidecars. */
	async #who(who: string | undefined, target: string): Promise<string> {
		return who ?? authorIn(isAddress(target) ? undefined : dirname(target), this.#options.models.settings.author);
	}

	#now(): string {
		return this.#options.now().toISOString();
	}

	/** The entries of these ids (or hashes of texts), or all, in the store's order. @throws {UserError} RA671. */
	async #entriesOf(target: string, ids: readonly string[] | null): Promise<MemoryEntry[]> {
		const wanted = ids === null ? null : new Set(ids);
		return withStore(target, never, this.#options.models, async (store) => {
			const found: MemoryEntry[] = [];
			for await (const { entries } of batchesOf(store, never))
				for (const entry of entries) if (wanted === null || wanted.has(entry.id) || wanted.has(entry.content)) found.push(entry);
			if (ids !== null) requireIds(found, ids, store.name);
			return found;
		});
	}
}

/** @throws {UserError} RA671 where an entry is missing. */
function requireIds(entries: readonly MemoryEntry[], ids: readonly string[], store: string): void {
	const missing = ids.find((id) => entries.every((entry) => entry.id !== id && entry.content !== id));
	if (missing === undefined) return;
	throw new UserError(errorNumbers.noSuchEntry, `The store has no entry '${missing}'.`, {
		place: { file: store },
		hint: 'Scan it: the entries have their ids in the result.',
	});
}

type PlacedEntry = MemoryEntry & { readonly place: SubjectPlace };

/** @throws {UserError} RA673 where entries do not stand in text files. */
function inFiles(target: string, entries: readonly MemoryEntry[]): PlacedEntry[] {
	return entries.map((entry) => {
		const { place } = entry;
		if (place !== null) return { ...entry, place };
		throw new UserError(errorNumbers.storeKeepsItsEntries, 'This store is no text file: RAG Assay reads it and never changes it.', {
			place: { file: target },
			hint: 'Delete the entry with the program that the store belongs to; `memory benign` marks one that may stay.',
		});
	});
}
