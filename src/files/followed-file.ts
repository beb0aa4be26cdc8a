import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isAbsent } from './absent-file.ts';
import type { FileKind } from './file-kind.ts';
import { openFile, type OpenedFile } from './open-file.ts';
import { unreadable } from './unreadable.ts';

/** What happens to a file that programs write to. */
export type FileEvent =
	/** Whole lines that it has more, with their ends; only the last line of a file that was replaced may have none. */
	| { readonly kind: 'lines'; readonly text: string }
	/** It was cut or written anew, or another file has its name now: it is read from its beginning. */
	| { readonly kind: 'cut' | 'replaced' };

/** Bytes that are read at once. */
const pieceBytes = 2 ** 20;
/** Bytes before the place where reading goes on that are looked at again: they tell a file that was written anew. */
const lookBack = 64;

/**
 * Follows a file from its beginning, as `tail -F` does, until the signal aborts. Half a line waits for its end. While the file has no name, as between two that
 * rotate, the old one is read on.
 *
 * When another file with content has the name, the old one is read to its end once more before it is let go, its last line even without an end.
 * Not heard: a program that writes to the old file after another has written to the new one, and a file that had the name only between two looks.
 *
 * Rejects with the signal's reason, with `kind.code` where there is no file at first, and as `openFile`.
 * @param pace milliseconds between two looks
 */
export async function* followFile(
	path: string,
	kind: FileKind,
	{ signal, pace = 250 }: { readonly signal: AbortSignal; readonly pace?: number },
): AsyncGenerator<FileEvent> {
	let file = await openFile(path, kind);
	if (file === undefined) throw unreadable(path, kind, new Error('there is no such file'));
	let reading = new Reading(file);
	/** Has the name now; the old file is read to its end first. */
	let next: OpenedFile | null = null;
	try {
		for (;;) {
			signal.throwIfAborted();
			const text = await reading.more(path, kind);
			if (text === null) {
				reading = new Reading(file);
				yield { kind: 'cut' };
				continue;
			}
			if (text !== '') {
				yield { kind: 'lines', text };
				continue;
			}
			if (next !== null) {
				const rest = await reading.rest();
				await file[Symbol.asyncDispose]();
				[file, next] = [next, null];
				reading = new Reading(file);
				if (rest !== '') yield { kind: 'lines', text: rest };
				yield { kind: 'replaced' };
				continue;
			}
			next = await successor(path, file, kind);
			if (next === null) await wait(pace, undefined, { signal }).catch(() => signal.throwIfAborted());
		}
	} finally {
		await file[Symbol.asyncDispose]();
		await next?.[Symbol.asyncDispose]();
	}
}

class Reading {
	readonly #file: OpenedFile;
	/** Bytes that were handed on, and the last of them. */
	#done = 0;
	#before = Buffer.alloc(0);
	/** Bytes that are read at once: more for a line that is longer. */
	#step = pieceBytes;

	constructor(file: OpenedFile) {
		this.#file = file;
	}

	/** Whole lines behind those before; empty where there are no more yet, `null` where the file is no longer what was read. */
	async more(path: string, kind: FileKind): Promise<string | null> {
		const { handle } = this.#file;
		const { size } = await handle.stat();
		if (size < this.#done) return null;
		if (size === this.#done) return '';
		const from = this.#done - this.#before.length;
		const bytes = Buffer.alloc(Math.min(size - from, this.#before.length + this.#step));
		const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
		if (!bytes.subarray(0, this.#before.length).equals(this.#before)) return null;
		const fresh = bytes.subarray(this.#before.length, bytesRead);
		const end = fresh.lastIndexOf(0x0a) + 1;
		if (end === 0) {
			if (fresh.length > kind.most) throw unreadable(path, kind, new Error(`a line has more than ${kind.most} bytes`));
			if (fresh.length === this.#step) {
				this.#step *= 2;
				return this.more(path, kind);
			}
			return '';
		}
		this.#step = pieceBytes;
		this.#done += end;
		this.#before = Buffer.from(bytes.subarray(Math.max(0, this.#before.length + end - lookBack), this.#before.length + end));
		return fresh.subarray(0, end).toString('utf8');
	}

	/** A last line that has no end; call it where `more` has found nothing. */
	async rest(): Promise<string> {
		const { handle } = this.#file;
		const { size } = await handle.stat();
		const bytes = Buffer.alloc(Math.max(0, size - this.#done));
		if (bytes.length === 0) return '';
		const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.#done);
		return bytes.subarray(0, bytesRead).toString('utf8');
	}
}

/** Another file of that name that has content: programs may write to the old one until then. `null`: there is none. */
async function successor(path: string, { handle }: OpenedFile, kind: FileKind): Promise<OpenedFile | null> {
	try {
		const [now, held] = await Promise.all([stat(path), handle.stat()]);
		if (now.size === 0 || (now.ino === held.ino && now.dev === held.dev)) return null;
	} catch (error) {
		if (isAbsent(error)) return null;
		throw error;
	}
	return (await openFile(path, kind)) ?? null;
}
