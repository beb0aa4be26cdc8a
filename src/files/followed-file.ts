import { setTimeout as wait } from 'node:timers/promises';
import type { HeldFile } from './beside-files.ts';
import { nothingRead, type FileFingerprint } from './file-fingerprint.ts';
import type { FileKind } from './file-kind.ts';
import { LineReading } from './line-reading.ts';
import type { OpenedFile } from './read-file.ts';
import { RotationFolder, type Succession } from './rotation-folder.ts';
import type { MissedLines } from './rotation-plan.ts';

/** What happens to a file that programs write to. */
export type FileEvent =
	/** Whole lines that it has more, with their ends; only the last line of a file that was replaced or cut may have none. */
	| { readonly kind: 'lines'; readonly text: string }
	/** It was cut or written anew, or another file has its name now: what comes next is read from its beginning. */
	| { readonly kind: 'cut' | 'replaced' }
	/** Lines may have been written that were not read, before the `cut` or `replaced` that comes next. */
	| { readonly kind: 'missed'; readonly missed: MissedLines };

/**
 * A file that is read from its beginning and followed, as `tail -F` does. Half a line waits for its end. While the file has no name, as between two that rotate,
 * the old one is read on.
 *
 * When another file with content has the name, the old one is read to its end once more before it is let go, its last line even without an end.
 * What rotation puts away between two looks is read beside it: the end of a copy that was made before the file was cut, and files that had the name in between.
 * Where that is not there any more, `missed` says so. Not heard: a program that writes to the old file after another has written to the new one.
 */
export class FollowedFile implements AsyncDisposable {
	readonly #folder: RotationFolder;
	readonly #path: string;
	readonly #kind: FileKind;
	/** Has the name, or had it when it was opened. */
	#held: OpenedFile;
	#reading: LineReading;
	/** Whether anything of what the held file has now was handed on: before that, older lines may lie beside it that nobody has read. */
	#isBegun = false;
	/** Is read when the held file has been read to its end once more. */
	#next: Succession | null = null;

	private constructor(folder: RotationFolder, path: string, kind: FileKind, held: OpenedFile) {
		this.#folder = folder;
		this.#path = path;
		this.#kind = kind;
		this.#held = held;
		this.#reading = this.#readingOf(held);
	}

	/** Opens a file: what is done to it from now on is not lost, whenever its events are asked for. Rejects with `kind.code` where there is none, and as `openFile`. */
	static async open(path: string, kind: FileKind): Promise<FollowedFile> {
		const folder = new RotationFolder(path, kind);
		return new FollowedFile(folder, path, kind, await folder.open());
	}

	/**
	 * Tells what happens to the file, from its beginning, until the signal aborts. Call it once.
	 * Rejects with the signal's reason, and as `openFile`.
	 * @param pace milliseconds between two looks
	 */
	async *events({ signal, pace = 250 }: { readonly signal: AbortSignal; readonly pace?: number }): AsyncGenerator<FileEvent> {
		for (;;) {
			signal.throwIfAborted();
			const text = await this.#reading.more();
			if (text === null) {
				yield* this.#afterCut(signal);
				continue;
			}
			const rest = text === '' && this.#next !== null ? await this.#reading.rest() : '';
			if (!this.#isBegun && (text !== '' || rest !== '')) {
				yield* this.#olderFirst(signal);
				if (!this.#isBegun) continue;
			}
			if (text !== '') {
				yield { kind: 'lines', text };
			} else if (this.#next !== null) {
				if (rest !== '') yield { kind: 'lines', text: rest };
				yield* this.#afterLast(this.#next, signal);
			} else {
				if (await this.#folder.hasTaken(this.#held)) this.#next = await this.#folder.succession(this.#heldFile);
				if (this.#next === null) await wait(pace, undefined, { signal }).catch(() => signal.throwIfAborted());
			}
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#held[Symbol.asyncDispose]();
		await this.#next?.[Symbol.asyncDispose]();
	}

	get #heldFile(): HeldFile {
		return { file: this.#held, print: this.#reading.print };
	}

	/** The held file is no longer what was read: what it had lies in a copy. */
	async *#afterCut(signal: AbortSignal): AsyncGenerator<FileEvent> {
		await this.#forgetNext();
		await using found = await this.#folder.older(this.#heldFile, 'cut');
		found.settle();
		if (found.copy !== null) yield* toEnd(this.#readingOf(found.copy, this.#reading.print), signal);
		yield* found.missed.map(asEvent);
		for (const one of found.files) {
			yield { kind: 'cut' };
			yield* toEnd(this.#readingOf(one), signal);
		}
		this.#readAnew(this.#held);
		yield { kind: 'cut' };
	}

	/** Hands on what lies beside the held file and is older than what that has now, which is then read again. */
	async *#olderFirst(signal: AbortSignal): AsyncGenerator<FileEvent> {
		await using found = await this.#folder.older({ file: this.#held, print: nothingRead }, 'begin');
		found.settle();
		yield* found.missed.map(asEvent);
		if (found.files.length === 0) {
			this.#isBegun = true;
			return;
		}
		await this.#forgetNext();
		for (const one of found.files) {
			yield* toEnd(this.#readingOf(one), signal);
			yield { kind: 'cut' };
		}
		this.#readAnew(this.#held);
	}

	/** The held file was read to its end. */
	async *#afterLast(next: Succession, signal: AbortSignal): AsyncGenerator<FileEvent> {
		next.settle();
		yield* next.missed.map(asEvent);
		for (const one of next.files) {
			yield { kind: 'replaced' };
			yield* toEnd(this.#readingOf(one), signal);
		}
		await this.#held[Symbol.asyncDispose]();
		this.#readAnew(next.last);
		next.keepLast();
		await this.#forgetNext();
		yield { kind: 'replaced' };
	}

	#readAnew(file: OpenedFile): void {
		this.#held = file;
		this.#reading = this.#readingOf(file);
		this.#isBegun = false;
	}

	#readingOf(file: OpenedFile, from?: FileFingerprint): LineReading {
		return new LineReading({ file, path: this.#path, kind: this.#kind }, from);
	}

	async #forgetNext(): Promise<void> {
		await this.#next?.[Symbol.asyncDispose]();
		this.#next = null;
	}
}

/** Reads a file to its end that nobody writes to any more. */
async function* toEnd(reading: LineReading, signal: AbortSignal): AsyncGenerator<FileEvent> {
	for (;;) {
		signal.throwIfAborted();
		const text = await reading.more();
		// It was overwritten, as a copy is by the next one.
		if (text === null) yield asEvent({ why: 'cut' });
		if (text === null || text === '') break;
		yield { kind: 'lines', text };
	}
	const rest = await reading.rest();
	if (rest !== '') yield { kind: 'lines', text: rest };
}

function asEvent(missed: MissedLines): FileEvent {
	return { kind: 'missed', missed };
}
