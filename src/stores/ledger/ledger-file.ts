import { rename } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { hasCode } from '../../errors.ts';
import type { LedgerRecord, RecordDraft } from '../../formats/ledger-record.ts';
import {
	appendDurably,
	ChangedMeanwhile,
	makeFolderDurably,
	realSystem,
	replaceDurably,
	type WritingSystem,
} from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readBytes } from '../../files/read-file.ts';
import { asOnlyWriter } from '../../files/writer-lock.ts';
import { ledgerTime } from './account.ts';
import { corpusName, realPlace } from './ledger-place.ts';
import { readLedger, type LedgerContent } from './read-ledger.ts';
import { lineOf, noHash, sha256Of } from './record-line.ts';
import { ledgerDamaged, ledgerNotWritable, noLedger } from './refusals.ts';
import { countsOf, tornSeparator } from './torn-bytes.ts';
import { contradictions, remember, remembered, requireMemory, type Remembered } from './witness.ts';

export interface LedgerOptions {
	readonly now: Date;
	/** Folder, away from the ledgers, in which it is remembered how far each of them has come. */
	readonly witnesses: string;
	/** Ends the wait for other writers. */
	readonly signal?: AbortSignal | undefined;
	/** Another process writes to the ledger, and this one waits. */
	readonly onWait?: () => void;
	readonly system?: WritingSystem;
}

/** A ledger as it is found. */
export interface FoundLedger {
	/** The corpus' name. */
	readonly corpus: string;
	readonly file: string;
	/** The same without links: what is written to, and by which the place is remembered. */
	readonly realFile: string;
	/** `undefined`: there is no file. */
	readonly content: LedgerContent | undefined;
	readonly fileSha256: string | null;
	/** Bytes of the file; 0 where there is none. */
	readonly size: number;
	readonly remembered: Remembered;
	/** There is a file, of something else: no line of it is a ledger's record, and none was here before that anybody remembers. */
	readonly foreign: boolean;
	/** What is wrong, in sentences: in the file, and by what is remembered of it. */
	readonly damage: readonly string[];
}

const notOne = 'No line of this file is a ledger\u2019s record: it is something else.';

/**
 * Reads a ledger and compares it with what is remembered of it; nothing is written.
 * @param place its file (`ledgerFile`).
 * @throws {UserError} RA904 for a ledger that cannot be read, RA513 where a link leads out of a workspace that is not trusted.
 */
export async function findLedger(place: string, { witnesses }: Pick<LedgerOptions, 'witnesses'>): Promise<FoundLedger> {
	// Read by the name that was given, so that a link on the way is seen.
	const file = resolve(place);
	const bytes = await readBytes(file, fileKinds.ledger);
	const realFile = await realPlace(file);
	const content = bytes === undefined ? undefined : readLedger(bytes);
	const first = content?.records[0];
	const known = await remembered(witnesses, realFile, first?.kind === 'begin' ? first.id : undefined);
	const foreign = bytes !== undefined && bytes.length > 0 && content?.records.length === 0 && known.here === undefined;
	return {
		corpus: corpusName(file),
		file,
		realFile,
		content,
		fileSha256: bytes === undefined ? null : sha256Of(bytes),
		size: bytes?.length ?? 0,
		remembered: known,
		foreign,
		damage: foreign ? [notOne] : [...(content?.damage ?? []), ...contradictions(known, content)],
	};
}

/**
 * Runs `task` with a ledger while no other process writes to it. Its folder is made where there is none.
 * @param place its file (`ledgerFile`).
 * @throws {UserError} as `findLedger`; RA908 for a file of something else; RA903 where it cannot be written; the signal's reason when aborted while waiting.
 */
export async function withLedger<T>(place: string, options: LedgerOptions, task: (ledger: LedgerWriter) => Promise<T>): Promise<T> {
	// Before anything is made in its folder: what must not be read is not written, either.
	const { realFile, file, foreign } = await findLedger(place, options);
	if (foreign) throw noLedger(file);
	const folder = dirname(realFile);
	try {
		await makeFolderDurably(folder, options.system);
	} catch (cause) {
		throw ledgerNotWritable(folder, cause);
	}
	return asOnlyWriter(
		folder,
		{
			signal: options.signal ?? new AbortController().signal,
			name: `${basename(realFile)}.lock`,
			notWritable: ledgerNotWritable,
			...(options.onWait === undefined ? {} : { onWait: options.onWait }),
		},
		async () => {
			await requireMemory(options.witnesses).catch((cause: unknown) => {
				throw ledgerNotWritable(options.witnesses, cause);
			});
			return task(new LedgerWriter(await findLedger(place, options), options));
		},
	);
}

/** Writes to a ledger; only its holder does (`withLedger`). */
export class LedgerWriter {
	#found: FoundLedger;
	readonly #options: LedgerOptions;
	readonly #system: WritingSystem;

	constructor(found: FoundLedger, options: LedgerOptions) {
		this.#found = found;
		this.#options = options;
		this.#system = options.system ?? realSystem;
	}

