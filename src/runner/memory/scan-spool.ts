import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { measuredEntry, type MeasuredEntry } from '../../analysis/memory/measured-entry.ts';
import { ownerOnly } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readLines } from '../../files/file-lines.ts';
import { LockFile } from '../../files/lock-file.ts';
import { parsedJson } from '../../files/read-file.ts';
import { isAbsent } from '../../files/unreadable.ts';
import { memoryProblem, noProblems, withProblems, type CountedProblems } from '../../formats/memory-problem.ts';
import type { FormatProblem } from '../../formats/trace.ts';
import { scansKept } from '../../protocol/memory.ts';

/**
 * Removes what scans have left that nobody has gone on with for so long. Whoever goes on with one has its lock, so that one is removed under its lock alone, and is
 * looked at again then.
 * @param own key of the scan that this process has the lock of
 * Rejects as the file system does.
 */
export async function sweepScans(folder: string, own: string, now: number): Promise<void> {
	const keys = new Set((await readdir(folder)).flatMap((name) => /^([0-9a-f]{32})\.(?:jsonl|lock)$/.exec(name)?.[1] ?? []));
	await Promise.all([...keys].map((key) => sweepScan(folder, key, own, now)));
}

async function sweepScan(folder: string, key: string, own: string, now: number): Promise<void> {
	const [spool, lockPath] = [join(folder, `${key}.jsonl`), join(folder, `${key}.lock`)];
	if (key === own) return removeIfOld(spool, now);
	if (!(await isOld(spool, now)) && !(await isOld(lockPath, now))) return;
	const lock = new LockFile(lockPath);
	if (!(await lock.take())) return;
	try {
		await removeIfOld(spool, now);
	} finally {
		await lock.release();
	}
}

async function removeIfOld(path: string, now: number): Promise<void> {
	if (await isOld(path, now)) await rm(path, { force: true });
}

/** Whether there is one, and nobody has written it for long. */
async function isOld(path: string, now: number): Promise<boolean> {
	try {
		return now - (await stat(path)).mtimeMs > scansKept * 86_400_000;
	} catch (error) {
		// Another scan ends while this one looks.
		if (isAbsent(error)) return false;
		throw error;
	}
}

/** Ends a batch: what stands before it is whole, and reading goes on behind it. */
const batchEnd = z.object({ cursor: z.string(), problems: z.number().int(), doubts: z.number().int(), told: z.array(memoryProblem) });

/** How far a reading has come. */
export interface SpoolState extends CountedProblems {
	/** Where to go on; `undefined`: at the beginning. */
	readonly cursor: string | undefined;
	readonly entries: number;
}

/**
 * What a scan has read and measured, on the disk, so that a store may be larger than the memory and a scan that was broken off goes on. Readable by its owner only;
 * whoever writes it is alone with it. It goes when the scan ends, however that ends, but for one that can be gone on with.
 */
export class ScanSpool implements AsyncDisposable {
	readonly #file: string;
	readonly #isKept: () => boolean;
	#state: SpoolState = { cursor: undefined, entries: 0, ...noProblems };

	private constructor(file: string, isKept: () => boolean) {
		this.#file = file;
		this.#isKept = isKept;
	}

	/** @param key of all that decides what is measured. `resume`: what is there is kept, up to the last whole batch. `isKept`: asked at the end, whether somebody may go on with it. */
	static async open(
		folder: string,
		key: string,
		{ resume, isKept }: { readonly resume: boolean; readonly isKept: () => boolean },
	): Promise<ScanSpool> {
		await mkdir(folder, { recursive: true, mode: ownerOnly });
		const spool = new ScanSpool(join(folder, `${key}.jsonl`), isKept);
		if (!resume || !(await spool.#goOn())) await writeFile(spool.#file, '', { mode: 0o600 });
		return spool;
	}

	get state(): SpoolState {
		return this.#state;
	}

	async add(entries: readonly MeasuredEntry[], cursor: string, found: readonly FormatProblem[]): Promise<void> {
		const { problems, doubts, told } = withProblems(this.#state, found);
		// Counts are of all so far; what is told is told once.
		const end: z.infer<typeof batchEnd> = { cursor, problems, doubts, told: told.slice(this.#state.told.length) };
		const lines = [...entries, end].map((line) => `${JSON.stringify(line)}\n`);
		await appendFile(this.#file, lines.join(''));
		this.#state = { cursor, entries: this.#state.entries + entries.length, problems, doubts, told };
	}

	/** All entries, in their order. Only while nothing is added. */
	async *entries(): AsyncGenerator<MeasuredEntry> {
		for await (const { text } of readLines(this.#file, fileKinds.scanRecord)) {
			const line = parsedJson(text);
			if (!batchEnd.safeParse(line).success) yield measuredEntry.parse(line);
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		if (!this.#isKept()) await rm(this.#file, { force: true });
	}

	/** Cuts off what is behind the last whole batch; `false` where there is nothing to go on from. */
	async #goOn(): Promise<boolean> {
		if (!existsSync(this.#file)) return false;
		let [entries, end, open] = [0, 0, 0];
		for await (const line of readLines(this.#file, fileKinds.scanRecord)) {
			const value = line.isWhole ? parsedJson(line.text) : undefined;
			const last = batchEnd.safeParse(value);
			if (last.success) {
				entries += open;
				open = 0;
				end = line.end;
				this.#state = { ...last.data, entries, told: [...this.#state.told, ...last.data.told] };
			} else if (measuredEntry.safeParse(value).success) open++;
			else break;
		}
		if (end > 0) await truncate(this.#file, end);
		return end > 0;
	}
}
