import { rm, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { UserError, hasCode } from '../errors.ts';
import { ChangedMeanwhile, realSystem, replaceDurably, sweepDrafts, type WritingSystem } from './durable-file.ts';
import type { FileKind } from './file-kind.ts';
import { readBytes } from './read-file.ts';
import { isAbsent } from './unreadable.ts';
import { asOnlyWriter } from './writer-lock.ts';

/** What lay at a place when somebody looked, before long work. */
export interface SeenFile {
	/** Tells one file, and one writing of it, from another; `null`: nothing lay there. */
	readonly state: string | null;
}

/** Looks at what lies at `path`. Rejects as the file system does. */
export async function seenAt(path: string): Promise<SeenFile> {
	try {
		const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
		return { state: [dev, ino, size, mtimeNs].join(' ') };
	} catch (error) {
		if (isAbsent(error)) return { state: null };
		throw error;
	}
}

/**
 * Writes a file whole or not at all, so that it lasts, in the place of what was seen there: where another program has written it since, or made one where none was,
 * that stays, and this rejects with `ChangedMeanwhile`. Otherwise rejects as the file system does.
 * @param mode of the file; absent: its owner alone reads and writes it
 */
export async function replaceSeen(
	path: string,
	bytes: Uint8Array | string,
	seen: SeenFile,
	{ mode, system }: { readonly mode?: number | 'usual'; readonly system?: WritingSystem } = {},
): Promise<void> {
	const isNew = seen.state === null;
	try {
		await replaceDurably(path, bytes, { mode, lastLook: () => requireSeen(path, seen), isNew }, system);
	} catch (error) {
		throw isNew && hasCode(error, 'EEXIST') ? new ChangedMeanwhile() : error;
	}
}

/** Rejects with `ChangedMeanwhile` where something else lies at `path` by now, and as the file system does. */
export async function requireSeen(path: string, { state }: SeenFile): Promise<void> {
	if ((await seenAt(path)).state !== state) throw new ChangedMeanwhile();
}

/** What a change makes of a file. */
export interface FileChange<T> {
	/** The whole text that the file has from now on; `undefined`: there is no file. */
	readonly text: string | undefined;
	readonly result: T;
}

export interface ChangeFileOptions {
	/** What the file is read as. */
	readonly kind: FileKind;
	/** Of the file; absent: a file that is there keeps its mode, and a new one gets the usual one. */
	readonly mode?: number;
	/** The error where the file cannot be written. */
	readonly notWritable: (cause: unknown) => UserError;
	/** Milliseconds for which one waits while another RAG Assay writes. */
	readonly patience?: number;
	/** Replaced in tests that stop between the steps. */
	readonly system?: WritingSystem;
}

/** Other programs that write the same file again and again are let go first so many times. */
const maxTries = 20;

/**
 * Changes a file that other programs change, too: reads it, lets `change` make the new text of the old one, and writes that whole or not at all, so that it lasts.
 * One RAG Assay at a time writes it (a lock beside it). Where the file is another one when it is written than when it was read, `change` is called again with what
 * it says then: it may be called several times, and the last time counts. Between the last look and the writing a moment remains for programs without our lock.
 *
 * A change that leaves the text as it is writes nothing, and needs no right to write.
 * @param change gets `undefined` where there is no file
 * @throws {UserError} `notWritable`'s, and RA513 or `kind.code` where it cannot be read; what `change` throws, and then nothing is written.
 */
export async function changeFile<T>(
	path: string,
	change: (text: string | undefined) => FileChange<T> | Promise<FileChange<T>>,
	options: ChangeFileOptions,
): Promise<T> {
	const changeBytes = async (bytes: Buffer | undefined): Promise<Step<T>> => {
		const before = bytes?.toString('utf8');
		const { text, result } = await change(before);
		return { bytes, text, result, isSame: text === before };
	};
	return inTurn(resolve(path), async () => {
		const first = await changeBytes(await readBytes(path, options.kind));
		if (first.isSame) return first.result;
		return asWriter(path, options, async () => {
			for (let step = first, tries = 0; ; tries++) {
				const now = await readBytes(path, options.kind);
				if (!isEqual(now, step.bytes)) step = await changeBytes(now);
				if (step.isSame) return step.result;
				try {
					await write(path, step, options);
					return step.result;
				} catch (error) {
					if (error instanceof UserError) throw error;
					const isMeanwhile = error instanceof ChangedMeanwhile || (step.bytes === undefined && hasCode(error, 'EEXIST'));
					if (!isMeanwhile || tries === maxTries) throw options.notWritable(error);
				}
			}
		});
	});
}

/** A change of what was read. */
interface Step<T> extends FileChange<T> {
	readonly bytes: Buffer | undefined;
	readonly isSame: boolean;
}

function isEqual(one: Buffer | undefined, other: Buffer | undefined): boolean {
	return one === undefined || other === undefined ? one === other : one.equals(other);
}

async function write(
	path: string,
	{ bytes, text }: Pick<Step<unknown>, 'bytes' | 'text'>,
	{ kind, mode, system = realSystem }: ChangeFileOptions,
): Promise<void> {
	const lastLook = async (): Promise<void> => {
		if (!isEqual(await readBytes(path, kind), bytes)) throw new ChangedMeanwhile();
	};
	if (text === undefined) {
		await lastLook();
		await rm(path, { force: true });
		return;
	}
	await replaceDurably(path, text, { mode: mode ?? (await modeOf(path)), lastLook, isNew: bytes === undefined }, system);
}

async function modeOf(path: string): Promise<number | 'usual'> {
	try {
		return (await stat(path)).mode & 0o7777;
	} catch (error) {
		if (isAbsent(error)) return 'usual';
		throw error;
	}
}

const defaultPatience = 60_000;

async function asWriter<T>(
	path: string,
	{ notWritable, patience = defaultPatience }: ChangeFileOptions,
	task: () => Promise<T>,
): Promise<T> {
	const signal = AbortSignal.timeout(patience);
	const name = `.${basename(path)}.rag-assay-lock`;
	try {
		return await asOnlyWriter(
			dirname(path),
			{ signal, name, makesFolder: false, notWritable: (_folder, cause) => notWritable(cause) },
			async () => {
				// Whoever had the lock before may have been killed.
				await sweepDrafts(path).catch((cause: unknown) => Promise.reject(notWritable(cause)));
				return task();
			},
		);
	} catch (error) {
		if (error !== signal.reason || error === undefined) throw error;
		throw notWritable(new Error(`another RAG Assay has held its lock, '${name}', for ${Math.round(patience / 1000)} seconds`));
	}
}

/** The last change of each file that is under way in this process: changes of one file go in their order, and wait for the lock one at a time. */
const turns = new Map<string, Promise<unknown>>();

async function inTurn<T>(path: string, task: () => Promise<T>): Promise<T> {
	const mine = (turns.get(path) ?? Promise.resolve()).then(task);
	// Its caller has the error.
	const ended = mine.catch(() => undefined);
	turns.set(path, ended);
	try {
		return await mine;
	} finally {
		if (turns.get(path) === ended) turns.delete(path);
	}
}