	get found(): FoundLedger {
		return this.#found;
	}

	/** The time by which the ledger goes: of what is written to it next. */
	get now(): Date {
		const { content } = this.#found;
		return content === undefined ? this.#options.now : ledgerTime(content, this.#options.now);
	}

	/** Throws RA902 where anything is wrong with it; marks a record that was cut off. */
	async requireSound(): Promise<void> {
		if (this.#found.damage.length > 0) throw ledgerDamaged(this.#found.damage, this.#found.file);
		const tail = this.#found.content?.tail;
		if (tail === undefined || tail.length === 0) return;
		const draft: RecordDraft = {
			kind: 'torn',
			counts: countsOf(tail),
			bytes: tail.length,
			bytesSha256: sha256Of(tail),
			when: this.now.toISOString(),
		};
		await this.#append(draft, String.fromCharCode(tornSeparator));
	}

	/** Begins a ledger, with its first records, whole or not at all; it is in no danger to stand there without them. */
	async begin(drafts: readonly RecordDraft[]): Promise<void> {
		const { text, last } = chained(drafts);
		// A file that somebody has put there since stays.
		await this.#written(() => replaceDurably(this.#found.realFile, text, { isNew: true }, this.#system));
		await this.#check(last);
	}

	/** Puts a ledger of these records in the place of the file that is there, of which it keeps a copy. At every moment one of the two has the ledger's name. */
	async replace(drafts: readonly RecordDraft[]): Promise<void> {
		const { realFile, fileSha256 } = this.#found;
		const { text, last } = chained(drafts);
		await this.#written(async () => {
			const bytes = await readBytes(realFile, fileKinds.ledger);
			if (bytes === undefined || sha256Of(bytes) !== fileSha256) throw new ChangedMeanwhile();
			// By its content, too: two damaged ledgers of one moment are two copies.
			const copy = `${this.#asideName()}-${fileSha256.slice(0, 16)}`;
			await replaceDurably(copy, bytes, {}, this.#system);
			const lastLook = async (): Promise<void> => {
				const now = await readBytes(realFile, fileKinds.ledger);
				if (now === undefined || sha256Of(now) !== fileSha256) throw new ChangedMeanwhile();
			};
			await replaceDurably(realFile, text, { lastLook }, this.#system);
		});
		await this.#check(last);
	}

	/** Puts the file that is there under another name, beside it. */
	async setAside(): Promise<void> {
		await this.#written(async () => {
			try {
				await rename(this.#found.realFile, this.#asideName());
			} catch (cause) {
				if (!hasCode(cause, 'ENOENT')) throw cause;
			}
		});
	}

	/** Under which a damaged ledger is kept, beside it. */
	#asideName(): string {
		return `${this.#found.realFile}.damaged-${this.#options.now.toISOString().replaceAll(':', '-')}`;
	}

	/** One more record. It lasts, stands in its place, and is remembered, when it resolves. */
	append(draft: RecordDraft): Promise<LedgerRecord> {
		return this.#append(draft, '');
	}

	async #append(draft: RecordDraft, separator: string): Promise<LedgerRecord> {
		const { content, realFile, size } = this.#found;
		const last = content?.records.at(-1);
		if (last === undefined) throw new Error('a ledger begins with its first records');
		const { line, record } = lineOf(draft, last.entry + 1, last.hash);
		await this.#written(() => appendDurably(realFile, Buffer.from(separator + line), { size, system: this.#system }));
		await this.#check(record);
		return record;
	}

	/** Reads it again: had anybody written at the same time, for whatever reason, nothing may be shown for what was written here. */
	async #check({ entry, hash }: Pick<LedgerRecord, 'entry' | 'hash'>): Promise<void> {
		this.#found = await findLedger(this.#found.file, this.#options);
		const { content, damage, file, realFile } = this.#found;
		const stands = content?.records.at(-1);
		if (content === undefined || damage.length > 0 || stands?.entry !== entry || stands.hash !== hash)
			throw ledgerDamaged([...damage, 'Somebody else has written to it at the same time.'], file);
		await this.#written(() => remember(this.#options.witnesses, realFile, content, this.#system));
	}

	async #written(write: () => Promise<void>): Promise<void> {
		try {
			await write();
		} catch (cause) {
			if (cause instanceof ChangedMeanwhile) throw ledgerNotWritable(this.#found.file, cause, 'Nothing was written to it: try again.');
			throw cause instanceof Error && 'syscall' in cause ? ledgerNotWritable(this.#found.file, cause) : cause;
		}
	}
}

/** The lines of a ledger's records, each behind the one before it, and which is the last. */
function chained(drafts: readonly RecordDraft[]): { readonly text: string; readonly last: Pick<LedgerRecord, 'entry' | 'hash'> } {
	const lines: string[] = [];
	let before = noHash;
	for (const draft of drafts) {
		const { line, record } = lineOf(draft, lines.length, before);
		lines.push(line);
		before = record.hash;
	}
	return { text: lines.join(''), last: { entry: lines.length - 1, hash: before } };
}
